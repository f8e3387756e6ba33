// Engine: both
// Computed fields over REST: sums over children as each reader may know them, numbers set by hand, cycles, and answers that
// stay right when something below changes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listArtifactsByIds, parseValues } from '../../src/features/artifacts/index.ts';
import { loadSums } from '../../src/features/artifacts/computed/sums.ts';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const all = { read: [everybody], submit: [registered], update: [registered] };
const link: FieldPlan = { name: 'links', type: 'art_link', ...all };
const limit: FieldPlan = { name: 'limit', type: 'perm', ...all };

before(async () => {
  test = await startApp({ settings: "$sys_artifact_deletions_per_day = '5';" });
  const ada = await test.addUser('ada');
  const mia = await test.addUser('mia');
  await test.addUser('sam');
  world = await buildProject(test, {
    name: 'sums',
    admins: [ada],
    members: [mia],
    trackers: () => [
      {
        name: 'epics',
        permissions: { full: [everybody] },
        fields: [
          link,
          limit,
          { name: 'effort', type: 'computed', ...all },
          { name: 'secret', type: 'computed', ...all },
          { name: 'budget', type: 'computed', ...all, properties: { default_value: '7.5' } },
          { name: 'quota', type: 'computed', ...all, submit: [], properties: { default_value: '3' } },
        ],
      },
      {
        name: 'stories',
        permissions: { full: [everybody] },
        fields: [link, limit, { name: 'effort', type: 'computed', ...all }],
      },
      {
        name: 'tasks',
        permissions: { full: [everybody] },
        fields: [
          link,
          limit,
          { name: 'effort', type: 'float', ...all },
          { name: 'secret', type: 'int', read: [admins], submit: [registered], update: [admins] },
          { name: 'note', type: 'string', ...all },
        ],
      },
      {
        name: 'sizes',
        permissions: { full: [everybody] },
        fields: [link, { name: 'effort', type: 'sb', values: ['1', '2.5', 'many'], ...all }],
      },
      {
        name: 'blind',
        permissions: { full: [everybody] },
        fields: [
          { ...link, read: [admins], update: [admins] },
          { name: 'effort', type: 'computed', ...all },
        ],
      },
    ],
  });
});
after(() => test.close());

type Entry = Record<string, unknown>;
const as = (tracker: string, name: string, entry: Entry): Entry => ({ field_id: world.field(tracker, name), ...entry });
const children = (tracker: string, ids: readonly number[], type = '_is_child'): Entry =>
  as(tracker, 'links', { links: ids.map((id) => ({ id, type })) });

async function make(tracker: string, values: Entry[]): Promise<number> {
  const answer = await test.call('/api/artifacts', {
    method: 'POST',
    as: 'ada',
    body: { tracker: { id: world.tracker(tracker) }, values },
  });
  assert.equal(answer.status, 201, answer.text);
  return Number(at(answer.json, 'id'));
}

const task = (effort: number | string, ...more: Entry[]): Promise<number> =>
  make('tasks', [as('tasks', 'effort', { value: effort }), ...more]);

async function viewerOf({ app }: TestApp, name: string) {
  const { site, signIn, loadViewer } = app.features;
  const headers = await issueToken(app, name);
  const request = {
    method: 'GET',
    url: '/',
    headers,
    address: '127.0.0.1',
    isEncrypted: false,
    format: 'json',
  } as const;
  return loadViewer(await signIn.identify(request, 'signed-in', await site.current()));
}

const put = (id: number, values: Entry[]): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ada', body: { values } });

async function change(id: number, values: Entry[]): Promise<void> {
  const answer = await put(id, values);
  assert.equal(answer.status, 200, answer.text);
}

async function remove(id: number): Promise<void> {
  const answer = await test.call(`/api/artifacts/${id}`, { method: 'DELETE', as: 'ada' });
  assert.equal(answer.status, 200, answer.text);
}

const read = (id: number, reader = 'ada'): Promise<Answered> =>
  test.call(`/api/artifacts/${id}?values_format=all`, { as: reader });

