// A server on a new folder, which waits for its first administrator.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

export interface EmptySite {
  base: string;
  /** That the server prints for the first administrator. */
  code: string;
  folder: string;
  close(): Promise<void>;
}

/** Throws where the server ends before it listens. */
export async function startEmptySite(): Promise<EmptySite> {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-empty-'));
  const server = spawn(process.execPath, [program, 'serve', '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = async (): Promise<void> => {
    if (server.kill()) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += String(chunk);
    const [, base] = /listens at (\S+)\/\n/.exec(printed) ?? [];
    const [, code] = /enter this code: (\S+)\n/.exec(printed) ?? [];
    if (base !== undefined && code !== undefined) return { base, code, folder, close };
  }
  throw new Error(`the server does not listen: ${printed}`);
}
