// Answers with files that are kept in memory: pages, scripts and documents that stand beside the API's routes.
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { addOtherMethods } from '../routes/methods.ts';
import { createPacked, isWorthPacking } from '../answers/compression.ts';
import { isNotModified } from '../answers/preconditions.ts';
import { chooseCoding, codings } from '../formats/content-coding.ts';
import type { Coding } from '../formats/content-coding.ts';

export interface ServedFile {
  /** Media type, with its charset where it is text. */
  type: string;
  body: Buffer;
  /** Strong entity tag, quotes included. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** The body packed, by the name of the coding (RFC 9110, 8.4.1); without it a text is packed when it is asked for. */
  encodings?: Readonly<Partial<Record<Coding, Buffer | undefined>>>;
}

/** Files that are served again and again. */
const pack = createPacked();

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
    const { encodings } = file;
    const isPacked = encodings !== undefined || isWorthPacking(file.type, file.body.length);
    const offered = codings.filter((name) => isPacked && (encodings === undefined || encodings[name] !== undefined));
    const coding = chooseCoding(request.headers['accept-encoding']?.toString(), offered);
    // Each representation has a tag of its own (RFC 9110, 8.8.3).
    const etag = coding === undefined ? file.etag : file.etag.replace(/"$/, `-${coding}"`);
    reply.headers({ 'cache-control': 'no-cache', ...file.headers, etag });
    if (isPacked) reply.header('vary', 'accept-encoding');
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    if (coding === undefined) return reply.type(file.type).send(file.body);
    reply.header('content-encoding', coding);
    return reply.type(file.type).send(encodings?.[coding] ?? (await pack(file.body, coding)));
  });
  addOtherMethods(server, url, ['GET']);
}
