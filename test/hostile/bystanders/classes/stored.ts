// Things that were stored once, and cost everybody who looks at them.
import type { AttackClass, Ground } from '../attack.ts';
import { fieldOf, flood, plantCard, post, put, repeat, trackerOf, valueOf } from '../moves.ts';

const batchMax = 100;

/** Changes an artifact so many times. */
async function plantHistory(ground: Ground, id: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await ground.demand(
      put(
        `/api/artifacts/${id}`,
        {
          values: [{ field_id: fieldOf(ground, 'cards.text'), value: `${'line of text\n'.repeat(300)}${n}` }],
          comment: { body: `what I did in ${n}: **much**`, format: 'commonmark' },
        },
        'mallory',
      ),
    );
}

/** Cards with these sizes, in batches; gives their ids. */
async function plantCards(ground: Ground, count: number, links: readonly number[] = []): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const items = Array.from({ length: Math.min(batchMax, count - ids.length) }, (_, n) => ({
      tracker: { id: trackerOf(ground, 'cards') },
      values: [
        { field_id: fieldOf(ground, 'cards.title'), value: `card ${n}` },
        { field_id: fieldOf(ground, 'cards.size'), value: 1.5 },
        ...(links.length === 0
          ? []
          : [{ field_id: fieldOf(ground, 'cards.links'), links: links.map((id) => ({ id, type: '_is_child' })) }]),
      ],
    }));
    const made = await ground.demand(post('/api/artifacts/batch', { items }, 'mallory'));
    ids.push(...readIds(made));
  }
  return ids;
}

function readIds(made: unknown): number[] {
  const items: unknown = typeof made === 'object' && made !== null && 'items' in made ? made.items : made;
  // Long answers are kept as text, in part.
  if (!Array.isArray(items)) return [...String(made).matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
  return items.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item ? Number(item.id) : Number.NaN,
  );
}

const linkTo = (ids: readonly number[]): Readonly<Record<string, unknown>> => ({
  links: { links: ids.map((id) => ({ id, type: '_is_child' })) },
  start: { value: '1980-01-01' },
  days: { value: 15_000 },
  effort: { is_autocomputed: true },
  remaining_effort: { is_autocomputed: true },
});

const readsOf = (id: number): string[] => [
  `/api/artifacts/${id}`,
  `/api/artifacts/${id}/links`,
  `/api/artifacts/${id}/linked_artifacts?direction=forward&nature=_is_child&limit=50`,
];

const refusals = [400, 404];

