// Questions that cost more than they look.
import type { Ask, AttackClass, Ground } from '../attack.ts';
import { fieldOf, flood, post, repeat, trackerOf } from '../moves.ts';

const listPath = (ground: Ground, query: Readonly<Record<string, string>>): string =>
  `/api/trackers/${trackerOf(ground, 'cards')}/artifacts?${new URLSearchParams(query).toString()}`;

const tql = (ground: Ground, expert_query: string): Ask => ({
  path: listPath(ground, { expert_query, limit: '50' }),
  as: 'mallory',
});

const many = (count: number, one: (n: number) => string, between: string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(between);

const refusals = [400, 404, 414];

const queryClass = (name: string, imitates: string, write: (n: number) => string): AttackClass => ({
  name,
  imitates,
  refusals,
  set: flood(16, (ground) => (n) => tql(ground, write(n))),
});

const searchClass = (name: string, imitates: string, keywords: (n: number) => string): AttackClass => ({
  name,
  imitates,
  refusals: [400],
  set: flood(16, () => (n) => post('/api/search?limit=50', { keywords: keywords(n) }, 'mallory')),
});

export const queryClasses: readonly AttackClass[] = [
  queryClass('query-nesting', 'conditions in parentheses in parentheses', () => {
    const levels = 48;
    return `${'('.repeat(levels)}title = "login"${')'.repeat(levels)}`;
  }),
  queryClass('query-too-deep', 'parentheses without an end', () => '('.repeat(7000)),
  queryClass('query-many-conditions', 'as many conditions as there may be', (n) =>
    many(30, (i) => `text != "${String.fromCharCode(97 + ((i + n) % 26))}q"`, ' AND '),
  ),
  queryClass('query-wide-or', 'alternatives as many as there may be', (n) =>
    many(30, (i) => `(notes = "zz${i}${n}" OR text = "q${i}x")`, ' OR ').slice(0, 12_000),
  ),
  queryClass('query-like', 'parts of words, with every sign of patterns', (n) =>
    many(20, (i) => `text = "%_%_%_%${i}${n}%_"`, ' OR '),
  ),
  queryClass('query-long-lists', 'lists of hundreds of values', () => `status IN (${many(500, (i) => `"${i}"`, ',')})`),
  queryClass('query-texts', 'words that are in every text', () => 'text = "e" AND title != "zzzz" AND notes = ""'),
  queryClass('query-comments', 'what is said in comments', (n) => `@comments = "word${n % 7}" OR @comments != "x"`),
  queryClass('query-links', 'links of links', () => many(15, (i) => `IS LINKED TO TRACKER = "t${i}"`, ' OR ')),
  {
    name: 'query-patterns',
    imitates: 'regular expressions that explode',
    refusals,
    set: flood(16, (ground) => (n) => ({
      path: listPath(ground, {
        query: JSON.stringify({
          text: `/${['(a+)+$', '(.*){2,30}x', '((a|aa)+)+b', '(x+x+)+y', '.*.*.*.*=.*'][n % 5]}/`,
        }),
      }),
      as: 'mallory',
    })),
  },
  {
    name: 'query-sums',
    imitates: 'conditions on computed fields of a whole tracker',
    refusals,
    set: flood(16, (ground) => (n) => ({
      path: listPath(ground, { query: JSON.stringify({ effort: `>${n}` }) }),
      as: 'mallory',
    })),
  },
  {
    name: 'lists-with-all-values',
    imitates: 'the longest pages with everything in them',
    refusals,
    set: flood(16, (ground) => (n) => ({
      path: listPath(ground, { values: 'all', limit: '100', offset: String((n * 100) % 2000) }),
      as: 'mallory',
    })),
  },
  {
    name: 'lists-as-xml',
    imitates: 'the longest pages as XML',
    refusals,
    set: flood(16, (ground) => (n) => ({
      path: listPath(ground, { values: 'all', limit: '100', offset: String((n * 37) % 1900) }),
      as: 'mallory',
      headers: { accept: 'application/xml' },
    })),
  },
  {
    name: 'far-pages',
    imitates: 'pages beyond the end, in every order',
    refusals,
    set: flood(16, (ground) => (n) => ({
      path: listPath(ground, { limit: '100', offset: String(1_000_000 * n), order: n % 2 === 0 ? 'asc' : 'desc' }),
      as: 'mallory',
    })),
  },
  {
    name: 'artifacts-by-ids',
    imitates: 'as many artifacts at once as there may be',
    refusals,
    set: flood(16, ({ site }) => (n) => ({
      path: `/api/artifacts?limit=100&query=${encodeURIComponent(JSON.stringify({ id: site.artifacts.slice(n % 1500, (n % 1500) + 100) }))}`,
      as: 'mallory',
    })),
  },
  {
    name: 'crosstracker',
    imitates: 'searches over all trackers, sorted by text',
    refusals,
    set: flood(16, () => (n) => ({
      path: `/api/crosstracker_query/content?limit=50&query=${encodeURIComponent(
        JSON.stringify({
          widget_id: null,
          tql_query: `SELECT @title, @status, @submitted_by, @last_update_date, @pretty_title, text FROM @project.name = 'arena' AND @tracker.name IN ('cards', 'moves') WHERE @title != "zz${n}" ORDER BY @title DESC`,
        }),
      )}`,
      as: 'mallory',
    })),
  },
  searchClass('search-frequent', 'words that are everywhere', (n) => `login ${['crash', 'slow', 'menu'][n % 3]}`),
  searchClass(
    'search-phrases',
    'phrases of words that are everywhere',
    (n) => `"login screen" "crash ${n % 2 === 0 ? 'slow' : 'login'}"`,
  ),
  searchClass('search-exclusions', 'everything but', () => `login ${many(20, (i) => `-word${i}`, ' ')} -crash -menu`),
  searchClass('search-prefixes', 'beginnings of one letter', (n) =>
    many(10, (i) => `${String.fromCharCode(97 + ((n + i) % 26))}*`, ' OR '),
  ),
  searchClass('search-long', 'questions as long as may be', (n) =>
    many(64, (i) => `login${n}${i}`, ' OR ').slice(0, 1000),
  ),
  searchClass('search-misspelt', 'words that are nearly there', (n) => `lgoin${n % 50} crahs scren`),
  {
    name: 'search-of-people',
    imitates: 'parts of names, and everybody',
    refusals,
    set: flood(16, () => (n) => ({
      path: `/api/users?limit=1000&query=${['crowd', '_', 'c%', 'o'][n % 4]}`,
      as: 'mallory',
    })),
  },
  {
    name: 'reports-as-csv',
    imitates: 'whole trackers as CSV, all at once',
    refusals,
    set: repeat(24, async (ground) => {
      const id = await plantReport(ground);
      return { path: `/api/tracker_reports/${id}/artifacts.csv`, as: 'mallory' };
    }),
  },
  {
    name: 'reports-sorted',
    imitates: 'tables that are sorted by text',
    refusals,
    set: flood(24, async (ground) => {
      const id = await plantReport(ground);
      return (n) => ({
        path: `/api/tracker_reports/${id}/artifacts?values=from_table_renderer&limit=50&offset=${(n * 50) % 1900}`,
        as: 'mallory',
      });
    }),
  },
];

async function plantReport(ground: Ground): Promise<number> {
  const columns = ['title', 'text', 'status', 'points'].map((name) => fieldOf(ground, `cards.${name}`));
  const report = {
    label: `report ${Math.random()}`,
    columns,
    sort: columns.slice(0, 2).map((field_id) => ({ field_id, order: 'desc' })),
  };
  const made = await ground.demand(
    post(`/api/trackers/${trackerOf(ground, 'cards')}/tracker_reports`, report, 'mallory'),
  );
  if (typeof made === 'object' && made !== null && 'id' in made) return Number(made.id);
  throw new Error('the report has no id');
}
