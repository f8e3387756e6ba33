// Engine: both
// Random queries over random artifacts: what the server finds, by SQL, against an evaluator that looks at each artifact.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeProjectArchive } from '../../bench/content/project-archive.ts';
import { artifactRecords } from '../../src/features/artifacts/index.ts';
import { parseTql } from '../../src/features/artifacts/query/language/tql.ts';
import { triesOf } from '../support/depth.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import * as model from '../support/query-model.ts';
import type { ModelArtifact } from '../support/query-model.ts';
import { listAt } from '../support/scenario.ts';

const artifactCount = 60;
const reader = 'member_1';

test('the text of a condition means that condition', () => {
  fc.assert(
    fc.property(model.randomTerm(50), (term) => {
      const parsed = parseTql(model.writeTerm(term), 'q', { termsMax: 1000 });
      assert.equal(JSON.stringify(parsed, sortKeys), JSON.stringify(term, sortKeys));
    }),
    { numRuns: triesOf(300) },
  );
});

test('a query finds what it says', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-query-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeProjectArchive(join(folder, 'archive'), 1);
  const app = await startApp({ archives: [join(folder, 'archive')] });
  t.after(() => app.close());
  const tracker = await openTracker(app);
  const artifacts = await fill(app, tracker);
  const wrong = await app.app.database.snapshot((db) => Array.fromAsync(artifactRecords.listInconsistencies(db)));
  assert.deepEqual(wrong, []);
  const viewer = { username: reader, tracker: 'ticket' };
  const first = Math.min(...artifacts.keys());
  await fc.assert(
    fc.asyncProperty(model.randomTerm(first + 8), fc.nat(9), fc.boolean(), async (term, offset, isDescending) => {
      const query = model.writeTerm(term);
      const path = `/api/trackers/${tracker.id}/artifacts?limit=7&offset=${offset}${isDescending ? '&order=desc' : ''}`;
      const answer = await app.call(`${path}&expert_query=${encodeURIComponent(query)}`, { as: reader });
      assert.equal(answer.status, 200, `${query}: ${answer.text}`);
      const wanted = [...artifacts.values()]
        .filter((artifact) => model.isTrue(term, artifact, artifacts, viewer))
        .map(({ id }) => id)
        .sort((a, b) => (isDescending ? b - a : a - b));
      assert.equal(answer.headers.get('x-pagination-size'), String(wanted.length), query);
      const found = listAt(answer.json).map((item) => at(item, 'id'));
      assert.deepEqual(found, wanted.slice(offset, offset + 7), query);
    }),
    { numRuns: triesOf(100) },
  );
});

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

interface TestTracker {
  id: number;
  field(name: string): number;
  value(field: string, label: string): number;
}

async function openTracker(app: TestApp): Promise<TestTracker> {
  const [tracker] = listAt((await app.call('/api/projects/101/trackers', { as: 'root' })).json);
  const field = (name: string): unknown => listAt(tracker, 'fields').find((item) => at(item, 'name') === name);
  return {
    id: Number(at(tracker, 'id')),
    field: (name) => Number(at(field(name), 'field_id')),
    value: (name, label) =>
      Number(
        at(
          listAt(field(name), 'values').find((item) => at(item, 'label') === label),
          'id',
        ),
      ),
  };
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 3 });

const randomArtifact = fc.record({
  summary: fc.oneof(
    fc.constant(''),
    fc.array(fc.constantFrom(...model.words), { maxLength: 3 }).map((all) => all.join(' ')),
  ),
  points: maybe(fc.integer({ min: 0, max: 6 })),
  effort: maybe(fc.constantFrom(0.5, 1, 2.25, 3)),
  due: maybe(fc.constantFrom(...model.days)),
  review_at: maybe(fc.constantFrom(...model.minutes)),
  status: maybe(fc.constantFrom(...model.statuses)),
  components: fc.uniqueArray(fc.constantFrom(...model.components)),
  assigned_to: maybe(fc.constantFrom(...model.people)),
  links: fc.uniqueArray(
    fc.record({ back: fc.integer({ min: 1, max: 8 }), type: fc.constantFrom(...model.linkTypes) }),
    {
      maxLength: 2,
      selector: ({ back, type }) => `${back} ${type}`,
    },
  ),
  comments: fc.array(fc.constantFrom(...model.words), { maxLength: 2 }),
});

/** Makes random artifacts over REST; an earlier value is replaced in every third of them. */
async function fill(app: TestApp, tracker: TestTracker): Promise<Map<number, ModelArtifact>> {
  const made = new Map<number, ModelArtifact>();
  // The archive's one artifact says nothing that the model does not know.
  await app.call('/api/artifacts/1', { method: 'PUT', as: reader, body: valuesOf(tracker, emptied(1)) });
  made.set(1, { ...emptied(1), comments: await listComments(app, 1) });
  const random = fc.sample(randomArtifact, { numRuns: artifactCount, seed: 5 });
  for (const { links, comments, ...values } of random) {
    const body = { tracker: { id: tracker.id }, ...valuesOf(tracker, { ...values, links: [] }) };
    const answer = await app.call('/api/artifacts', { method: 'POST', as: reader, body });
    assert.equal(answer.status, 201, answer.text);
    const id = Number(at(answer.json, 'id'));
    const ends = links.filter(({ back }) => made.has(id - back)).map(({ back, type }) => ({ id: id - back, type }));
    const changed = id % 3 === 0 ? { ...values, summary: `${values.summary}!`, points: 6, components: [] } : values;
    const artifact = { ...changed, links: ends };
    for (const comment of [...comments, ''])
      await change(app, id, { ...valuesOf(tracker, artifact), comment: { body: comment, format: 'text' } });
    made.set(id, { id, ...artifact, comments });
  }
  return made;
}

async function change(app: TestApp, id: number, body: unknown): Promise<void> {
  const answer = await app.call(`/api/artifacts/${id}`, { method: 'PUT', as: reader, body });
  assert.equal(answer.status, 200, answer.text);
}

const emptied = (id: number): ModelArtifact => ({
  id,
  summary: '',
  points: null,
  effort: null,
  due: null,
  review_at: null,
  status: null,
  components: [],
  assigned_to: null,
  links: [],
  comments: [],
});

async function listComments(app: TestApp, id: number): Promise<string[]> {
  const answer = await app.call(`/api/artifacts/${id}/changesets?fields=comments&limit=50`, { as: reader });
  return listAt(answer.json).map((item) => String(at(item, 'last_comment.body')));
}

function valuesOf(tracker: TestTracker, artifact: Omit<ModelArtifact, 'id' | 'comments'>): { values: unknown[] } {
  const scalars = (['summary', 'points', 'effort', 'due', 'review_at'] as const).map((name) => ({
    field_id: tracker.field(name),
    value: artifact[name],
  }));
  const lists = (['status', 'components', 'assigned_to'] as const).map((name) => {
    const chosen = artifact[name] ?? [];
    const labels = typeof chosen === 'string' ? [chosen] : chosen;
    return { field_id: tracker.field(name), bind_value_ids: labels.map((label) => tracker.value(name, label)) };
  });
  return { values: [...scalars, ...lists, { field_id: tracker.field('links'), links: artifact.links }] };
}
