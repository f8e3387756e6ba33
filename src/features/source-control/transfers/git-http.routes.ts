// Git's smart protocol over HTTP, beside the API: `git clone https://…/plugins/git/<project>/<name>.git`.
import { notFound, unsupportedMediaType } from '../../../platform/errors.ts';
import type { RequestFacts, StreamAnswer, StreamRequest, StreamRoute } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Repository } from '../repositories/git.access.ts';
import type { GitTransfers, Transfer } from './git-transfers.service.ts';

const bases = ['/plugins/git', '/git'] as const;

export interface LfsDoor {
  /** Whether a request brings something. */
  isChange(facts: RequestFacts): boolean;
  /** What is asked below `info/lfs/` of a repository. */
  answer(viewer: Viewer, repository: Repository, action: string, request: StreamRequest<Viewer>): Promise<StreamAnswer>;
}

const isLfs = ({ url }: RequestFacts): boolean => /^[^?]*\.git\/info\/lfs\//.test(url);

const isPush = ({ url }: RequestFacts): boolean => url.includes('git-receive-pack');

/** What Git LFS asks for is answered by `lfs`. */
export const gitHttpRoutes = (transfers: GitTransfers, lfs: LfsDoor): StreamRoute<Viewer>[] =>
  bases.map((base) => ({
    methods: ['GET', 'POST', 'PUT'],
    url: `${base}/:project/*`,
    access: 'optional',
    refusesInText: true,
    keyScopes: (facts) => {
      const isWriting = isPush(facts) || lfs.isChange(facts);
      const kinds = isLfs(facts) ? ['git_repository', 'git_lfs'] : ['git_repository'];
      return kinds.flatMap((kind) => (isWriting ? [`write:${kind}`] : [`read:${kind}`, `write:${kind}`]));
    },
    isChange: (facts) => lfs.isChange(facts) || (facts.method === 'POST' && isPush(facts)),
    waitsForBytes: (facts) => facts.method === 'POST' || facts.method === 'PUT',
    handle: (viewer, request) => answer(transfers, lfs, viewer, request),
  }));

const lfsPlaces = /^(.+)\.git\/info\/lfs\/(.+)$/;

async function answer(
  transfers: GitTransfers,
  lfs: LfsDoor,
  viewer: Viewer,
  request: StreamRequest<Viewer>,
): Promise<StreamAnswer> {
  const [, lfsName, lfsAction] = lfsPlaces.exec(request.params['*'] ?? '') ?? [];
  if (lfsName !== undefined && lfsAction !== undefined) {
    const repository = await transfers.admit(viewer, {
      projectName: request.params['project'] ?? '',
      name: lfsName,
      service: lfs.isChange(request) ? 'git-receive-pack' : 'git-upload-pack',
      way: 'http',
      isStart: false,
    });
    return lfs.answer(viewer, repository, lfsAction, request);
  }
  const page = findPage(request);
  if (page !== undefined) return { status: 302, headers: { location: page } };
  const transfer = readTransfer(request);
  const repository = await transfers.admit(viewer, transfer);
  if (request.method === 'HEAD') return { status: 200, headers: {} };
  const { headers } = request;
  return transfers.run(viewer, repository, transfer, {
    contentEncoding: readEncoding(headers['content-encoding']?.toString()),
    protocol: /^[\w=:.-]{1,100}$/.exec(headers['git-protocol']?.toString() ?? '')?.[0] ?? '',
    address: request.address,
    body: request.chunks,
    signal: request.signal,
    changeNow: request.changeNow,
  });
}

/**
 * Where the page is that the origin has at an address of a repository in folders. Such addresses have a query, or nothing behind
 * the name; what begins with `.git/` is a client's.
 */
function findPage({ method, url, params }: Pick<StreamRequest, 'method' | 'url' | 'params'>): string | undefined {
  const path = params['*'] ?? '';
  if (
    method !== 'GET' ||
    !path.includes('/') ||
    /\.git\/|(?:^|\/)(?:info\/refs|git-(?:upload|receive)-pack)$/.test(path)
  )
    return undefined;
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const wanted = new URLSearchParams({ project: params['project'] ?? '', name: path.replace(/\/$|\.git\/?$/, '') });
  const isCommit = ['commit', 'commitdiff'].includes(query.get('a') ?? '');
  const parts = isCommit ? { commit: query.get('h') } : { ref: query.get('hb'), path: query.get('f') };
  for (const [name, value] of Object.entries(parts)) if (value !== null && value !== '') wanted.set(name, value);
  return `/repositories?${wanted.toString()}`;
}

const places = /^(.+)\.git\/(info\/refs|git-(?:upload|receive)-pack)$/;

/** What is to be transferred, of which repository. Dumb clients, which would read files, find nothing. */
function readTransfer({
  method,
  url,
  params,
  headers,
}: Pick<StreamRequest, 'method' | 'url' | 'params' | 'headers'>): Transfer {
  const [path = '', query = ''] = url.split('?');
  const [, name, action] = places.exec(params['*'] ?? '') ?? [];
  const isStart = action === 'info/refs';
  const service = isStart ? new URLSearchParams(query).get('service') : action;
  const isKnown = service === 'git-upload-pack' || service === 'git-receive-pack';
  if (name === undefined || !isKnown || (method === 'POST') === isStart)
    throw notFound(
      `there is nothing at ${path}; repositories are at /plugins/git/<project>/<name>.git, for git 1.6.6 and later`,
    );
  if (!isStart && headers['content-type'] !== `application/x-${service}-request`)
    throw unsupportedMediaType(`send application/x-${service}-request`);
  return { projectName: params['project'] ?? '', name, service, isStart, way: 'http' };
}

function readEncoding(sent = 'identity'): string {
  if (['gzip', 'x-gzip', 'identity'].includes(sent)) return sent;
  throw unsupportedMediaType('send the body as it is, or compressed by gzip');
}
