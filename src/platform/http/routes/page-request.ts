// What tells a request of a page in a browser from one of a program that speaks the API. Pure.

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The session cookie; over HTTPS with the prefix `__Host-`. */
export const sessionCookieName = 'tepal_session';

const sessionCookie = new RegExp(`(?:^|;) *(?:__Host-)?${sessionCookieName}=`);

export const hasSessionCookie = (headers: Headers): boolean => sessionCookie.test(headers['cookie']?.toString() ?? '');

/** Whether the program of our pages sent it, which says so by `X-Requested-With: Tepal`; browsers let no other site say that. */
export const isSentByPage = (headers: Headers): boolean => headers['x-requested-with'] === 'Tepal';

const hostOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : URL.parse(url)?.host);

/** Whether Origin or Referer name the host that was asked, as what a page loads and listens to does, also over plain HTTP. */
const isFromOwnHost = ({ host, origin, referer }: Headers): boolean =>
  host !== undefined && [origin, referer].some((from) => hostOf(from?.toString()) === host.toString().toLowerCase());

/** What every browser asks for where somebody opens an address; programs that take HTML, such as Java's, do not name XHTML. */
const isOfWindow = ({ accept }: Headers): boolean =>
  /^\s*text\/html\s*,\s*application\/xhtml\+xml\b/.test(accept?.toString() ?? '');

/**
 * Whether a browser sent it: by Sec-Fetch headers, which it sends to HTTPS and to this machine alone, else by the session cookie,
 * by what programs of pages say, by the page that it comes from, or by what a window asks for.
 */
export const isSentByBrowser = (headers: Headers): boolean =>
  headers['sec-fetch-site'] !== undefined ||
  headers['sec-fetch-mode'] !== undefined ||
  headers['x-requested-with'] !== undefined ||
  hasSessionCookie(headers) ||
  isFromOwnHost(headers) ||
  isOfWindow(headers);

/** Destinations (Fetch, 2.2.5) by which a page runs, styles itself by or embeds what it loads. */
const codeDestinations = new Set([
  'audioworklet',
  'embed',
  'object',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

/** Whether a page loads it to run it, or to embed it as a plugin; browsers say so over HTTPS and on this machine. */
export const isLoadedAsCode = (headers: Headers): boolean =>
  codeDestinations.has(headers['sec-fetch-dest']?.toString() ?? '');

/**
 * Whether somebody opens it in a window of a browser without proving who they are, as by a link to a download. A session cookie counts
 * as no proof: the server has said what came of it.
 */
export const isOpenedByNobody = (headers: Headers): boolean =>
  isSentByBrowser(headers) &&
  /^\s*text\/html\b/.test(headers['accept']?.toString() ?? '') &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  !['authorization', 'x-auth-token', 'x-auth-accesskey', 'x-requested-with'].some(
    (name) => headers[name] !== undefined,
  );
