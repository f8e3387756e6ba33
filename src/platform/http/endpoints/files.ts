// Files that are kept in memory, such as scripts and pictures that stand beside the API's routes.
import { hash } from 'node:crypto';
import { notFound } from '../../errors.ts';
import { createPacked, isWorthPacking } from '../answers/compression.ts';
import { isNotModified } from '../answers/preconditions.ts';
import { readyOf } from '../answers/send.ts';
import type { Ready } from '../answers/send.ts';
import { chooseCoding, codings } from '../formats/content-coding.ts';
import type { Coding } from '../formats/content-coding.ts';
import type { RequestFacts } from '../routes/route.ts';
import type { MetricsOf, Path } from '../pipeline/router.ts';
import type { Endpoint, Snapshot } from '../pipeline/exchange.ts';

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

/** An address that answers GET and HEAD with a file, 304 to who has it, and 404 where there is none. */
export interface FileRoute {
  url: string;
  /** Gives the file for the last part of the path, and the whole path as it was sent; undefined where there is none. */
  find(name: string, path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
  /** A path without a slash at its end is redirected to the one with it (308). */
  isFolder?: boolean;
  /** Over plain HTTP, where that is refused, a browser is sent to HTTPS. */
  isPage?: boolean;
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

async function answerWith(file: ServedFile, facts: RequestFacts): Promise<Ready> {
  const { encodings } = file;
  const isPacked = encodings !== undefined || isWorthPacking(file.type, file.body.length);
  const offered = codings.filter((name) => isPacked && (encodings === undefined || encodings[name] !== undefined));
  const coding = chooseCoding(facts.headers['accept-encoding']?.toString(), offered);
  // Each representation has a tag of its own (RFC 9110, 8.8.3).
  const etag = coding === undefined ? file.etag : file.etag.replace(/"$/, `-${coding}"`);
  const headers = {
    'cache-control': 'no-cache',
    ...file.headers,
    etag,
    vary: isPacked ? 'accept-encoding' : undefined,
  };
  if (isNotModified({ 'if-none-match': facts.headers['if-none-match']?.toString() }, etag))
    return readyOf(304, headers);
  const body = coding === undefined ? file.body : (encodings?.[coding] ?? (await pack(file.body, coding)));
  return readyOf(200, { ...headers, 'content-encoding': coding, 'content-type': file.type }, body);
}

export function fileEndpoint<Viewer, S extends Snapshot>(route: FileRoute, metricsOf: MetricsOf): Path<Viewer, S> {
  const endpoint: Endpoint<Viewer, S> = {
    url: route.url,
    metrics: metricsOf('GET', route.url),
    access: undefined,
    isPage: route.isPage === true,
    isChange: () => false,
    async handle(exchange) {
      const [path = '', ...query] = exchange.facts.url.split('?');
      if (route.isFolder === true && !path.endsWith('/')) {
        exchange.ready = readyOf(308, { location: [`${route.url}/`, ...query].join('?') });
        return;
      }
      const file = await route.find(path.split('/').at(-1) ?? '', path);
      if (file === undefined) throw notFound(`there is nothing at ${path}`);
      exchange.ready = await answerWith(file, exchange.facts);
    },
  };
  return { url: route.url, endpoints: new Map([['GET', endpoint]]) };
}
