// Engine: both
// Lists of a tracker that are cached, for requests of which no two are alike, show each reader what they may see just now.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let path = '';
let count = 0;

before(async () => {
  scrum = await openScrum();
  for (const name of ['stranger', 'visitor']) await scrum.test.addUser(name);
  await scrum.test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '9');
  path = `/api/trackers/${scrum.tracker('Bugs')}/artifacts?values=all&limit=50`;
});
after(() => scrum.test.close());

const send = (row: Partial<Row> & { path: string }): Promise<Answered> =>
  expectRow(scrum.test, { as: 'ana', status: 200, ...row });

const list = (as: string, also = ''): Promise<Answered> =>
  send({ path: path + also, as, headers: { 'x-number': String((count += 1)) } });

const readers = ['ana', 'stranger', 'bruno', 'visitor', 'root'];

/** What everybody is shown the first time, and whenever they ask again. */
async function titlesSeen(): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {};
  for (let times = 0; times < 3; times += 1)
    for (const reader of readers) {
      const answer = await list(reader);
      const titles = listAt(answer.json).map((one) => String(at(one, 'title')));
      assert.deepEqual((seen[reader] ??= titles), titles, reader);
      assert.equal(headerOf(answer, 'x-pagination-size'), String(titles.length));
    }
  return seen;
}

async function submit(as: string, title: string, groups: readonly string[] = []): Promise<string> {
  const field = (name: string): number => scrum.field('Bugs', name);
  const values = [
    { field_id: field('title'), value: title },
    { field_id: field('description'), value: { content: 'drop by drop', format: 'text' } },
    ...(groups.length === 0 ? [] : [{ field_id: field('restricted_to'), value: { granted_groups: groups } }]),
  ];
  const body = { tracker: { id: scrum.tracker('Bugs') }, values };
  return String(at((await send({ path: '/api/artifacts', method: 'POST', as, body, status: 201 })).json, 'id'));
}

it('what comes, is limited to some and goes again is shown so at once, to those alone who see it', async () => {
  const earlier = await titlesSeen();
  const title = 'Among members';
  const id = await submit('bruno', title, ['101_3']);
  const { ana = [], bruno = [], stranger = [], visitor = [] } = await titlesSeen();
  assert.equal(ana.at(-1), title);
  assert.deepEqual(bruno, [...(earlier['bruno'] ?? []), title]);
  assert.deepEqual([stranger, visitor], [earlier['stranger'], earlier['visitor']]);
  await send({ path: `/api/artifacts/${id}`, method: 'DELETE', as: 'root' });
  assert.deepEqual(await titlesSeen(), earlier);
});

it('people whose rights are the same see each what they reported, where that decides', async () => {
  const tracker = `/api/trackers/${scrum.tracker('Bugs')}`;
  await submit('stranger', 'What a stranger found');
  await submit('visitor', 'What a visitor found');
  const limited = { can_access: [{ id: '101_4' }], can_access_submitted_by_user: [{ id: '2' }] };
  await send({ path: tracker, method: 'PATCH', body: { permissions_for_groups: limited } });
  const { stranger, visitor } = await titlesSeen();
  assert.deepEqual([stranger, visitor], [['What a stranger found'], ['What a visitor found']]);
});

it('pages, orders and formats are told apart, and refusals come as ever', async () => {
  for (const again of ['first', 'again']) {
    const [whole, turned] = [await list('ana'), await list('ana', '&order=desc')];
    const ids = listAt(whole.json).map((one) => at(one, 'id'));
    assert.deepEqual(
      listAt(turned.json).map((one) => at(one, 'id')),
      ids.toReversed(),
      again,
    );
    const short = await list('ana', '&offset=1&values_format=by_field');
    assert.deepEqual([at(short.json, '0.id'), at(short.json, '0.values')], [ids[1], null]);
    const bare = await send({ path: path.replace('values=all&', ''), headers: { 'x-number': again } });
    assert.deepEqual([at(bare.json, '0.values'), at(bare.json, '0.values_by_field')], [null, null]);
    assert.match((await send({ path, headers: { accept: 'application/xml' } })).text, /^<\?xml/);
  }
  await send({ path: `${path}&offset=-1`, status: 400 });
  await send({ path: path.replace(/\d+/, '999999'), status: 404 });
});

it('a long list is refused beyond what an answer may be, however often it is asked for', async () => {
  await list('ana');
  await scrum.test.app.features.site.changeSetting('answer_limit', '20000');
  for (let times = 0; times < 3; times += 1)
    await send({ path, status: 400, headers: { 'x-number': String((count += 1)) } });
  await scrum.test.app.features.site.changeSetting('answer_limit', '10000000');
});
