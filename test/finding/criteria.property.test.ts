// Engine: both
// Random criteria and orders over artifacts that change: what the server finds for each reader, by index, by kept sets and columns, and
// by sums, against the values that it shows to that reader.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { moveArtifacts } from '../../src/features/artifacts/ranking/rank.store.ts';
import { triesOf } from '../support/depth.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let app: TestApp;
let world: World;
let ids: readonly number[] = [];
const readers = ['ada', 'mia', 'sam'] as const;
const all = { read: [everybody], submit: [registered], update: [registered] };
const groups = [members, admins] as const;
const states = ['New', 'Open', 'Done'] as const;
const artifactCount = 25;

before(async () => {
  app = await startApp({});
  const ada = await app.addUser('ada');
  const mia = await app.addUser('mia');
  await app.addUser('sam');
  world = await buildProject(app, {
    name: 'criteria',
    admins: [ada],
    members: [mia],
    trackers: () => [
      {
        name: 'things',
        permissions: { full: [everybody] },
        fields: [
          { name: 'links', type: 'art_link', ...all },
          { name: 'title', type: 'string', ...all },
          { name: 'status', type: 'sb', values: states, ...all },
          { name: 'limit', type: 'perm', ...all },
          { name: 'effort', type: 'computed', ...all },
          { name: 'rank', type: 'priority', ...all },
          { name: 'price', type: 'float', read: [members], submit: [members], update: [members] },
          { name: 'submitter', type: 'subby', ...all },
          { name: 'changer', type: 'luby', ...all },
        ],
      },
    ],
  });
  const trackerId = world.tracker('things');
  ids = await buildArtifacts(
    app,
    Array.from({ length: artifactCount }, () => ({ trackerId, changes: [{ by: ada, atMs: 1000 }] })),
  );
});
after(() => app.close());

type Change =
  | {
      kind: 'values';
      id: number;
      title: string;
      state: string | null;
      manual: number | null;
      price: number | null;
      groups: number[];
    }
  | { kind: 'links'; id: number; to: number[] }
  | { kind: 'rank'; id: number; before: number }
  | { kind: 'price'; id: number; by: string; price: number };

const place = fc.nat(artifactCount - 1);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('values' as const),
    id: place,
    title: fc.constantFrom('red apple', 'green apple', 'pear', ''),
    state: fc.option(fc.constantFrom(...states)),
    manual: fc.option(fc.nat(6)),
    price: fc.option(fc.constantFrom(-1.5, 0, 0.25, 1e9)),
    groups: fc.uniqueArray(fc.constantFrom(...groups)),
  }),
  fc.record({ kind: fc.constant('links' as const), id: place, to: fc.uniqueArray(place, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('rank' as const), id: place, before: place }),
  fc.record({
    kind: fc.constant('price' as const),
    id: place,
    by: fc.constantFrom('ada', 'mia'),
    price: fc.double({ min: 0, max: 9, noNaN: true }),
  }),
);

async function apply(one: Change): Promise<void> {
  const id = ids[one.id] ?? 0;
  if (one.kind === 'rank') {
    const comparedTo = ids[one.before] ?? 0;
    if (id !== comparedTo)
      await app.app.database.transact((tx) => moveArtifacts(tx, { ids: [id], direction: 'before', comparedTo }));
    return;
  }
  if (one.kind === 'price') {
    const values = [{ field_id: world.field('things', 'price'), value: one.price }];
    const answer = await app.call(`/api/artifacts/${id}`, { method: 'PUT', as: one.by, body: { values } });
    // It may be hidden from mia.
    assert.ok([200, 403, 404].includes(answer.status), answer.text);
    return;
  }
  const field = (name: string, entry: Record<string, unknown>) => ({ field_id: world.field('things', name), ...entry });
  const values =
    one.kind === 'links'
      ? [field('links', { links: one.to.map((to) => ({ id: ids[to], type: '_is_child' })) })]
      : [
          field('title', { value: one.title }),
          field('status', { bind_value_ids: one.state === null ? [] : [world.value('things', 'status', one.state)] }),
          field('effort', one.manual === null ? { is_autocomputed: true } : { manual_value: one.manual }),
          field('price', { value: one.price }),
          field('limit', { value: { granted_groups: one.groups.map((group) => `${world.id}_${group}`) } }),
        ];
  const answer = await app.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ada', body: { values } });
  assert.equal(answer.status, 200, answer.text);
}