const shown = async (id: number, tracker: string, name = 'effort', reader = 'ada'): Promise<unknown> =>
  valueOf((await read(id, reader)).json, world.field(tracker, name));

const sum = async (id: number, tracker = 'epics', name = 'effort', reader = 'ada'): Promise<unknown> =>
  at(await shown(id, tracker, name, reader), 'value');

describe('a computed field', () => {
  it('sums the numbers of children, through computed fields of children too', async () => {
    const story = await make('stories', [children('stories', [await task(0.1), await task(0.2)])]);
    const size = await make('sizes', [
      as('sizes', 'effort', { bind_value_ids: [world.value('sizes', 'effort', '2.5')] }),
    ]);
    const word = await make('sizes', [
      as('sizes', 'effort', { bind_value_ids: [world.value('sizes', 'effort', 'many')] }),
    ]);
    const epic = await make('epics', [children('epics', [story, await task(4), size, word])]);
    assert.deepEqual(await shown(epic, 'epics'), {
      field_id: world.field('epics', 'effort'),
      type: 'computed',
      label: 'Label of effort',
      is_autocomputed: true,
      value: 6.8,
      manual_value: null,
    });
    assert.equal(await sum(story, 'stories'), 0.3);
    assert.equal(at((await read(epic)).json, 'values_by_field.effort.value'), 6.8);
  });

  it('is null without a number below, and passes over links of other types', async () => {
    assert.equal(await sum(await make('epics', [children('epics', [await task('')])])), null);
    assert.equal(await sum(await make('epics', [children('epics', [await task(3)], '_covered_by')])), null);
    assert.equal(await sum(await make('epics', [children('epics', [await task(3)], '')])), 3);
    assert.equal(await sum(await make('epics', [children('epics', [await task(0)])])), 0);
  });

  it('takes a number set by hand instead, and shows the sum beside it', async () => {
    const story = await make('stories', [children('stories', [await task(3)])]);
    const epic = await make('epics', [children('epics', [story])]);
    await change(story, [as('stories', 'effort', { manual_value: 10, is_autocomputed: true })]);
    assert.deepEqual(
      [await sum(story, 'stories'), at(await shown(story, 'stories'), 'manual_value'), await sum(epic)],
      [3, 10, 10],
    );
    assert.equal(at(await shown(story, 'stories'), 'is_autocomputed'), false);
    await change(story, [as('stories', 'effort', { is_autocomputed: true })]);
    assert.deepEqual([at(await shown(story, 'stories'), 'manual_value'), await sum(epic)], [null, 3]);
    await change(story, [as('stories', 'effort', { manual_value: 1 })]);
    await change(story, [as('stories', 'effort', {})]);
    assert.equal(at(await shown(story, 'stories'), 'is_autocomputed'), true);
  });

  it('is set in XML, by its name, and by its default', async () => {
    const field = world.field('epics', 'effort');
    const xml = { tracker: { id: world.tracker('epics') }, values: [{ field_id: field, manual_value: 2.5 }] };
    const answer = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'ada',
      body: writeXml(xml, 'request'),
      headers: { 'content-type': 'application/xml', accept: 'application/json' },
    });
    assert.equal(answer.status, 201, answer.text);
    const epic = Number(at(answer.json, 'id'));
    assert.equal(at(await shown(epic, 'epics'), 'manual_value'), 2.5);
    assert.equal(at(await shown(epic, 'epics', 'budget'), 'manual_value'), 7.5);
    assert.equal(at(await shown(epic, 'epics', 'quota'), 'manual_value'), 3, 'also where the submitter may not set it');
    const named = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'ada',
      body: {
        tracker: { id: world.tracker('epics') },
        values_by_field: { effort: { manual_value: 4 }, budget: { is_autocomputed: true } },
      },
    });
    const other = Number(at(named.json, 'id'));
    assert.equal(at(await shown(other, 'epics'), 'manual_value'), 4);
    assert.equal(at(await shown(other, 'epics', 'budget'), 'is_autocomputed'), true);
  });

  it('is in the history as it was set', async () => {
    const epic = await make('epics', [as('epics', 'effort', { manual_value: 1 })]);
    await change(epic, [as('epics', 'effort', { is_autocomputed: true })]);
    const steps = listAt((await test.call(`/api/artifacts/${epic}/changesets`, { as: 'ada' })).json);
    assert.deepEqual(
      steps.map((step) => at(valueOf(step, world.field('epics', 'effort')), 'manual_value')),
      [1, null],
    );
  });

  for (const entry of [{ value: 5 }, { is_autocomputed: false }, { manual_value: 'x' }, { is_autocomputed: 'maybe' }])
    it(`refuses ${JSON.stringify(entry)}`, async () => {
      const epic = await make('epics', [as('epics', 'effort', { manual_value: 1 })]);
      const answer = await put(epic, [as('epics', 'effort', entry)]);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /values\[0\]/);
      assert.equal(at(await shown(epic, 'epics'), 'manual_value'), 1);
    });
});