export const storedClasses: readonly AttackClass[] = [
  {
    name: 'long-histories',
    imitates: 'an artifact with hundreds of long changes',
    set: flood(8, async (ground) => {
      const id = await plantCard(ground);
      await plantHistory(ground, id, ground.scale(300));
      return (n) => ({
        path: `/api/artifacts/${id}/changesets?limit=50&offset=${(n * 50) % 300}&fields=all`,
        as: 'mallory',
      });
    }),
  },
  {
    name: 'documents-with-answers',
    imitates:
      'people who open the page of an artifact with hundreds of links and long changes, whose document brings what it shows',
    refusals,
    set: flood(8, async (ground) => {
      const id = await plantCard(ground, linkTo(ground.site.artifacts.slice(0, ground.scale(900))));
      await plantHistory(ground, id, ground.scale(60));
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      return () => ({ path: `/artifacts/${id}`, headers, as: 'mallory' });
    }),
  },
  {
    name: 'wide-links',
    imitates: 'an artifact with a thousand links',
    refusals,
    set: flood(8, async (ground) => {
      const id = await plantCard(ground, linkTo(ground.site.artifacts.slice(0, ground.scale(900))));
      const reads = readsOf(id);
      return (n) => ({ path: reads[n % reads.length] ?? '', as: 'mallory' });
    }),
  },
  {
    name: 'wide-sums',
    imitates: 'a computed field over thousands of children',
    refusals,
    set: flood(8, async (ground) => {
      const leaves = await plantCards(ground, ground.scale(800));
      const id = await plantCard(ground, linkTo(leaves));
      return (n) => ({ path: readsOf(id)[n % 2] ?? '', as: 'mallory' });
    }),
  },
  {
    name: 'deep-sums',
    imitates: 'a computed field over a chain of children, with a way back to its start',
    refusals,
    set: flood(8, async (ground) => {
      let id = await plantCard(ground);
      for (let depth = 0; depth < ground.scale(150); depth += 1) id = await plantCard(ground, linkTo([id]));
      return () => ({ path: `/api/artifacts/${id}`, as: 'mallory' });
    }),
  },
  {
    name: 'layered-sums',
    imitates: 'a computed field over layers whose ways multiply',
    refusals,
    set: flood(8, async (ground) => {
      let layer = await plantCards(ground, 10);
      for (let depth = 0; depth < ground.scale(12); depth += 1) layer = await plantCards(ground, 10, layer);
      const id = await plantCard(ground, linkTo(layer));
      return () => ({ path: `/api/artifacts/${id}`, as: 'mallory' });
    }),
  },
  {
    name: 'dense-sums',
    imitates: 'hundreds of artifacts that are children of each other, sorted by their sums and drawn as charts',
    refusals,
    set: flood(8, async (ground) => {
      const ids: number[] = [];
      for (let layer = 0; layer < Math.max(4, ground.scale(25)); layer += 1)
        ids.push(...(await plantCards(ground, 10, ids)));
      const id = await plantCard(ground, linkTo(ids));
      const list = `/api/trackers/${trackerOf(ground, 'cards')}/artifacts?limit=100`;
      const paths = [`${list}&sort=-effort`, `${list}&values=all`, ...readsOf(id), `/api/backlog_items/${id}`];
      return (n) => ({ path: paths[n % paths.length] ?? '', as: 'mallory' });
    }),
  },
  {
    name: 'charts-over-decades',
    imitates: 'burndowns that begin in 1980',
    refusals,
    set: flood(8, async (ground) => {
      const id = await plantCard(ground, linkTo(ground.site.artifacts.slice(0, ground.scale(500))));
      return (n) => ({
        path: `/api/artifacts/${id}?values_format=all`,
        as: 'mallory',
        headers: n % 2 === 0 ? {} : { accept: 'application/xml' },
      });
    }),
  },
  {
    name: 'boards-read',
    imitates: 'the whole backlog and all milestones, again and again',
    refusals,
    set: flood(16, () => (n) => ({
      path:
        [
          '/api/projects/101/backlog?limit=100',
          '/api/projects/101/milestones?limit=100&fields=all',
          '/api/milestones/2/content?limit=100',
          '/api/milestones/2/backlog?limit=100',
        ][n % 4] ?? '',
      as: 'root',
    })),
  },
  {
    name: 'heartbeats',
    imitates: 'everybody asks what was new, in a project with long texts',
    set: flood(16, async (ground) => {
      for (let n = 0; n < ground.scale(30); n += 1)
        await plantCard(ground, { text: `${'word '.repeat(12_000)}${n}`, notes: 'note '.repeat(12_000) });
      return () => ({ path: `/api/projects/${ground.site.projectId}/heartbeats`, as: 'mallory' });
    }),
  },
  {
    name: 'activity-as-guest',
    imitates: 'what was new, from people without an account',
    set: repeat(16, ({ site }) => ({ path: `/api/projects/${site.projectId}/heartbeats` })),
  },
  {
    name: 'groups-of-giants',
    imitates: 'a user group with everybody in it, replaced again and again',
    refusals,
    set: flood(4, async (ground) => {
      const { site } = ground;
      const made = await ground.demand(
        post('/api/user_groups', { project_id: site.projectId, short_name: 'giants', description: '' }, 'mallory'),
      );
      const id = readIds({ items: [made] })[0] ?? 0;
      const people = Array.from({ length: ground.scale(5000) }, (_, n) => ({
        username: `crowd_${n % site.crowd.length}`,
      }));
      return (n) =>
        n % 2 === 0
          ? put(`/api/user_groups/${id}/users`, { user_references: people }, 'mallory')
          : { path: `/api/user_groups/${id}/users?limit=50`, as: 'mallory' };
    }),
  },
  {
    name: 'large-definitions',
    imitates: 'a list of thousands of values in a tracker that everybody reads',
    refusals,
    set: flood(8, async (ground) => {
      const tracker = trackerOf(ground, 'cards');
      const values = Array.from({ length: ground.scale(2000) }, (_, n) => ({ label: `value ${n}` }));
      await ground.demand(
        post(`/api/trackers/${tracker}/fields`, { type: 'sb', label: 'Giant', name: 'giant', values }, 'mallory'),
      );
      return (n) => ({
        path: n % 2 === 0 ? `/api/trackers/${tracker}` : `/api/projects/${ground.site.projectId}/trackers?limit=50`,
        as: 'mallory',
      });
    }),
  },
  {
    name: 'long-preferences',
    imitates: 'an account that keeps long preferences and queries without end, and opens pages that bring them',
    refusals,
    set: flood(8, ({ site }) => {
      const me = `/api/users/${site.tokens.mallory['x-auth-userid'] ?? 'self'}`;
      const widget = 2 * site.projectId;
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const query = {
        widget_id: widget,
        tql_query: "SELECT @id FROM @project = 'self' WHERE @id > 4",
        title: 'q',
        description: 'd'.repeat(9000),
      };
      return (n) => {
        if (n % 4 === 0)
          return {
            ...put(`${me}/preferences`, { key: `key-${n}`, value: 'x'.repeat(60_000) }, 'mallory'),
            method: 'PATCH',
          };
        if (n % 4 === 1) return post('/api/crosstracker_query', query, 'mallory');
        if (n % 4 === 2) return { path: `/api/crosstracker_widget/${widget}`, as: 'mallory' };
        return { path: '/', headers, as: 'mallory' };
      };
    }),
  },
  {
    name: 'definitions-by-xml',
    imitates: 'trackers made of documents whose lists have thousands of values, or more than there may be',
    refusals,
    set: flood(2, (ground) => {
      const count = ground.scale(4500);
      const list = (n: number, values: number): string => {
        const items = Array.from({ length: values }, (_, i) => `<item ID="V${n}x${i}" label="v${i}" value="v${i}"/>`);
        const bind = `<bind type="static"><items>${items.join('')}</items></bind>`;
        return `<formElement type="sb" ID="F${n}" rank="${n}"><name>list${n}</name><label>list</label>${bind}</formElement>`;
      };
      return (n) => {
        const lists = Array.from({ length: 8 }, (_, i) => list(i, n % 4 === 3 ? 4 * count : count)).join('');
        const xml = `<tracker><name>Made ${n}</name><item_name>made${n}</item_name><formElements>${lists}</formElements></tracker>`;
        return post(
          '/api/trackers',
          { project: { id: ground.site.projectId }, label: `Made ${n}`, shortname: `made${n}`, xml },
          'mallory',
        );
      };
    }),
  },
  {
    name: 'labels-without-end',
    imitates: 'artifacts that each name a thousand new labels in an open list',
    refusals,
    set: flood(8, async (ground) => {
      const tracker = trackerOf(ground, 'cards');
      const list = { type: 'tbl', label: 'Labels', name: 'labels' };
      const made = await ground.demand(post(`/api/trackers/${tracker}/fields`, list, 'mallory'));
      const fieldId = typeof made === 'object' && made !== null && 'field_id' in made ? made.field_id : undefined;
      const labels = ground.scale(1000);
      return (n) =>
        post(
          '/api/artifacts',
          {
            tracker: { id: tracker },
            values: [
              { field_id: fieldOf(ground, 'cards.title'), value: `many labels ${n}` },
              { field_id: fieldId, bind_value_ids: Array.from({ length: labels }, (_, i) => `label ${n} ${i}`) },
            ],
          },
          'mallory',
        );
    }),
  },
  {
    name: 'definitions-changed',
    imitates: 'a tracker that is renamed all the time, which makes every cache look anew',
    refusals: [400, 412],
    set: flood(4, (ground) => (n) => ({
      ...put(`/api/trackers/${trackerOf(ground, 'cards')}`, { description: `number ${n}` }, 'mallory'),
      method: 'PATCH',
    })),
  },
  {
    name: 'project-copies',
    imitates: 'projects made from a template, one after the other',
    refusals: [400, 403],
    set: flood(
      2,
      ({ site }) =>
        (n) =>
          post(
            '/api/projects',
            { shortname: `copy-${n}`, label: `Copy ${n}`, is_public: true, template_id: site.projectId },
            'root',
          ),
    ),
  },
  {
    name: 'ranking',
    imitates: 'artifacts moved in the order of all, again and again',
    refusals: [400, 404, 409],
    set: flood(4, async (ground) => {
      const shown = await ground.demand({ path: '/api/projects/101/backlog?limit=100', as: 'root' });
      const [last = 0, ...ids] = readIds(shown).toReversed();
      return (n) => ({
        ...put(
          '/api/projects/101/backlog',
          { order: { ids: n % 2 === 0 ? ids : ids.toReversed(), direction: 'before', compared_to: last } },
          'root',
        ),
        method: 'PATCH',
      });
    }),
  },
  {
    name: 'if-match-storm',
    imitates: 'everybody changes one artifact, each with the version that they know',
    refusals: [412],
    set: flood(24, async (ground) => {
      const id = await plantCard(ground);
      return (n) => ({
        ...put(
          `/api/artifacts/${id}`,
          { values: [{ field_id: fieldOf(ground, 'cards.points'), value: n }] },
          'mallory',
        ),
        headers: n % 2 === 0 ? { 'if-match': '"old"' } : {},
      });
    }),
  },
  {
    name: 'idempotency-storm',
    imitates: 'keys of their own for each request, and one key for many at once',
    refusals: [409, 422],
    set: flood(16, (ground) => (n) => ({
      ...post(
        '/api/artifacts',
        {
          tracker: { id: trackerOf(ground, 'cards') },
          values: [{ field_id: fieldOf(ground, 'cards.title'), value: 'again' }],
        },
        'mallory',
      ),
      headers: { 'idempotency-key': n % 2 === 0 ? `key-${n}` : `shared-${Math.floor(n / 50)}` },
    })),
  },
  {
    name: 'batches',
    imitates: 'a thousand artifacts in one request',
    refusals,
    set: repeat(4, (ground) =>
      post(
        '/api/artifacts/batch',
        {
          items: Array.from({ length: ground.scale(1000) }, (_, n) => ({
            tracker: { id: trackerOf(ground, 'cards') },
            values: [
              { field_id: fieldOf(ground, 'cards.title'), value: `batch ${n}` },
              { field_id: fieldOf(ground, 'cards.text'), value: 'text '.repeat(100) },
              { field_id: fieldOf(ground, 'cards.status'), bind_value_ids: [valueOf(ground, 'cards.status.new')] },
            ],
          })),
        },
        'mallory',
      ),
    ),
  },
];
