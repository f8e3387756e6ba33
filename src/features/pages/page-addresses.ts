// Which addresses are pages, and which page an address of other installations means. Pure.

/** Paths of pages, without a slash at their end; everything else is answered with the same document, and 404. */
const pagePaths = [
  /^$/,
  /^\/(?:sign-in|register|lost-password(?:\/[^/]+)?|confirm-email\/[^/]+|welcome|search|queries|help)$/,
  /^\/account(?:\/[a-z-]+)?$/,
  /^\/projects(?:\/[^/]+(?:\/(?:trackers|members))?)?$/,
  /^\/trackers\/\d+(?:\/new)?$/,
  /^\/artifacts\/\d+(?:\/copy)?$/,
  /^\/users\/[^/]+$/,
];

/** Whether there is a page at a path. Whether the thing that it names exists is for the API to say. */
export const isPagePath = (path: string): boolean =>
  pagePaths.some((pattern) => pattern.test(path.replace(/\/+$/, '')));

type Query = URLSearchParams;

/** A number in the query, or undefined. */
const numberIn = (query: Query, name: string): string | undefined => {
  const value = query.get(name);
  return value !== null && /^\d{1,15}$/.test(value) ? value : undefined;
};

/** A path with those parts of the query that have a value. */
function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Criteria of the report in an old address: `criteria[12]=text` is field 12. */
function criteriaOf(query: Query): Record<string, string> {
  const found = [...query].flatMap(([name, value]) => {
    const field = /^criteria\[(\d+)\](?:\[values\])?(?:\[\])?$/.exec(name)?.[1];
    return field === undefined || value === '' ? [] : [[`f${field}`, value] as const];
  });
  return Object.fromEntries(found);
}

function findTrackerPage(query: Query): string {
  const artifact = numberIn(query, 'aid');
  if (artifact !== undefined) return `/artifacts/${artifact}`;
  const tracker = numberIn(query, 'tracker');
  if (tracker === undefined) return withQuery('/projects', { id: numberIn(query, 'group_id') });
  if (query.get('func') === 'new-artifact' || query.get('func') === 'submit-artifact')
    return `/trackers/${tracker}/new`;
  return withQuery(`/trackers/${tracker}`, { report: numberIn(query, 'report'), ...criteriaOf(query) });
}

const paths: readonly [RegExp, (query: Query, parts: readonly string[]) => string | undefined][] = [
  [/^\/plugins\/tracker$/, findTrackerPage],
  [
    /^\/goto$/,
    (query) =>
      withQuery('/search', {
        q: `${query.get('key') ?? ''} #${query.get('val') ?? ''}`.trim(),
        goto: '1',
        project: numberIn(query, 'group_id'),
      }),
  ],
  [/^\/my$/, () => '/'],
  [/^\/account\/login\.php$/, (query) => withQuery('/sign-in', { next: localPath(query.get('return_to')) })],
  [/^\/account\/register\.php$/, () => '/register'],
  [/^\/account\/lostpw\.php$/, () => '/lost-password'],
  [/^\/softwaremap\/trove_list\.php$/, () => '/projects'],
  [/^\/projects\/([^/]+)\/(?:dashboards?|about)$/, (_, [name]) => `/projects/${name ?? ''}`],
];

/** A path of this server alone, so that no link sends people elsewhere; undefined for anything else. */
export const localPath = (path: string | null): string | undefined =>
  path !== null && /^\/(?![/\\])/.test(path) ? path : undefined;

/** The page that an address of the origin means, its filters included; undefined where it means none. */
export function findNewAddress(path: string, query: Query): string | undefined {
  const short = path.replace(/\/+$/, '');
  for (const [pattern, find] of paths) {
    const parts = pattern.exec(short);
    if (parts !== null) return find(query, parts.slice(1));
  }
  return undefined;
}