interface Shown {
  id: number;
  title: string;
  status: readonly number[];
  limit: readonly string[];
  effort: number | null;
  rank: number;
  price: number | null;
  submitter: string;
  changer: string;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What a reader sees, by the list without a query. */
async function readShown(as: string): Promise<Shown[]> {
  const path = `/api/trackers/${world.tracker('things')}/artifacts?values=all&limit=${artifactCount}`;
  return listAt((await app.call(path, { as })).json).map((artifact) => {
    const value = (name: string): unknown => {
      const fieldId = world.field('things', name);
      return listAt(artifact, 'values').find((entry) => at(entry, 'field_id') === fieldId);
    };
    const effort = value('effort');
    const number = at(effort, 'manual_value') ?? at(effort, 'value');
    const ids = (name: string, key: string): readonly unknown[] =>
      value(name) === undefined ? [] : listAt(value(name), key);
    return {
      id: Number(at(artifact, 'id')),
      title: value('title') === undefined ? '' : String(at(value('title'), 'value')),
      status: ids('status', 'bind_value_ids').map(Number),
      limit: ids('limit', 'granted_groups_ids').map(String),
      effort: numberOf(number),
      rank: Number(at(value('rank'), 'value')),
      price: numberOf(at(value('price') ?? {}, 'value')),
      submitter: String(at(value('submitter'), 'value.username')),
      changer: String(at(value('changer'), 'value.username')),
    };
  });
}

interface Criterion {
  name: string;
  value: unknown;
  holds(shown: Shown): boolean;
}

const compares = {
  '': (a: number, b: number) => a === b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
};

const numeric = (name: 'effort' | 'rank', number: fc.Arbitrary<number>): fc.Arbitrary<Criterion> =>
  fc.oneof(
    fc
      .record({ sign: fc.constantFrom('' as const, '<' as const, '<=' as const, '>' as const, '>=' as const), number })
      .map(({ sign, number: limit }) => ({
        name,
        value: sign === '' ? limit : `${sign}${limit}`,
        holds: (shown: Shown) => shown[name] !== null && compares[sign](shown[name], limit),
      })),
    fc.tuple(number, number).map(([from, to]) => ({
      name,
      value: `${from}-${to}`,
      holds: (shown: Shown) => shown[name] !== null && shown[name] >= from && shown[name] <= to,
    })),
  );

const criteria = fc.uniqueArray(
  fc.oneof(
    numeric('effort', fc.nat(12)),
    numeric(
      'rank',
      place.map((index) => (ids[index] ?? 0) * 1024),
    ),
    fc.uniqueArray(fc.constantFrom(...groups), { minLength: 1 }).map((wanted) => {
      const value = wanted.map((group) => `${world.id}_${group}`);
      return { name: 'limit', value, holds: ({ limit }: Shown) => limit.some((id) => value.includes(id)) };
    }),
    fc.uniqueArray(fc.constantFrom(...states), { minLength: 1 }).map((labels) => {
      const value = labels.map((label) => world.value('things', 'status', label));
      return { name: 'status', value, holds: ({ status }: Shown) => status.some((id) => value.includes(id)) };
    }),
    fc.constantFrom('apple', 'pear', 'ed', 'green').map((value) => ({
      name: 'title',
      value,
      holds: ({ title }: Shown) => title.includes(value),
    })),
    fc.constantFrom('^r.*e$', 'p{2}', 'p[ae]').map((pattern) => ({
      name: 'title',
      value: `/${pattern}/`,
      holds: ({ title }: Shown) => new RegExp(pattern).test(title),
    })),
  ),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
);

/** A part of an expression that an index answers, or its opposite, for which all artifacts are made a set. */
const term = fc.oneof(
  fc.record({ label: fc.constantFrom(...states), isNegated: fc.boolean() }).map(({ label, isNegated }) => ({
    text: `status ${isNegated ? '!=' : '='} "${label}"`,
    holds: ({ status }: Shown) => status.includes(world.value('things', 'status', label)) !== isNegated,
  })),
  fc
    .record({ word: fc.constantFrom('apple', 'pear', 'green'), isNegated: fc.boolean() })
    .map(({ word, isNegated }) => ({
      text: `title ${isNegated ? '!=' : '='} "${word}"`,
      holds: ({ title }: Shown) => title.includes(word) !== isNegated,
    })),
);

interface Question {
  /** Parameter and value. */
  parameter: string;
  query: string;
  holds(shown: Shown): boolean;
}

const question: fc.Arbitrary<Question> = fc.oneof(
  criteria.map((asked) => ({
    parameter: 'query',
    query: JSON.stringify(Object.fromEntries(asked.map(({ name, value }) => [name, value]))),
    holds: (shown: Shown) => asked.every(({ holds }) => holds(shown)),
  })),
  fc.record({ terms: fc.array(term, { minLength: 1, maxLength: 3 }), isAny: fc.boolean() }).map(({ terms, isAny }) => ({
    parameter: 'expert_query',
    query: terms.map(({ text }) => text).join(isAny ? ' OR ' : ' AND '),
    holds: (shown: Shown) =>
      isAny ? terms.some(({ holds }) => holds(shown)) : terms.every(({ holds }) => holds(shown)),
  })),
);

/** Keys by which artifacts are sorted; nothing comes first, and what one may not read is nothing. */
const keys = {
  title: ({ title }: Shown) => (title === '' ? null : title),
  status: ({ status }: Shown) => status[0] ?? null,
  effort: ({ effort }: Shown) => effort,
  rank: ({ rank }: Shown) => rank,
  price: ({ price }: Shown) => price,
  submitter: ({ submitter }: Shown) => submitter,
  changer: ({ changer }: Shown) => changer,
};

const steps = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('title', 'status', 'effort', 'rank', 'price', 'submitter', 'changer'),
    isDescending: fc.boolean(),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);
