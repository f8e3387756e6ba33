// Resumable uploads by the tus protocol, version 1.0.0, with the extension `termination`. The protocol is the package's; here
// is where bytes go, and how what it refuses is said in this server's way.
import type { DataStore, Upload } from '@tus/server';
import type { Readable } from 'node:stream';
import { conflict, DomainError, invalid, notFound, tooLarge, unsupportedMediaType } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { StreamAnswer, StreamRequest, StreamRoute } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Attachments } from './attachments.service.ts';
import { noFile } from './uploads.ts';

const offsetType = 'application/offset+octet-stream';

/** Where the bytes of an upload for a field go. */
export const uploadHref = (id: number): string => `${fieldUploads}/${id}`;
export const fieldUploads = '/uploads/tracker/file';

/** What the protocol does with uploads; each throws notFound for one that is not the viewer's. */
export type TusTarget = Pick<Attachments, 'findUpload' | 'receive' | 'cancel'>;

/** A POST may say what it means where something on the way lets no other method pass. */
function methodOf({ method, headers }: Pick<StreamRequest, 'method' | 'headers'>): string {
  if (method !== 'POST') return method;
  const meant = headers['x-http-method-override']?.toString();
  if (meant === 'PATCH' || meant === 'DELETE') return meant;
  throw invalid('send PATCH or DELETE, or name one of them in the header X-HTTP-Method-Override');
}

/** The protocol's routes below a path. OPTIONS tells what the server understands, to anybody. */
export const tusRoutes = (path: string, target: TusTarget): StreamRoute<Viewer>[] => {
  const url = `${path}/:id`;
  const handle = (viewer: Viewer, request: StreamRequest): Promise<StreamAnswer> =>
    speakTus(path, target, viewer, request);
  return [
    {
      methods: ['OPTIONS'],
      allow: 'OPTIONS, HEAD, PATCH, POST, DELETE',
      url,
      access: 'public',
      isChange: () => false,
      handle,
    },
    {
      methods: ['HEAD', 'POST', 'PATCH', 'DELETE'],
      url,
      access: 'signed-in',
      isChange: ({ method }) => method !== 'HEAD',
      handle,
    },
  ];
};

/** Those that the protocol is about. */
const headersOf = (headers: StreamRequest['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value !== undefined && /^(?:tus|upload|content)-/.test(name) ? [[name, value.toString()]] : [],
    ),
  );

async function speakTus(
  path: string,
  target: TusTarget,
  viewer: Viewer,
  request: StreamRequest,
): Promise<StreamAnswer> {
  const method = methodOf(request);
  const id = Number(/^\d{1,15}$/.test(request.params['id'] ?? '') ? request.params['id'] : 0);
  if (method === 'PATCH' && request.headers['content-type'] !== offsetType)
    throw unsupportedMediaType(`an upload takes ${offsetType}`);
  const { Server } = await import('@tus/server');
  let refused: unknown;
  const server = new Server({
    path,
    datastore: await createDataStore(target, viewer, id),
    // The place of a part in its file is unique, so no two requests append the same bytes.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    allowedCredentials: true,
    allowedHeaders: ['Origin', 'X-Auth-UserId', 'X-Auth-Token', 'X-Client-Uuid', 'X-Auth-AccessKey'],
    exposedHeaders: ['X-PAGINATION-SIZE', 'X-PAGINATION-LIMIT-MAX', 'X-PAGINATION-LIMIT'],
    onResponseError(_request, error) {
      refused = error;
      return undefined;
    },
  });
  const isPatch = method === 'PATCH';
  const response = await server.handleWeb(
    new Request(new URL(`${path}/${id}`, 'http://localhost'), {
      method,
      headers: headersOf(request.headers),
      ...(isPatch ? { body: ReadableStream.from(untilBroken(request.chunks)), duplex: 'half' } : {}),
    }),
  );
  const headers = Object.fromEntries(response.headers);
  if (response.status >= 400) throw explain(refused, response.status, await response.text(), headers);
  // The wire format answers HEAD as it answers the others.
  return { status: 204, headers };
}

/** What comes of a body: where the connection breaks, it ends, so that everything up to there is kept. */
async function* untilBroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunks;
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    if (!isBroken) throw error;
  }
}

/** The pipeline's own error for what the package refused. */
function explain(refused: unknown, status: number, text: string, headers: Record<string, string>): unknown {
  if (refused instanceof Error) return refused;
  const said = text.trim() === '' ? 'the request is not an upload' : text.trim();
  if (status === 404 || status === 410) return notFound(said);
  if (status === 409)
    return conflict(says('upload.offset')`the upload has another length; HEAD returns it in Upload-Offset`);
  if (status === 412 || /tus-resumable/i.test(said))
    return new DomainError('precondition-failed', 'send the header Tus-Resumable with 1.0.0', {
      headers: { 'tus-version': '1.0.0', 'tus-resumable': headers['tus-resumable'] ?? '1.0.0' },
    });
  if (status === 413) return tooLarge(says('upload.longer')`the upload would exceed its declared size`);
  return invalid(said);
}

async function createDataStore(target: TusTarget, viewer: Viewer, id: number): Promise<DataStore> {
  const { DataStore: Base, Upload: State } = await import('@tus/server');
  class FileStore extends Base {
    override extensions = ['termination'];
    override async getUpload(): Promise<Upload> {
      const { sizeBytes, receivedBytes } = await target.findUpload(viewer, id);
      return new State({ id: String(id), size: sizeBytes, offset: receivedBytes });
    }
    override write(stream: Readable, _id: string, offset: number): Promise<number> {
      return target.receive(viewer, id, offset, stream);
    }
    override async remove(): Promise<void> {
      if (id === 0) throw noFile(id);
      await target.cancel(viewer, id);
    }
  }
  return new FileStore();
}
