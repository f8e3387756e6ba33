// Entity tags and the preconditions of reads and writes (spec rulings 17 to 21; RFC 9110, section 13).
// All functions are pure when given the time; times are whole seconds since 1970-01-01T00:00:00Z.

import { invalid, preconditionFailed } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import type { DomainError } from '../../errors.ts';
import { parseHttpDate } from '../../texts/http-dates.ts';

const listedTag = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;
const unquotedTag = /^[\x21\x23-\x2b\x2d-\x7e\x80-\xff]+$/;

/**
 * Reads the value of If-Match or If-None-Match: `*`, a list of entity tags, or one value without quotes from an old client. Gives their
 * opaque parts without quotes. `name` is the header's name for the message. Throws invalid when it is malformed or names no tag.
 */
export function parseEntityTags(header: string, name = 'If-Match'): '*' | string[] {
  const text = header.trim();
  if (text === '*') return '*';
  if (unquotedTag.test(text) && !text.startsWith('W/')) return [text];
  const tags: string[] = [];
  listedTag.lastIndex = 0;
  while (listedTag.lastIndex < text.length) {
    const found = listedTag.exec(text);
    if (found === null) throw malformedTags(name);
    if (found[1] !== undefined) tags.push(found[1]);
  }
  if (tags.length === 0) throw malformedTags(name);
  return tags;
}

const malformedTags = (name: string): DomainError =>
  invalid(
    says(
      'if-match.malformed',
    )`The header ${name} is malformed; send entity tags in double quotes as ETag gave them, or \`*\`.`,
    name,
  );

const stripTag = (tag: string): string => tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
const versionPart = (value: string): string => value.split('.', 1)[0] ?? '';

/**
 * What proxies that compress write behind the opaque part: `-gzip` (Apache, Caddy), `--gzip` (Jetty), `;gzip`, `;br` and
 * `;;;` (LiteSpeed), one after another where two of them did.
 */
const proxyMarks = /^(?:(?:-{1,2}|[;:+])(?:x-)?(?:gzip|gz|br|zstd|deflate)|;;;){1,2}$/;

/** Whether a tag that a client sent back is `own`, as it went out or as a proxy marked it. */
const isOwnTag = (sent: string, own: string): boolean =>
  sent === own || (sent.startsWith(own) && proxyMarks.test(sent.slice(own.length)));

/**
 * Whether If-Match holds for a resource whose entity tag is `currentTag` (`"<v>.<r>"`, with quotes): only `<v>` is compared, so a tag read
 * in one format guards a write in another. No tag of Tepal is weak, so one whose version is the current one was made weak by a proxy that
 * compressed the answer; it names the version as exactly as before (ADR 79). Throws invalid when the header is malformed.
 */
export function matchesIfMatch(header: string, currentTag: string): boolean {
  const tags = parseEntityTags(header, 'If-Match');
  if (tags === '*') return true;
  const version = versionPart(stripTag(currentTag));
  return tags.some((tag) => isOwnTag(versionPart(tag), version));
}

/**
 * Whether If-None-Match names the representation whose tag is `currentTag`, which makes a GET answer 304: the whole
 * value is compared, weak or not (RFC 9110, 13.1.2), without what a proxy wrote behind it. Throws invalid when the header is malformed.
 */
export function matchesIfNoneMatch(header: string, currentTag: string): boolean {
  if (header === currentTag) return true;
  const tags = parseEntityTags(header, 'If-None-Match');
  const value = stripTag(currentTag);
  return tags === '*' || tags.some((tag) => isOwnTag(tag, value));
}

/**
 * Whether a GET answers 304. Only If-None-Match decides: a representation also shows what lies around the thing itself,
 * such as links to it, so a date of last modification can't say that it is the same. Throws invalid when malformed.
 */
export function isNotModified(headers: { 'if-none-match'?: string | undefined }, currentTag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  return ifNoneMatch !== undefined && matchesIfNoneMatch(ifNoneMatch, currentTag);
}

/** The second of a new version, which no other version of the same thing has: spec ruling 18. */
export const nextVersionSecond = (nowSecond: number, previousSecond?: number): number =>
  Math.max(Math.floor(nowSecond), previousSecond === undefined ? -Infinity : previousSecond + 1);

/** The second that goes out as Last-Modified: never later than now (spec ruling 18). */
export const lastModifiedSecond = (versionSecond: number, nowSecond: number): number =>
  Math.min(versionSecond, Math.floor(nowSecond));

export interface WritePreconditions {
  ifMatch?: string | undefined;
  ifUnmodifiedSince?: string | undefined;
}

export interface CurrentVersion {
  /** The current entity tag, with its quotes; it goes out with the refusal. */
  tag: string;
  /** What nextVersionSecond gave when this version was written. */
  versionSecond: number;
  nowSecond: number;
}

/**
 * Lets a write pass or throws preconditionFailed with the current tag; throws invalid when either header is malformed,
 * even the one that does not decide. If-Match decides where it is sent, and If-Unmodified-Since is then ignored (spec
 * ruling 19). Without either there is no check. Must run in the transaction of the write (spec ruling 20).
 *
 * If-Unmodified-Since passes only when it EQUALS the current version's second V(n), and that second has begun:
 * - Seconds of versions rise strictly. The header a reader of version m saw is min(V(m), the second of the reading),
 *   hence never later than V(m). So a value equal to V(n) can't come from an older version, whatever the clock did.
 * - A value below V(n) may come from an older version, so it never passes. This includes what readers of version n
 *   itself saw while V(n) still lay ahead of the clock: readers of version n-1 saw the same second then. They get 412
 *   and read again.
 * - While V(n) lies ahead of the clock no reader can have seen it, so nothing passes.
 * - A value above V(n) was never sent as this version's Last-Modified and says nothing of what its sender read; it
 *   "does not match the current version" (specification, section 4).
 */
export function checkWritePreconditions(sent: WritePreconditions, current: CurrentVersion): void {
  const { ifMatch, ifUnmodifiedSince } = sent;
  const since =
    ifUnmodifiedSince === undefined ? undefined : parseHttpDate(ifUnmodifiedSince, undefined, current.nowSecond);
  if (ifMatch !== undefined) {
    if (matchesIfMatch(ifMatch, current.tag)) return;
    throw preconditionFailed(
      says(
        'version.other',
      )`If-Match refers to another version than the current one; read it again and repeat the change.`,
      current.tag,
    );
  }
  if (since === undefined) return;
  if (since === current.versionSecond && since <= current.nowSecond) return;
  throw preconditionFailed(
    says(
      'version.maybe-other',
    )`It may have been changed since If-Unmodified-Since; read it again, and prefer If-Match with its ETag.`,
    current.tag,
  );
}