type Steps = typeof steps extends fc.Arbitrary<infer S> ? S : never;

function compareShown(sort: Steps, a: Shown, b: Shown): number {
  for (const { name, isDescending } of sort) {
    const [first, second] = [keys[name](a), keys[name](b)];
    if (first === second) continue;
    const isBefore = first === null || (second !== null && first < second);
    return isBefore === isDescending ? 1 : -1;
  }
  return a.id - b.id;
}

const sortParameter = (sort: Steps): string =>
  sort.length === 0 ? '' : `&sort=${sort.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join()}`;

test('queries find what is shown, in the order that is asked for, while artifacts change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      question,
      steps,
      fc.nat(6),
      async (changes, asked, sort, offset) => {
        for (const one of changes) await apply(one);
        const { parameter, query, holds } = asked;
        for (const as of readers) {
          const shown = (await readShown(as)).filter(holds).sort((a, b) => compareShown(sort, a, b));
          const wanted = shown.map(({ id }) => id);
          const page = `limit=4&offset=${offset}&${parameter}=${encodeURIComponent(query)}${sortParameter(sort)}`;
          const answer = await app.call(`/api/trackers/${world.tracker('things')}/artifacts?${page}`, { as });
          assert.equal(answer.status, 200, `${query}: ${answer.text}`);
          assert.equal(answer.headers.get('x-pagination-size'), String(wanted.length), `${as} ${query}`);
          const found = listAt(answer.json).map((item) => at(item, 'id'));
          assert.deepEqual(found, wanted.slice(offset, offset + 4), `${as} ${query}`);
        }
      },
    ),
    { numRuns: triesOf(60) },
  );
});

test('everything is sorted as it is shown, while artifacts change', async () => {
  const path = `/api/trackers/${world.tracker('things')}/artifacts?limit=${artifactCount}`;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 2 }), steps, async (changes, sort) => {
      for (const one of changes) await apply(one);
      for (const as of readers) {
        const wanted = (await readShown(as)).sort((a, b) => compareShown(sort, a, b)).map(({ id }) => id);
        const answer = await app.call(path + sortParameter(sort), { as });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(
          listAt(answer.json).map((item) => at(item, 'id')),
          wanted,
          `${as} ${sortParameter(sort)}`,
        );
      }
    }),
    { numRuns: triesOf(40) },
  );
});

test('a rank is the one after the last move, which leaves no changeset', async () => {
  const [first = 0, second = 0] = (await readShown('ada')).sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  const ask = async (rank: string): Promise<unknown[]> => {
    const path = `/api/trackers/${world.tracker('things')}/artifacts?query=${encodeURIComponent(JSON.stringify({ rank }))}`;
    return listAt((await app.call(path, { as: 'ada' })).json).map((item) => at(item, 'id'));
  };
  const shown = await readShown('ada');
  const limit = `<=${shown.find(({ id }) => id === first)?.rank}`;
  assert.deepEqual(await ask(limit), [first]);
  await app.app.database.transact((tx) => moveArtifacts(tx, { ids: [first], direction: 'after', comparedTo: second }));
  assert.deepEqual(await ask(limit), []);
});

test('a report sorts by ranks and by computed numbers, nothing first', async () => {
  const shown = await readShown('ada');
  for (const name of ['rank', 'effort'] as const) {
    const field_id = world.field('things', name);
    const made = await app.call(`/api/trackers/${world.tracker('things')}/tracker_reports`, {
      method: 'POST',
      as: 'ada',
      body: { label: name, columns: [field_id], sort: [{ field_id }] },
    });
    assert.equal(made.status, 201, made.text);
    const path = `/api/tracker_reports/${String(at(made.json, 'id'))}/artifacts?values=from_table_renderer&limit=50`;
    const found = listAt((await app.call(path, { as: 'ada' })).json).map((item) => at(item, 'id'));
    const key = (one: Shown): number => one[name] ?? -1;
    assert.deepEqual(
      found,
      shown.toSorted((a, b) => key(a) - key(b) || a.id - b.id).map(({ id }) => id),
    );
  }
});
