// The door for Git over SSH: OpenSSH proves who has a key, a program that it starts asks here whose the key is, and connects git's
// client with git. Whoever may open the socket is this server's own account.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { DomainError, forbidden, notFound, unavailable } from '../../../platform/errors.ts';
import { privateSocketFile, writeFrame } from '../../../platform/files/private-socket.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { passMinutes } from '../../people/index.ts';
import type { SshKeys } from '../../people/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { viewRepository } from '../repositories/git-repositories.view.ts';
import type { GitTransfers, Transfer } from './git-transfers.service.ts';

const Asked = Type.Union([
  Type.Object({ ask: Type.Literal('key'), blob: Type.String({ maxLength: 4096 }) }),
  Type.Object({
    ask: Type.Literal('git'),
    key: Type.Integer(),
    /** As the client sent it. */
    command: Type.String({ maxLength: 5000 }),
    address: Type.String({ maxLength: 100 }),
  }),
]);

const isAsked = shapeCheck(Asked);

interface Needs {
  database: Database;
  logger: Logger;
  dataDir: AbsolutePath;
  transfers: GitTransfers;
  sshKeys: SshKeys;
  site: SiteService;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

/** See Service of parts.ts. */
export interface SshDoor {
  start(): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

export function createSshDoor(needs: Needs): SshDoor {
  const file = privateSocketFile(needs.dataDir, 'git-ssh');
  const open = new Set<Socket>();
  let server: Server | undefined;
  return {
    async start() {
      const { settings } = await needs.site.current();
      if (settings.git_ssh_url === '') return;
      try {
        server = await listen(file, (socket) => {
          open.add(socket);
          socket.on('close', () => open.delete(socket)).on('error', () => undefined);
          void serve(needs, socket);
        });
      } catch (error) {
        needs.logger.error({ err: error, file }, 'Git over SSH is not served: its socket could not be opened');
      }
    },
    async stop(graceMs) {
      if (server === undefined) return;
      const closed = once(server, 'close');
      server.close();
      const timer = setTimeout(() => open.forEach((socket) => socket.destroy()), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** A socket that a server left behind is taken away; one that another process answers is shared or refused, as the system has it. */
async function listen(file: string, take: (socket: Socket) => void): Promise<Server> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (!(await isAnswered(file))) await rm(file, { force: true });
  const server = createServer({ allowHalfOpen: true }, take);
  server.listen(file);
  await once(server, 'listening');
  return server;
}

const isAnswered = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Bytes of the first line; where there is none within them, the connection is closed. */
const lineMaxBytes = 16_384;
/** Milliseconds until the first line is there; then the connection is closed. */
const lineTimeoutMs = 10_000;

/** The first line, and what came behind it; undefined where none comes in time. */
async function readLine(socket: Socket): Promise<{ line: string; rest: Buffer } | undefined> {
  let held = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), lineTimeoutMs);
  try {
    while (held.length < lineMaxBytes) {
      const chunk: unknown = socket.read() ?? (await nextChunk(socket));
      if (!(chunk instanceof Buffer)) return undefined;
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(10);
      if (end >= 0) return { line: held.toString('utf8', 0, end), rest: held.subarray(end + 1) };
    }
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined once nothing more comes. */
const nextChunk = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    const settle = (): void => {
      for (const name of ['readable', 'end', 'close']) socket.off(name, settle);
      resolve(socket.read() ?? undefined);
    };
    for (const name of ['readable', 'end', 'close']) socket.once(name, settle);
  });

function readAsked(line: string): Static<typeof Asked> | undefined {
  try {
    const asked: unknown = JSON.parse(line);
    return isAsked(asked) ? asked : undefined;
  } catch {
    // Nobody but our own program speaks here.
    return undefined;
  }
}

async function serve(needs: Needs, socket: Socket): Promise<void> {
  const read = await readLine(socket);
  const asked = read === undefined ? undefined : readAsked(read.line);
  if (read === undefined || asked === undefined) return void socket.destroy();
  if (asked.ask === 'key') {
    const id = await needs.sshKeys.find(asked.blob).catch((error: unknown) => logFailure(needs, error));
    return void socket.end(`${JSON.stringify({ key: id ?? null })}\n`);
  }
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const status = await transfer(needs, asked, { socket, first: read.rest, signal: gone.signal }).catch(
    (error: unknown) => refuse(needs, socket, error),
  );
  socket.end(writeFrame('status', Uint8Array.of(Math.max(0, status) || Number(status !== 0))));
}

const logFailure = ({ logger }: Needs, error: unknown): undefined => {
  logger.error({ err: error }, 'Git over SSH failed');
  return undefined;
};

/** Says why beside what git says, as git does. */
function refuse(needs: Needs, socket: Socket, error: unknown): number {
  const isSaid = error instanceof DomainError;
  if (!isSaid) logFailure(needs, error);
  const text = isSaid ? error.message : 'the server failed; its log tells more';
  if (!socket.destroyed) socket.write(writeFrame('errors', Buffer.from(`tepal: ${text || 'this is not for you'}\n`)));
  return 1;
}

async function transfer(
  needs: Needs,
  { key, command, address }: Extract<Static<typeof Asked>, { ask: 'git' }>,
  { socket, first, signal }: { socket: Socket; first: Buffer; signal: AbortSignal },
): Promise<number> {
  const viewer = await identify(needs, key, address);
  const say = async (where: 'output' | 'errors', bytes: Uint8Array): Promise<void> => {
    if (!socket.write(writeFrame(where, bytes))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  };
  const large = readLargeCommand(command);
  if (large !== undefined) {
    await say('output', Buffer.from(JSON.stringify(await passOn(needs, viewer, key, large))));
    return 0;
  }
  const wanted = readCommand(command);
  if (wanted === undefined)
    throw notFound(`hello ${viewer.user?.username ?? ''}; this server only accepts git clone, fetch and push`);
  const repository = await needs.transfers.admit(viewer, wanted);
  await needs.sshKeys.noteUse(key);
  return needs.transfers.converse(viewer, repository, wanted, {
    input: inputOf(socket, first),
    signal,
    address,
    say,
    changeNow: (change) => changeNow(needs, key, address, change),
  });
}

async function* inputOf(socket: Socket, first: Buffer): AsyncGenerator<Uint8Array, void> {
  if (first.length > 0) yield first;
  // What is written goes on after the client has said all that it has to say.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) if (chunk instanceof Uint8Array) yield chunk;
}

/** Whoever has the key now. Throws forbidden for one that proves nobody any more. */
async function identify({ database, sshKeys, site, loadAbsent }: Needs, key: number, address: string): Promise<Viewer> {
  const userId = await sshKeys.prove(database.read, key, await site.current());
  const viewer = userId === undefined ? undefined : await loadAbsent(userId);
  if (viewer === undefined) throw forbidden('this key belongs to no active account');
  return { ...viewer, address };
}

/** Attempts at one change while rights change; after the last the client is told to push again. */
const attemptsMax = 5;

/** As a request does it: what they may is proved in the transaction of the change. */
async function changeNow<R>(
  needs: Needs,
  key: number,
  address: string,
  change: (viewer: Viewer) => Promise<R>,
): Promise<R> {
  const { database, sshKeys } = needs;
  for (let attempt = 1; ; attempt += 1) {
    const viewer = await identify(needs, key, address);
    const check = async (): Promise<void> => {
      const isSame = (await sshKeys.prove(database.read, key, viewer.site)) === viewer.user?.id;
      if (!isSame || !(await projectViewers.hasSameRights(database, viewer))) throw new VersionConflictError();
    };
    try {
      return await database.guard(check, () => change(viewer));
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      if (attempt === attemptsMax) throw unavailable('the site changed during the push; push again', error);
    }
  }
}

/** Where large files of a repository are over HTTP, and what proves the key's owner there (git-lfs's docs/api/server-discovery.md). */
async function passOn(
  { transfers, sshKeys }: Needs,
  viewer: Viewer,
  key: number,
  wanted: Transfer,
): Promise<{ href: string; header: Record<string, string>; expires_in: number }> {
  const repository = await transfers.admit(viewer, wanted);
  const { clone_http_url: url } = viewRepository(viewer, repository, undefined);
  if (url === null) throw notFound('large files need Git over HTTP, which is disabled on this server');
  await sshKeys.noteUse(key);
  const pass = sshKeys.writePass(key, wanted.service === 'git-receive-pack');
  const proof = Buffer.from(`${viewer.user?.username ?? ''}:${pass}`).toString('base64');
  return { href: `${url}/info/lfs`, header: { Authorization: `Basic ${proof}` }, expires_in: passMinutes * 60 };
}

/** `git-lfs-authenticate meadow/tools/build.git upload`, as git-lfs asks sshd to run it; undefined for anything else. */
function readLargeCommand(command: string): Transfer | undefined {
  const [, place, operation] = /^git-lfs-authenticate (\S+) (upload|download)(?: \S+)?$/.exec(command) ?? [];
  return place === undefined
    ? undefined
    : readCommand(`git-${operation === 'upload' ? 'receive' : 'upload'}-pack ${place}`);
}

/** `git-upload-pack '/meadow/tools/build.git'`, as git's client asks sshd to run it; undefined for anything else. */
function readCommand(command: string): Transfer | undefined {
  const [, service, project, name] =
    /^(git[ -](?:upload|receive)-pack) '?\/?(?:plugins\/git\/|git\/)?([^/'\s]+)\/([^'\s]+?)(?:\.git)?\/?'?$/.exec(
      command,
    ) ?? [];
  if (service === undefined || project === undefined || name === undefined) return undefined;
  const isPush = service.includes('receive');
  return {
    projectName: project,
    name,
    service: isPush ? 'git-receive-pack' : 'git-upload-pack',
    isStart: false,
    way: 'ssh',
  };
}
