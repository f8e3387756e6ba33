// Engine: both
// Artifacts that are made, changed, moved, deleted and brought back in any order: what is kept beside them always fits, lists
// count what they show, and nobody is shown what was kept of an earlier state.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { createHttpServer, openApp } from '../../src/app.ts';
import { checkDatabase } from '../faults/check-database.ts';
import { at, headerOf, issueToken, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
const places: { world: World; tracker: string }[] = [];
const open = { read: [everybody], submit: [members, admins], update: [members, admins] };

const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'about', type: 'text', ...open },
  { name: 'size', type: 'int', ...open },
  { name: 'marks', type: 'msb', values: ['Red', 'Blue'], ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'cross', type: 'cross', ...open },
  { name: 'limit', type: 'perm', ...open },
];

before(async () => {
  test = await startApp({ settings: "$sys_artifact_deletions_per_day = '1000000';" });
  const [ada, sam] = [await test.addUser('ada'), await test.addUser('sam')];
  const full = { permissions: { full: [everybody] }, title: 'title' };
  const trackers = () => [
    { name: 'whole', ...full, fields },
    { name: 'part', ...full, fields: fields.filter(({ name }) => name !== 'links' && name !== 'size') },
  ];
  for (const name of ['meadow', 'harbour']) {
    const world = await buildProject(test, { name, admins: [ada], members: [sam], groups: { few: [] }, trackers });
    for (const tracker of ['whole', 'part']) places.push({ world, tracker });
  }
});
after(() => test.close());

interface Step {
  kind: 'create' | 'update' | 'move' | 'delete' | 'restore';
  place: number;
  which: number;
  other: number;
  isLimited: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'update', 'move', 'delete', 'restore'),
    place: fc.nat({ max: 3 }),
    which: fc.nat(),
    other: fc.nat(),
    isLimited: fc.boolean(),
  }),
  { minLength: 10, maxLength: 25 },
);

/** What is there, by artifact: the number of its place; undefined: deleted. */
type Model = Map<number, number | undefined>;

const pick = (ids: readonly number[], number: number): number => ids[number % Math.max(1, ids.length)] ?? 0;

function valuesOf(place: number, model: Model, { other, isLimited }: Step): unknown[] {
  const { world, tracker } = places[place] ?? assert.fail();
  const [living, known] = [[...model].filter(([, at]) => at !== undefined).map(([id]) => id), [...model.keys()]];
  const field = (name: string): number => world.field(tracker, name);
  const links =
    living.length === 0 ? [] : [{ id: pick(living, other) }, { id: pick(living, other + 1), type: '_is_child' }];
  return [
    { field_id: field('title'), value: `art #${pick(known, other)}` },
    {
      field_id: field('about'),
      value: { content: `whole #${pick(known, other + 1)} art #${other % 50}`, format: 'text' },
    },
    { field_id: field('marks'), bind_value_ids: [world.value(tracker, 'marks', other % 2 === 0 ? 'Red' : 'Blue')] },
    { field_id: field('limit'), value: { granted_groups: isLimited ? [world.group('few')] : [] } },
    ...(tracker === 'whole' ? [{ field_id: field('links'), links }] : []),
  ];
}

async function take(model: Model, step: Step): Promise<void> {
  const ask = (method: string, path: string, body?: unknown): Promise<Answered> =>
    test.call(`/api/artifacts${path}`, { method, as: 'ada', body });
  const of = (isThere: boolean): number =>
    pick(
      [...model].filter(([, place]) => (place !== undefined) === isThere).map(([id]) => id),
      step.which,
    );
  if (step.kind === 'create') {
    const { world, tracker } = places[step.place] ?? assert.fail();
    const values = valuesOf(step.place, model, step);
    const made = await ask('POST', '', { tracker: { id: world.tracker(tracker) }, values });
    assert.equal(made.status, 201, made.text);
    model.set(Number(at(made.json, 'id')), step.place);
    return;
  }
  const id = of(step.kind !== 'restore');
  if (id === 0) return;
  if (step.kind === 'restore') {
    await test.app.features.artifacts.restore(id);
    const shown = await ask('GET', `/${id}`);
    const trackerId = at(shown.json, 'tracker.id');
    model.set(
      id,
      places.findIndex(({ world, tracker }) => world.tracker(tracker) === trackerId),
    );
    return;
  }
  const place = model.get(id) ?? assert.fail();
  if (step.kind === 'update') {
    const comment = { body: `part #${step.other % 50}`, format: 'text' };
    const changed = await ask('PUT', `/${id}`, { values: valuesOf(place, model, step), comment });
    assert.equal(changed.status, 200, changed.text);
  } else if (step.kind === 'move') {
    const { world, tracker } = places[step.place] ?? assert.fail();
    const moved = await ask('PATCH', `/${id}`, { move: { tracker_id: world.tracker(tracker) } });
    assert.equal(moved.status, place === step.place ? 400 : 200, moved.text);
    model.set(id, step.place);
  } else {
    assert.equal((await ask('DELETE', `/${id}`)).status, 200);
    model.set(id, undefined);
  }
}

/** What each reader is shown of each artifact. */
async function showAll(base: string, ids: readonly number[]): Promise<string[]> {
  const shown: string[] = [];
  for (const as of ['ada', 'sam']) {
    const headers = await issueToken(test.app, as);
    for (const id of ids) {
      const answer = await fetch(`${base}/api/artifacts/${id}`, { headers });
      shown.push(`${as} ${answer.status} ${answer.headers.get('etag') ?? ''} ${await answer.text()}`);
    }
  }
  return shown;
}

/** The same from a server that has kept nothing. */
async function showAllAnew(ids: readonly number[]): Promise<string[]> {
  const app = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
  const server = createHttpServer(app);
  try {
    return await showAll(await server.listen({ port: 0, host: '127.0.0.1' }), ids);
  } finally {
    await server.close();
    await app.close();
  }
}

it('leaves a database that fits together, and lists that count what they show', async () => {
  const model: Model = new Map();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const step of sequence) await take(model, step);
      assert.deepEqual(await checkDatabase(test.app.database), []);
      const known = [...model.keys()];
      assert.deepEqual(await showAll(test.base, known), await showAllAnew(known));
      for (const [index, { world, tracker }] of places.entries()) {
        for (const as of ['ada', 'sam']) {
          const path = `/api/trackers/${world.tracker(tracker)}/artifacts?limit=1000`;
          const list = await test.call(path, { as });
          const ids = listAt(list.json).map((artifact) => at(artifact, 'id'));
          assert.equal(headerOf(list, 'x-pagination-size'), String(ids.length), `${as}, ${tracker}`);
          const living = [...model].filter(([, place]) => place === index).map(([id]) => id);
          if (as === 'ada')
            assert.deepEqual(
              ids,
              living.sort((a, b) => a - b),
            );
        }
      }
    }),
    { numRuns: 4, seed: 20_260_228, endOnFailure: true },
  );
  assert.ok(model.size > 10);
});
