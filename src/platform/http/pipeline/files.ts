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
    reply.headers({ 'cache-control': 'no-cache', ...file.headers, etag: file.etag });
    if (isNotModified(request.headers, file.etag)) return reply.code(304).send();
    return reply.type(file.type).send(file.body);
  });
  addOtherMethods(server, url, ['GET']);
}
