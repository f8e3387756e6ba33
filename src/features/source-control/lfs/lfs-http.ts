// The API of Git LFS below `…/NAME.git/info/lfs/`, as git-lfs's docs/api have it.
import { forbidden, invalid, notFound, tooLarge } from '../../../platform/errors.ts';
import type { RequestFacts, StreamAnswer, StreamRequest } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Repository } from '../repositories/git.access.ts';
import { requirePusher } from './lfs-rights.ts';
import type { LfsLocks, LockPage, LockWish } from './lfs-locks.service.ts';
import type { LfsObjects } from './lfs-objects.service.ts';
import { batchMax, isBatch, isFacts, isLockPage, isNewLock, isUnlock } from './lfs.schema.ts';

interface Needs {
  objects: LfsObjects;
  locks: LfsLocks;
}

/** Answers what is asked below `info/lfs/` of a repository that the viewer may read. Throws as the services, and notFound. */
export type AnswerLfs = (
  viewer: Viewer,
  repository: Repository,
  action: string,
  request: StreamRequest<Viewer>,
) => Promise<StreamAnswer>;

/** Bytes of one request's body; more are answered 413. */
const bodyMaxBytes = 1_048_576;
/** Locks of one page; a larger `limit` counts as this. */
const locksMax = 100;
const mediaType = 'application/vnd.git-lfs+json';

/** Whether a request changes something: all others are asked of who reads. */
export const isLfsChange = ({ method, url }: RequestFacts): boolean =>
  method === 'PUT' || (method === 'POST' && /\/info\/lfs\/locks(?:\/[^/]+\/unlock)?$/.test(url));

async function* once(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

const answerJson = (status: number, body: object): StreamAnswer => ({
  status,
  headers: { 'content-type': mediaType },
  chunks: once(JSON.stringify(body)),
});

async function readBody<T>(
  { chunks }: StreamRequest<Viewer>,
  isShape: (value: unknown) => value is T,
  what: string,
): Promise<T> {
  const held: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > bodyMaxBytes) throw tooLarge(`a Git LFS request can have at most ${bodyMaxBytes} bytes`);
    held.push(chunk);
  }
  const value = parse(Buffer.concat(held).toString());
  if (!isShape(value)) throw invalid(`the body must be ${what} in JSON, as in the Git LFS API`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON has no shape.
    return undefined;
  }
}

export function createLfsHttp(needs: Needs): AnswerLfs {
  return async (viewer, repository, action, request) => {
    const { method } = request;
    const [, oid] = /^objects\/([0-9a-f]{64})$/.exec(action) ?? [];
    const [, lockId] = /^locks\/([\w-]{1,100})\/unlock$/.exec(action) ?? [];
    if (oid !== undefined && method === 'GET') return download(needs, viewer, repository, oid, request);
    if (oid !== undefined && method === 'PUT') {
      await needs.objects.keep(viewer, repository, oid, request);
      return { status: 200, headers: {} };
    }
    if (action === 'locks' && method === 'GET') return listLocks(needs, viewer, repository, request);
    if (method === 'POST') {
      if (action === 'objects/batch') return batch(needs, viewer, repository, request);
      if (action === 'objects/verify') return verify(needs, repository, request);
      if (action === 'locks') return lock(needs, viewer, repository, request);
      if (action === 'locks/verify') return verifyLocks(needs, viewer, repository, request);
      if (lockId !== undefined) return unlock(needs, viewer, repository, lockId, request);
    }
    throw notFound(`there is nothing at ${request.url.split('?')[0] ?? ''}`);
  };
}

/** What a client got over SSH it sends along where it is told to; for anything else it asks git. */
const proofOf = ({ credential }: Viewer, { headers }: StreamRequest<Viewer>): { header?: Record<string, string> } => {
  const authorization = headers['authorization']?.toString();
  return credential?.kind === 'ssh-pass' && authorization !== undefined
    ? { header: { Authorization: authorization } }
    : {};
};

