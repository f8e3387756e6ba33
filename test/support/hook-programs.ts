// What tests of hooks share: programs that are run to their end, and a stand-in for `tepal` that hooks call.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/commands/index.ts';

const skipWithout = (...programs: string[]): string | false => {
  const missing = programs.find((program) => !existsSync(`/usr/bin/${program}`));
  return missing === undefined || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : `/usr/bin/${missing} is missing`;
};

/** Why tests with Subversion are skipped; false where they are not, or must not be. */
export const skipSubversion = skipWithout('svn', 'svnadmin', 'svnlook', 'svnmucc', 'svnserve');
export const skipCvs = skipWithout('cvs');

export interface Ran {
  status: number;
  output: string;
  errors: string;
}

/** Runs a program to its end, whatever that is. */
export const run = (program: string, args: readonly string[], cwd?: string): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
        ...(cwd === undefined ? {} : { cwd }),
      },
      (error, output, errors) =>
        resolve({ status: error === null ? 0 : typeof error.code === 'number' ? error.code : 255, output, errors }),
    );
    child.stdin?.end();
  });

/** Runs `tepal` in this process. */
export async function runTepal(args: readonly string[], input: string | Buffer = ''): Promise<Ran> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const io = { input: Readable.from([input]), output, errors, waitForStop: () => new Promise<void>(() => {}) };
  const status = await runCommandLine(args, io);
  output.end();
  errors.end();
  // What the tests' own process is told is no setting, and the command says so.
  const said = (await text(errors)).replace(/^.*TEPAL_REQUIRE_ALL.*\n/m, '');
  return { status, output: await text(output), errors: said };
}

export interface StandIn {
  /** Of a program that does in this process what `tepal` does in one of its own. */
  path: string;
  /** Has the hooks of all Subversion repositories call it; to be called again whenever Tepal has written its own script. */
  takeHooks(): Promise<void>;
  /** Has the next call with this word among its arguments killed before it does anything. */
  killNext(word: string): void;
  close(): Promise<void>;
}

/** A stand-in for `tepal` in the data folder, which costs hooks no process that loads all of Tepal. */
export async function openStandIn(dataDir: string): Promise<StandIn> {
  let killed: string | undefined;
  const answer = async (socket: Socket): Promise<void> => {
    const [input = '', ...args] = (await readRequest(socket)).split('\0').slice(0, -2);
    if (killed !== undefined && args.includes(killed)) {
      killed = undefined;
      socket.end('killed\n');
      return;
    }
    const { status, errors } = await runTepal(args, Buffer.from(input, 'base64'));
    socket.end(`${status}\n${errors}`);
  };
  const server = createServer((socket) => void answer(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const path = join(dataDir, 'stand-in');
  const lines = [
    '#!/bin/bash',
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    `printf '%s\\0' "$(/usr/bin/base64 -w0)" "$@" "" >&3`,
    'read -r status <&3',
    '[ "$status" = killed ] && kill -9 $$',
    '/bin/cat <&3 >&2',
    'exit "$status"',
  ];
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o755 });
  const hooks = `#!/bin/bash\nexec ${path} svn-hook "$1" --data ${dataDir} -- "\${@:2}"\n`;
  return {
    path,
    takeHooks: () => writeFile(join(dataDir, 'svn', 'run-hook'), hooks),
    killNext: (word) => void (killed = word),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Up to the empty argument at its end. */
const readRequest = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let read = '';
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (part: string) => {
      read += part;
      if (read.endsWith('\0\0') && read.split('\0').length > 4) resolve(read);
    });
  });
