// Entity tags, HTTP dates, and the preconditions of reads and writes (spec rulings 17 to 21; RFC 9110, section 13).
// All functions are pure when given the time; times are whole seconds since 1970-01-01T00:00:00Z.

import { systemClock } from '../../clock.ts';
import { invalid, preconditionFailed } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import type { DomainError } from '../../errors.ts';

const listedTag = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;
const unquotedTag = /^[\x21\x23-\x2b\x2d-\x7e\x80-\xff]+$/;

/**
 * Reads the value of If-Match or If-None-Match: `*`, a list of entity tags, or one value without quotes from an old
 * client. Gives their opaque parts without quotes. `name` is the header's name for the message. Throws invalid when it is
 * malformed or names no tag.
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
 * Whether If-Match holds for a resource whose entity tag is `currentTag` (`"<v>.<r>"`, with quotes): only `<v>` is
 * compared, so a tag read in one format guards a write in another. No tag of Tepal is weak, so one whose version is the
 * current one was made weak by a proxy that compressed the answer; it names the version as exactly as before (ADR 79).
 * Throws invalid when the header is malformed.
 */
export function matchesIfMatch(header: string, currentTag: string): boolean {
  const tags = parseEntityTags(header, 'If-Match');
  if (tags === '*') return true;
  const version = versionPart(stripTag(currentTag));
  return tags.some((tag) => isOwnTag(versionPart(tag), version));
}

/**
 * Whether If-None-Match names the representation whose tag is `currentTag`, which makes a GET answer 304: the whole
 * value is compared, weak or not (RFC 9110, 13.1.2), without what a proxy wrote behind it. Throws invalid when the header
 * is malformed.
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

// --- dates ---

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const dateForms = [
  new RegExp(`^${shortDay}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`), // IMF-fixdate
  new RegExp(`^${longDay}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`), // RFC 850
  new RegExp(`^${shortDay} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`), // asctime
  new RegExp(
    `^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)[Tt]${time}(?:\\.\\d{1,9})?(?:[Zz]|(?<zone>[+-]\\d\\d:?\\d\\d))$`,
  ), // ISO 8601
];

/**
 * Reads an HTTP date (IMF-fixdate, or the obsolete forms of RFC 9110, 5.6.7) or, from old clients, an ISO 8601 date with
 * time and zone, and gives its second; fractions are dropped. The day of the week is not compared with the date. A year
 * of two digits is the nearest one that lies at most 50 years after `nowSecond`. Throws invalid when it is malformed or
 * does not exist; `name` is the header's name for the message.
 */
export function parseHttpDate(
  text: string,
  name = 'If-Unmodified-Since',
  nowSecond = systemClock.nowMs() / 1000,
): number {
  const second = readDate(text, nowSecond);
  if (second !== undefined) return second;
  const example = 'Sun, 06 Nov 1994 08:49:37 GMT';
  throw invalid(
    says(
      'if-unmodified.malformed',
    )`The header ${name} is not a date that exists; send it as Last-Modified gave it, such as \`${example}\`.`,
    name,
  );
}

function readDate(text: string, nowSecond: number): number | undefined {
  for (const form of dateForms) {
    const groups = form.exec(text.trim())?.groups;
    if (groups !== undefined) return secondOf(groups, nowSecond);
  }
  return undefined;
}

function secondOf(groups: Record<string, string | undefined>, nowSecond: number): number | undefined {
  const read = (part: string): number => Number(groups[part]);
  const named = months.indexOf(groups['month'] ?? '');
  const monthIndex = named < 0 ? read('month') - 1 : named;
  const year = groups['year']?.length === 2 ? fullYear(read('year'), nowSecond) : read('year');
  const [hour, minute, second] = [read('hour'), read('minute'), Math.min(read('second'), 59)];
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, read('day'));
  const isReal = date.getUTCMonth() === monthIndex && date.getUTCDate() === read('day');
  if (!isReal || hour > 23 || minute > 59 || read('second') > 60) return undefined;
  const zone = readZone(groups['zone']);
  return zone === undefined ? undefined : date.getTime() / 1000 + hour * 3600 + minute * 60 + second - zone;
}

function fullYear(shortYear: number, nowSecond: number): number {
  const latest = new Date(nowSecond * 1000).getUTCFullYear() + 50;
  return latest - ((((latest - shortYear) % 100) + 100) % 100);
}

/** The offset from UTC in seconds, or undefined where there is no such zone. */
function readZone(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7); fractions of the second are dropped. */
export function formatHttpDate(second: number): string {
  const whole = Math.floor(second);
  const kept = formattedDates.get(whole);
  if (kept !== undefined) return kept;
  const text = new Date(whole * 1000).toUTCString();
  if (formattedDates.size >= formattedDatesMax) formattedDates.clear();
  formattedDates.set(whole, text);
  return text;
}

const formattedDates = new Map<number, string>();
const formattedDatesMax = 10_000;

// --- versions and writes ---

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
      says('version.other')`If-Match names another version than the current one; read it again and repeat the change.`,
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
