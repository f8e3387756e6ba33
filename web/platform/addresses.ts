// Addresses of pages. The API names things by the addresses that its clients know; here they become pages.
import { readOwnPath } from '../../contract/addresses.ts';

const patterns: readonly [RegExp, (parts: readonly string[]) => string][] = [
  [/\/plugins\/agiledashboard\/?\?(?:.*&)?aid=(\d+)/, ([id]) => `/milestones/${id}`],
  [/[?&]aid=(\d+)/, ([id]) => `/artifacts/${id}`],
  [
    /\/goto\?key=(?!(?:commit|doc|file|git|release|rev|revision|svn|tag|wiki)&)[\w-]+&val=(\d+)(?:&|$)/,
    ([id]) => `/artifacts/${id}`,
  ],
  [
    /\/goto\?key=git&val=([^&]+)%2F([0-9a-f]+)&group_id=(\d+)/,
    ([name, commit, project]) => `/repositories?project=${project}&name=${name}&commit=${commit}`,
  ],
  [
    /\/goto\?key=(?:svn|rev|revision)&val=([^&]+)%2F(\d+)&group_id=(\d+)/,
    ([name, revision, project]) => `/subversion?project=${project}&name=${name}&part=revision&revision=${revision}`,
  ],
  [
    /\/plugins\/git\/([^/?]+)\/([^?]+?)(?:\.git)?\?a=commit&h=([0-9a-f]+)/,
    ([project, name, commit]) =>
      `/repositories?project=${project}&name=${encodeURIComponent(name ?? '')}&commit=${commit}`,
  ],
  [/[?&]tracker=(\d+)/, ([id]) => `/trackers/${id}`],
  [/\/plugins\/tracker\/?\?group_id=(\d+)$/, ([id]) => `/projects/${id}`],
  [/\/plugins\/agiledashboard\/?\?group_id=(\d+)$/, ([id]) => `/projects/${id}/backlog`],
  [/\/projects\/([^/?#]+)\/?$/, ([name]) => `/projects/${name}`],
];

/** The page of an `html_url` of the API; the address as it is where it has none. */
export function pageOf(htmlUrl: string): string {
  for (const [pattern, write] of patterns) {
    const parts = pattern.exec(htmlUrl);
    if (parts !== null) return write(parts.slice(1));
  }
  return htmlUrl;
}

/** A path of this site (its origin) alone, so that no link sends people elsewhere after signing in; `/` for anything else. */
export const localPath = (address: string | undefined, site?: string): string =>
  (address === undefined ? undefined : readOwnPath(address, site)) ?? '/';

/** What the site names by the address that its links start with, at the address where this page is: the same server. */
export const ownPath = (url: string): string => {
  const parsed = URL.parse(url, 'http://localhost');
  return parsed === null ? '/' : parsed.pathname.replace(/^\/+/, '/') + parsed.search;
};

/** Whether a part of an address can be the number of something. */
export const isNumber = (part: string): boolean => /^\d{1,15}$/.test(part);
