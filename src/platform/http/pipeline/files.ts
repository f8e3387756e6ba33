// Answers with files that are kept in memory: pages, scripts and documents that stand beside the API's routes.
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { addOtherMethods } from '../routes/methods.ts';
import { isNotModified } from '../answers/preconditions.ts';

export interface ServedFile {
  /** Media type, with its charset where it is text. */
  type: string;
  body: Buffer;
  /** Strong entity tag, quotes included. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** The body packed, by the name of the coding (RFC 9110, 8.4.1), best first. */
  encodings?: Readonly<Partial<Record<'br' | 'gzip', Buffer | undefined>>>;
}

/** A file with the entity tag of its content. */
export const makeFile = (type: string, content: Buffer | string, headers: Record<string, string> = {}): ServedFile => ({
  type,
  body: Buffer.from(content),
  etag: `"${hash('sha1', content, 'base64url')}"`,
  headers,
});

/**
 * Lets `url` answer GET and HEAD with the file that `find` gives for the last part of the path, and for the whole path as
 * it was sent, 304 for a file that the caller has, 404 for undefined, and other methods as every path does. A path without a slash at its end is redirected
 * to the one with it (308) when `isFolder`; the router takes both for the same. Over plain HTTP, where that is refused, a
 * browser is sent to HTTPS when `isPage`.
 */
export function addFiles(
  server: FastifyInstance,
  url: string,
  find: (name: string, path: string) => ServedFile | undefined | Promise<ServedFile | undefined>,
  { isFolder = false, isPage = false }: { isFolder?: boolean; isPage?: boolean } = {},
): void {
  server.get(url, { config: { isPage } }, async (request, reply) => {
    const [path = '', ...query] = request.url.split('?');
    if (isFolder && !path.endsWith('/')) {
      return reply
        .code(308)
        .header('location', [`${url}/`, ...query].join('?'))
        .send();
    }
    const file = await find(path.split('/').at(-1) ?? '', path);
    if (file === undefined) throw notFound(`there is nothing at ${path}`);
    const { coding, body } = chooseCoding(file, request.headers['accept-encoding']);
    // Each representation has a tag of its own (RFC 9110, 8.8.3).
    const etag = coding === undefined ? file.etag : file.etag.replace(/"$/, `-${coding}"`);
    reply.headers({ 'cache-control': 'no-cache', ...file.headers, etag });
    if (file.encodings !== undefined) reply.header('vary', 'accept-encoding');
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    if (coding !== undefined) reply.header('content-encoding', coding);
    return reply.type(file.type).send(body);
  });
  addOtherMethods(server, url, ['GET']);
}

/** The best coding that the client takes: those that it names without a weight of nothing (RFC 9110, 12.5.3). */
function chooseCoding(
  { encodings = {}, body }: ServedFile,
  accepted: string | string[] = '',
): { coding: string | undefined; body: Buffer } {
  const taken = new Set(
    String(accepted)
      .split(',')
      .flatMap((part) => (/;\s*q=0(?:\.0*)?\s*$/.test(part) ? [] : [part.split(';')[0]?.trim().toLowerCase()])),
  );
  for (const [coding, packed] of Object.entries(encodings)) {
    if (packed !== undefined && taken.has(coding)) return { coding, body: packed };
  }
  return { coding: undefined, body };
}
