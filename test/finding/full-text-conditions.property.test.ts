// Engine: both
// Full-text conditions of queries, which find texts by an index of their own, against searches, which judge what the index of words
// names: random words in texts that change, for readers with other rights.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { triesOf } from '../support/depth.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const artifactCount = 12;
const readers = ['ada', 'mia', 'sam'] as const;
const open = { read: [everybody], submit: [registered], update: [registered] };

let app: TestApp;
let world: World;
let ids: readonly number[] = [];

before(async () => {
  app = await startApp({});
  const [ada, mia] = [await app.addUser('ada'), await app.addUser('mia')];
  await app.addUser('sam');
  world = await buildProject(app, {
    name: 'texts',
    access: 'public',
    admins: [ada],
    members: [mia],
    trackers: () => [
      {
        name: 'notes',
        permissions: { full: [everybody] },
        title: 'title',
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'details', type: 'text', ...open },
          { name: 'secret', type: 'string', read: [admins], submit: [admins], update: [admins] },
        ],
      },
    ],
  });
  const changes = [{ by: ada, atMs: 1000, comment: 'red apple', commentFor: [members] }];
  const plans = Array.from({ length: artifactCount }, () => ({ trackerId: world.tracker('notes'), changes }));
  ids = await buildArtifacts(app, plans);
  const { fullText } = app.app.features;
  await fullText.prepare();
  await app.app.followers.drain();
  await fullText.rebuild({ isPolite: false });
});
after(() => app.close());

const words = ['red', 'apple', 'apples', 'pear', 'Émile', 'σοφος', 'app', '東京', 'a'];
const glue = [' ', ', ', '-', '<b>', '</p> ', '&nbsp;', '&amp;', "'", '&#39;'];
/** Texts with markup, and with letters written as numbers. */
const text = fc
  .array(fc.tuple(fc.constantFrom(...words, 'r&#101;d', '&amp;#112;ear', 'σοφο&#962;'), fc.constantFrom(...glue)), {
    maxLength: 4,
  })
  .map((parts) => parts.flat().join(''));

interface Change {
  place: number;
  kind: 'title' | 'details' | 'secret' | 'comment' | 'edit';
  text: string;
}
const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(artifactCount - 1),
  kind: fc.constantFrom('title', 'details', 'secret', 'comment', 'edit'),
  text,
});

async function apply({ place, kind, text: written }: Change): Promise<void> {
  const id = ids[place] ?? 0;
  const history = `/api/artifacts/${id}/changesets`;
  if (kind === 'edit') {
    const [first] = listAt((await app.call(`${history}?limit=1`, { as: 'ada' })).json);
    const body = { body: written === '' ? 'x' : written, format: 'html' };
    const path = `${history}/${String(at(first, 'id'))}/comment`;
    const answer = await app.call(path, { method: 'PUT', as: 'ada', body });
    assert.ok(answer.status < 300, answer.text);
    return;
  }
  const value = kind === 'details' ? { content: written, format: 'html' } : written;
  const body =
    kind === 'comment'
      ? { values: [], comment: { body: written, format: 'html' } }
      : { values: [{ field_id: world.field('notes', kind), value }] };
  const answer = await app.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ada', body });
  assert.equal(answer.status, 200, answer.text);
}

const asked = fc.constantFrom('red', 'apple', 'pear', 'emile', 'σοφος', 'app', '東京', 'a');
const term = fc.oneof(
  asked,
  fc.tuple(asked, asked).map(([first, second]) => `"${first} ${second}"`),
  fc.constantFrom('app*', 're*', 'σοφ*', '"red app*"'),
);
const question = fc
  .array(fc.record({ term, sign: fc.constantFrom('', '', '-', 'OR ') }), { minLength: 1, maxLength: 3 })
  .map((terms) => terms.map((one, index) => (index === 0 ? one.term : one.sign + one.term)).join(' '));

async function search(q: string, as: string): Promise<unknown[]> {
  const path = `/api/search?type=artifact&tracker=${world.tracker('notes')}&limit=50&q=${encodeURIComponent(q)}`;
  const { status, json, text: body } = await app.call(path, { as });
  assert.equal(status, 200, body);
  // What similar words find is no answer to these.
  if (listAt(json, 'instead_of').length > 0) return [];
  return listAt(json, 'results')
    .map((one) => Number(at(one, 'per_type_id')))
    .sort((a, b) => a - b);
}

async function query(q: string, as: string): Promise<unknown[]> {
  const condition = `@fulltext = '${q}'`;
  const path = `/api/trackers/${world.tracker('notes')}/artifacts?limit=50&expert_query=${encodeURIComponent(condition)}`;
  const answer = await app.call(path, { as });
  assert.equal(answer.status, 200, answer.text);
  return listAt(answer.json).map((one) => at(one, 'id'));
}

test('a condition finds what a search finds, while texts change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.array(question, { minLength: 1, maxLength: 3 }),
      async (changes, questions) => {
        for (const one of changes) await apply(one);
        await app.app.followers.drain();
        for (const q of questions)
          for (const as of readers) assert.deepEqual(await query(q, as), await search(q, as), `${q} as ${as}`);
      },
    ),
    { numRuns: triesOf(60) },
  );
});
