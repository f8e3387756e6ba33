// The cookie of a browser session, and the proof that a request which carries it comes from Tepal's own pages. Pure.
import { parseCookie, stringifySetCookie } from 'cookie';
import { forbidden } from '../../../platform/errors.ts';
import { sessionCookieName } from '../../../platform/http/index.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';

/** The prefix makes browsers refuse the cookie from other hosts, subdomains and plain HTTP. */
const cookieName = (isEncrypted: boolean): string => (isEncrypted ? `__Host-${sessionCookieName}` : sessionCookieName);

export const readSessionCookie = ({
  headers,
  isEncrypted,
}: Pick<RequestFacts, 'headers' | 'isEncrypted'>): string | undefined =>
  parseCookie(headers['cookie']?.toString() ?? '')[cookieName(isEncrypted)];

/** The Set-Cookie header that keeps a session; an empty id takes the cookie away. */
export const writeSessionCookie = (isEncrypted: boolean, id: string, maxAgeS: number): string =>
  stringifySetCookie({
    name: cookieName(isEncrypted),
    value: id,
    maxAge: maxAgeS,
    path: '/',
    httpOnly: true,
    secure: isEncrypted,
    sameSite: 'lax',
  });

export const removeSessionCookie = (isEncrypted: boolean): string => writeSessionCookie(isEncrypted, '', 0);

type Asked = Pick<RequestFacts, 'headers' | 'isDocument'>;
type Names = Pick<Settings, 'public_url' | 'sys_default_domain'>;

const hostOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : URL.parse(url)?.host);

/** Whether `url` names this server: the host that the request was sent to, or the one that links start with. */
function isOwn(url: string, { headers }: Asked, settings: Names): boolean {
  const host = hostOf(url);
  const scheme = URL.parse(url)?.protocol ?? 'https:';
  return (
    host !== undefined && [hostOf(`${scheme}//${headers.host?.toString()}`), hostOf(publicUrl(settings))].includes(host)
  );
}

/** Where the request says that it was made; undefined when it says nothing. */
const originOf = ({ headers }: Asked): string | undefined =>
  headers['origin']?.toString() ?? headers['referer']?.toString();

/** Whether a browser opens a window, or goes on in one: whoever sent it there can't read what it gets. */
const opensWindow = ({ headers }: Asked): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/**
 * Throws forbidden unless a request that a browser signed by itself comes from Tepal's own pages: by Sec-Fetch-Site, or
 * where a browser does not send that, by Origin or Referer. Reading counts too, because an answer may be shown in another page;
 * a document that a window is opened with is read by its own programs alone.
 */
export function requireOwnPage(request: Asked, settings: Names): void {
  if (request.isDocument === true && opensWindow(request)) return;
  const site = request.headers['sec-fetch-site']?.toString();
  const origin = originOf(request);
  if (site === undefined ? origin !== undefined && isOwn(origin, request, settings) : site === 'same-origin') return;
  throw forbidden(says('session.foreign')`a session cookie is only valid for requests from the pages of this server`);
}

/** What of a request's headers decides whether requireOwnPage lets it read from the API, as one text. */
export function nameOrigin(request: Pick<RequestFacts, 'headers'>): string {
  const { host, 'sec-fetch-site': site } = request.headers;
  return site === undefined ? `sent to ${host?.toString()}\nfrom ${originOf(request)}` : `sent by ${site.toString()}`;
}

/** Throws forbidden for a sign-in that another site's page makes a browser send; programs say nothing and pass. */
export function refuseOtherSites(request: Asked, settings: Names): void {
  const site = request.headers['sec-fetch-site']?.toString();
  const origin = originOf(request);
  const isOther =
    site === undefined
      ? origin !== undefined && !isOwn(origin, request, settings)
      : !/^(?:same-origin|none)$/.test(site);
  if (isOther)
    throw forbidden(says('session.foreign-start')`you can only sign in with a session on the pages of this server`);
}