async function batch(
  { objects }: Needs,
  viewer: Viewer,
  repository: Repository,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const sent = await readBody(request, isBatch, 'a batch of objects with SHA-256 as oid');
  if (sent.objects.length > batchMax) throw tooLarge(`a batch can have at most ${batchMax} objects`);
  if (sent.transfers !== undefined && sent.transfers.length > 0 && !sent.transfers.includes('basic'))
    throw invalid('must include "basic", the only supported transfer', 'transfers');
  if (sent.hash_algo !== undefined && sent.hash_algo !== 'sha256') throw invalid('must be "sha256"', 'hash_algo');
  const isUpload = sent.operation === 'upload';
  if (isUpload) requirePusher(viewer, repository);
  const known = await objects.find(
    repository,
    sent.objects.map(({ oid }) => oid),
  );
  const { settings } = viewer.site;
  const base = `${publicUrl(settings)}/plugins/git/${repository.project.unix_name}/${repository.name}.git/info/lfs/objects`;
  const proof = proofOf(viewer, request);
  const limitBytes = isUpload ? await objects.findLimit(viewer, repository) : 0;
  const answers = sent.objects.map(({ oid, size }) => {
    const facts = { oid, size: known.get(oid)?.size_bytes ?? size };
    const href = `${base}/${oid}`;
    if (!isUpload)
      return known.has(oid)
        ? { ...facts, actions: { download: { href, ...proof } } }
        : { ...facts, error: { code: 404, message: 'the repository has no such object' } };
    if (known.has(oid)) return facts;
    const message = `a large file can have at most ${limitBytes} bytes on this server`;
    return size > limitBytes
      ? { ...facts, error: { code: 422, message } }
      : { ...facts, actions: { upload: { href, ...proof }, verify: { href: `${base}/verify`, ...proof } } };
  });
  return answerJson(200, { transfer: 'basic', objects: answers, hash_algo: 'sha256' });
}

async function verify(
  { objects }: Needs,
  repository: Repository,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const { oid, size } = await readBody(request, isFacts, 'an object');
  const found = (await objects.find(repository, [oid])).get(oid);
  if (found === undefined) throw notFound(`the repository has no object ${oid}`);
  if (found.size_bytes !== size) throw invalid(`the object has ${found.size_bytes} bytes`, 'size');
  return answerJson(200, {});
}

async function download(
  { objects }: Needs,
  viewer: Viewer,
  repository: Repository,
  oid: string,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const { sizeBytes, read } = await objects.open(viewer, repository, oid, request);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(sizeBytes) };
  return { status: 200, headers, chunks: read() };
}

const pageOf = (limit: number | undefined, cursor: string | undefined): Pick<LockWish, 'limit' | 'cursor'> => ({
  limit: Math.min(limit === undefined || !(limit > 0) ? locksMax : limit, locksMax),
  cursor: cursor ?? '',
});

const nextOf = ({ nextCursor }: LockPage): object => (nextCursor === undefined ? {} : { next_cursor: nextCursor });

async function listLocks(
  { locks }: Needs,
  viewer: Viewer,
  repository: Repository,
  { url }: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const limit = Number(query.get('limit') ?? locksMax);
  const wish = { path: query.get('path') ?? undefined, id: query.get('id') ?? undefined };
  const page = await locks.list(viewer, repository, { ...wish, ...pageOf(limit, query.get('cursor') ?? undefined) });
  return answerJson(200, { locks: page.locks.map(({ lock: one }) => one), ...nextOf(page) });
}

async function verifyLocks(
  { locks }: Needs,
  viewer: Viewer,
  repository: Repository,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  requirePusher(viewer, repository);
  const { limit, cursor } = await readBody(request, isLockPage, 'a page of locks');
  const page = await locks.list(viewer, repository, pageOf(limit, cursor));
  const those = (isOurs: boolean): object[] =>
    page.locks.filter((one) => one.isOurs === isOurs).map(({ lock: one }) => one);
  return answerJson(200, { ours: those(true), theirs: those(false), ...nextOf(page) });
}

async function lock(
  { locks }: Needs,
  viewer: Viewer,
  repository: Repository,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const { path } = await readBody(request, isNewLock, 'a lock with a path');
  const { lock: made, isNew } = await locks.create(viewer, repository, path, request);
  if (isNew) return answerJson(201, { lock: made });
  return answerJson(409, { lock: made, message: `${made.owner.name} has locked it` });
}

async function unlock(
  { locks }: Needs,
  viewer: Viewer,
  repository: Repository,
  id: string,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  if (viewer.user === undefined) throw forbidden('sign in to list your locks');
  const { force = false } = await readBody(request, isUnlock, 'a request to unlock');
  return answerJson(200, { lock: await locks.remove(viewer, repository, { id, isForced: force }, request) });
}
