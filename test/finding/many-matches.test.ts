// Tier: all, because it needs thousands of artifacts.
// Engine: both
// Queries by numbers that match more artifacts than one step along an index gives, and lists of them that numbers sort, at first and
// after changes.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import * as worlds from '../support/worlds.ts';

interface Numbers {
  shared: number;
  own: number;
}

const artifactCount = 2600;
const pageSize = 1000;

let test: TestApp;
let home: worlds.World;
/** What each artifact holds now, in order of ids. */
const held = new Map<number, Numbers>();

before(async () => {
  test = await startApp();
  home = await worlds.buildProject(test, {
    name: 'numbers',
    members: [],
    admins: [await test.addUser('ada')],
    trackers: () => [
      {
        name: 'measures',
        permissions: { full: [worlds.everybody] },
        fields: ['shared', 'own'].map((name) => ({
          name,
          type: 'int',
          read: [worlds.everybody],
          submit: [worlds.members],
          update: [worlds.members],
        })),
      },
    ],
  });
  // Each shared number belongs to artifacts everywhere in the tracker, and each number of its own goes down as ids go up.
  const all = Array.from({ length: artifactCount }, (_, index) => ({
    shared: (index * 7) % 50,
    own: artifactCount - index,
  }));
  const ids = await worlds.buildArtifacts(
    test,
    all.map(({ shared, own }) => ({
      trackerId: home.tracker('measures'),
      changes: [
        {
          by: 0,
          atMs: 0,
          values: { [home.field('measures', 'shared')]: shared, [home.field('measures', 'own')]: own },
        },
      ],
    })),
  );
  for (const [index, id] of ids.entries()) held.set(id, { shared: 0, own: 0, ...all[index] });
});
after(() => test.close());

const queries: Record<string, (numbers: Numbers) => boolean> = {
  'shared >= 10': ({ shared }) => shared >= 10,
  'shared > 10 and shared < 40': ({ shared }) => shared > 10 && shared < 40,
  'shared between(3, 45)': ({ shared }) => shared >= 3 && shared <= 45,
  'shared < 1000': () => true,
  'shared != 3': ({ shared }) => shared !== 3,
  'own > 100': ({ own }) => own > 100,
  'own <= 1500 and shared = 7': ({ own, shared }) => own <= 1500 && shared === 7,
  'own > 2000 or shared > 25': ({ own, shared }) => own > 2000 || shared > 25,
  'own < 20': ({ own }) => own < 20,
};

const orders: Record<string, (a: Numbers, b: Numbers) => number> = {
  own: (a, b) => a.own - b.own,
  '-own': (a, b) => b.own - a.own,
  'shared,-own': (a, b) => a.shared - b.shared || b.own - a.own,
  '-shared': (a, b) => b.shared - a.shared,
};

/** Page by page: first a short one. */
async function readAll(query: string, sort = ''): Promise<number[]> {
  const found: number[] = [];
  for (let limit = 30; ; limit = pageSize) {
    const filter = query === '' ? '' : `&expert_query=${encodeURIComponent(query)}`;
    const page = `limit=${limit}&offset=${found.length}${filter}${sort === '' ? '' : `&sort=${sort}`}`;
    const answer = await test.call(`/api/trackers/${home.tracker('measures')}/artifacts?${page}`, { as: 'ada' });
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    const ids = listAt(answer.json).map((item) => Number(at(item, 'id')));
    found.push(...ids);
    if (ids.length < limit) {
      assert.equal(answer.headers.get('x-pagination-size'), String(found.length), query);
      return found;
    }
  }
}

async function checkAll(): Promise<void> {
  for (const [query, matches] of Object.entries(queries)) {
    const wanted = [...held].filter(([, numbers]) => matches(numbers)).map(([id]) => id);
    assert.deepEqual(await readAll(query), wanted, query);
  }
  for (const [sort, compare] of Object.entries(orders))
    for (const [query, matches] of [['', () => true] as const, ...Object.entries(queries).slice(0, 1)]) {
      const wanted = [...held]
        .filter(([, numbers]) => matches(numbers))
        .sort(([a, first], [b, second]) => compare(first, second) || a - b);
      assert.deepEqual(
        await readAll(query, sort),
        wanted.map(([id]) => id),
        `${query} by ${sort}`,
      );
    }
}

async function change(id: number, shared: number, own: number): Promise<void> {
  const values = Object.entries({ shared, own }).map(([name, value]) => ({
    field_id: home.field('measures', name),
    value,
  }));
  const answer = await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ada', body: { values } });
  assert.equal(answer.status, 200, answer.text);
  held.set(id, { shared, own });
}

it('all that match are found, each once, in order of their ids', checkAll);

it('a change in a few of many blocks is seen', async () => {
  const [first = 0] = held.keys();
  await change(first, 3, 5000);
  await checkAll();
});

it('changes in most blocks are seen', async () => {
  const ids = [...held.keys()];
  for (const [index, id] of ids.entries()) if (index % 400 === 1) await change(id, 3 + (index % 11), index);
  await checkAll();
});

async function add(shared: number, own: number): Promise<void> {
  const body = {
    tracker: { id: home.tracker('measures') },
    values: Object.entries({ shared, own }).map(([name, value]) => ({ field_id: home.field('measures', name), value })),
  };
  const answer = await test.call('/api/artifacts', { method: 'POST', as: 'ada', body });
  assert.equal(answer.status, 201, answer.text);
  held.set(Number(at(answer.json, 'id')), { shared, own });
}

async function remove(id: number): Promise<void> {
  const answer = await test.call(`/api/artifacts/${id}`, { method: 'DELETE', as: 'ada' });
  assert.equal(answer.status, 200, answer.text);
  held.delete(id);
}

it('what comes, goes and changes between two queries is seen, in one block and in several', async () => {
  const idAt = (part: number): number => [...held.keys()][Math.floor(part * held.size)] ?? 0;
  await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '9');
  const steps: (() => Promise<void>)[] = [
    () => change(idAt(0), 12, 1),
    () => add(44, 44),
    () => remove(idAt(0.999)),
    async () => {
      await add(3, 6000);
      await remove(idAt(0.9));
      await change(idAt(0.1), 7, 3);
    },
    async () => {
      for (let index = 0; index < 70; index += 1) await change(idAt(0.3 + index / 1000), index % 50, index);
    },
    async () => {
      for (const part of [0.2, 0.6, 0.99]) await change(idAt(part), 26, 2500);
    },
  ];
  for (const step of steps) {
    await step();
    await checkAll();
  }
});

it('many may ask at once what was asked before', async () => {
  const path = `/api/trackers/${home.tracker('measures')}/artifacts?expert_query=shared%20%3E%2010&limit=1&offset=`;
  const offsets = Array.from({ length: 200 }, (_, offset) => offset);
  const answers = await Promise.all(offsets.map((offset) => test.call(path + offset, { as: 'ada' })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});
