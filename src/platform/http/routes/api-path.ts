// Where the API is.

/** Below it are all paths of the API. */
export const apiPrefix = '/api';

/** The start of a request target that says the version too, as a path or an address (RFC 9112, 3.2). */
const versionedStart = /^(?:https?:\/\/[^/]*)?\/api\/v1\//;

/**
 * Every API path answers below `/api/v1` too. It is the request that is changed, because a second set of routes would double
 * the memory of the router and the time that it takes to make one.
 */
export function dropVersion({ url = '' }: { url?: string | undefined }): string {
  if (url.startsWith('/') && !url.startsWith('/api/v1/')) return url;
  return url.replace(versionedStart, `${apiPrefix}/`);
}