describe('sums', () => {
  it('end where artifacts are children of each other, and count each once', async () => {
    const shared = await task(5);
    const [a, b] = [
      await make('stories', [children('stories', [shared])]),
      await make('stories', [children('stories', [shared])]),
    ];
    await change(b, [children('stories', [shared, a])]);
    await change(a, [children('stories', [shared, b, a])]);
    const epic = await make('epics', [children('epics', [a, b, shared])]);
    assert.deepEqual([await sum(epic), await sum(a, 'stories'), await sum(b, 'stories')], [5, 5, 5]);
  });

  it('leave out what the reader may not see: fields, artifacts, links', async () => {
    const open = await task(1, as('tasks', 'secret', { value: 100 }));
    const closed = await task(10, as('tasks', 'limit', { value: { granted_groups: [`${world.id}_4`] } }));
    const blind = await make('blind', [as('blind', 'links', { links: [{ id: await task(1000), type: '_is_child' }] })]);
    const epic = await make('epics', [children('epics', [open, closed, blind])]);
    assert.deepEqual([await sum(epic), await sum(epic, 'epics', 'secret')], [1011, 100]);
    for (const reader of ['sam', 'mia'])
      assert.deepEqual(
        [await sum(epic, 'epics', 'effort', reader), await sum(epic, 'epics', 'secret', reader)],
        [1, null],
        reader,
      );
    const tags = async (): Promise<unknown> => (await read(epic, 'sam')).headers.get('etag');
    const before = await tags();
    await change(closed, [as('tasks', 'effort', { value: 11 })]);
    await change(open, [as('tasks', 'secret', { value: 101 })]);
    assert.equal(await tags(), before);
    assert.deepEqual([await sum(epic), await sum(epic, 'epics', 'secret')], [1012, 101]);
  });

  it('follow each change below, and only changes that count give another entity tag', async () => {
    const leaf = await task(1);
    const story = await make('stories', [children('stories', [leaf])]);
    const epic = await make('epics', [children('epics', [story])]);
    const look = async (): Promise<[unknown, string | null, number]> => {
      const answer = await read(epic);
      const again = await test.call(`/api/artifacts/${epic}?values_format=all`, {
        as: 'ada',
        headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
      });
      const value = at(valueOf(answer.json, world.field('epics', 'effort')), 'value');
      return [value, answer.headers.get('etag'), again.status];
    };
    let [value, tag, repeated] = await look();
    assert.deepEqual([value, repeated], [1, 304]);
    const more = await task(20);
    const steps: [what: string, step: () => Promise<void>, sum: number | null][] = [
      ['a number', () => change(leaf, [as('tasks', 'effort', { value: 2 })]), 2],
      ['a link', () => change(story, [children('stories', [leaf, more])]), 22],
      ['a number set by hand', () => change(story, [as('stories', 'effort', { manual_value: 9 })]), 9],
      ['a sum again', () => change(story, [as('stories', 'effort', { is_autocomputed: true })]), 22],
      ['an artifact that is deleted', () => remove(more), 2],
      ['no link', () => change(story, [children('stories', [])]), null],
    ];
    for (const [what, step, wanted] of steps) {
      await step();
      const [now, nowTag, nowRepeated] = await look();
      assert.deepEqual([now, nowRepeated], [wanted, 304], what);
      assert.notEqual(nowTag, tag, what);
      [value, tag, repeated] = [now, nowTag, nowRepeated];
    }
    await change(leaf, [as('tasks', 'note', { value: 'does not count' })]);
    assert.equal((await look())[1], tag);
  });

  it('follow who may see what is below', async () => {
    const leaf = await task(6);
    const story = await make('stories', [children('stories', [leaf])]);
    const epic = await make('epics', [children('epics', [story])]);
    assert.equal(await sum(epic, 'epics', 'effort', 'sam'), 6);
    await change(leaf, [as('tasks', 'limit', { value: { granted_groups: [`${world.id}_${members}`] } })]);
    assert.equal(await sum(epic, 'epics', 'effort', 'sam'), null);
    assert.equal(await sum(epic, 'epics', 'effort', 'mia'), 6);
  });

  it('do not use up changes of those above: a tag read before still guards a change', async () => {
    const leaf = await task(1);
    const epic = await make('epics', [children('epics', [leaf])]);
    const etag = (await read(epic)).headers.get('etag') ?? '';
    await change(leaf, [as('tasks', 'effort', { value: 2 })]);
    const guarded = await test.call(`/api/artifacts/${epic}`, {
      method: 'PUT',
      as: 'ada',
      headers: { 'if-match': etag },
      body: { values: [as('epics', 'effort', { manual_value: 3 })] },
    });
    assert.equal(guarded.status, 200, guarded.text);
  });

  it('follow a change below where more links lead up than are followed', async () => {
    const leaf = await task(3);
    const layer = (tracker: string, ids: readonly number[]) =>
      Array.from({ length: 75 }, () => ({
        trackerId: world.tracker(tracker),
        changes: [
          {
            by: 1,
            atMs: 1_700_000_000_000,
            values: { [world.field(tracker, 'links')]: ids.map((id) => ({ id, type: '_is_child' })) },
          },
        ],
      }));
    const below = await buildArtifacts(test, layer('stories', [leaf]));
    const [top = 0] = await buildArtifacts(test, layer('stories', below));
    assert.equal(await sum(top, 'stories'), 3);
    const before = await read(top);
    await change(leaf, [as('tasks', 'effort', { value: 5 })]);
    const after = await read(top);
    assert.equal(at(valueOf(after.json, world.field('stories', 'effort')), 'value'), 5);
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
    const again = await test.call(`/api/artifacts/${top}`, {
      as: 'ada',
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 200);
  });

  it('are made for a page at once, and not over more artifacts than can be read for an answer', async () => {
    const leaves = await buildArtifacts(
      test,
      Array.from({ length: 30 }, () => ({
        trackerId: world.tracker('tasks'),
        changes: [{ by: 0, atMs: 1000, values: { [world.field('tasks', 'effort')]: 1 } }],
      })),
    );
    const epic = await make('epics', [children('epics', leaves)]);
    const page = await test.call(`/api/trackers/${world.tracker('epics')}/artifacts?values=all&limit=1000`, {
      as: 'ada',
    });
    const entry = listAt(page.json).find((one) => at(one, 'id') === epic);
    assert.equal(at(valueOf(entry, world.field('epics', 'effort')), 'value'), 30);
    const { features, database } = test.app;
    const viewer = await viewerOf(test, 'ada');
    const tracker = await features.trackers.read(viewer, world.tracker('epics'));
    const [row] = await listArtifactsByIds(database.read, [epic]);
    assert.ok(row !== undefined);
    const subject = { row, tracker, values: parseValues(row) };
    for (const [limit, wanted] of [
      [31, 30],
      [30, null],
    ] as const) {
      const sums = await loadSums(features.artifacts.reading, viewer, [subject], limit);
      assert.equal(sums.sum(epic, 'effort'), wanted);
    }
  });
});
