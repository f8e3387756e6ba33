// Engine: both
// Work whose size others choose is done in pieces, between which everybody else is answered: requests for much rest at least
// once for two things that they read, write or compare. Where turns have no time, how often they do can be counted.
// Process: its own, because it shortens the turns of everything in it
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countYields, shortenSlices } from '../../src/platform/concurrency/time-slices.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { Call, TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let restore: () => void;
/** An artifact with a long history, artifacts with texts, one that links to them and sums them up. */
let told = 0;
let texts: number[] = [];
let top = 0;
let report = 0;

const count = 40;
const day = 86_400_000;
const sentence = 'the turbine stalls when the turbine is cold '.repeat(40);

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  const open = { read: [everybody], submit: [members], update: [members] };
  world = await buildProject(test, {
    name: 'works',
    admins: [ada],
    trackers: () => [
      {
        name: 'story',
        title: 'title',
        permissions: { full: [everybody] },
        timeframe: { start: 'start', duration: 'days' },
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'details', type: 'text', ...open },
          { name: 'links', type: 'art_link', ...open },
          { name: 'remaining_effort', type: 'float', ...open },
          { name: 'start', type: 'date', ...open },
          { name: 'days', type: 'int', ...open },
          { name: 'burndown', type: 'burndown', ...open },
        ],
      },
      {
        name: 'note',
        permissions: { full: [everybody] },
        fields: [{ name: 'details', type: 'text', ...open }],
      },
    ],
  });
  const field = (name: string): number => world.field('story', name);
  const trackerId = world.tracker('story');
  const details = { content: sentence, format: 'text' };
  texts = await buildArtifacts(
    test,
    Array.from({ length: count }, (_, index) => ({
      trackerId,
      changes: [{ by: ada, atMs: index, values: { [field('title')]: `story ${index}`, [field('details')]: details } }],
    })),
  );
  const steps = Array.from({ length: count }, (_, index) => ({
    by: ada,
    atMs: index * day,
    comment: `${index} ${sentence}`,
    values: { [field('title')]: `step ${index}` },
  }));
  const links = texts.map((id) => ({ id, type: '_is_child' }));
  const span = { [field('start')]: '1970-01-01', [field('days')]: count, [field('links')]: links };
  [told = 0, top = 0] = await buildArtifacts(test, [
    { trackerId, changes: steps },
    { trackerId, changes: [{ by: ada, atMs: 0, values: { [field('title')]: 'all', ...span } }] },
  ]);
  const made = await test.call(`/api/trackers/${trackerId}/tracker_reports`, {
    method: 'POST',
    as: 'ada',
    body: { label: 'all' },
  });
  report = Number(at(made.json, 'id'));
  assert.ok(report > 0, made.text);
  await test.app.features.fullText.prepare();
  await test.app.followers.drain();
  await test.app.features.fullText.rebuild({ isPolite: false });
  restore = shortenSlices();
});
after(async () => {
  restore();
  await test.close();
});

const rows: { title: string; path: () => string; call?: Call; least?: number; holds: RegExp }[] = [
  // First, before others show the artifact, which is kept then.
  { title: 'a chart over many days', path: () => `/artifacts/${top}`, holds: /points_with_date/ },
  { title: 'a history', path: () => `/artifacts/${told}/changesets?limit=40`, least: 2 * count, holds: /step 39/ },
  { title: 'its comments', path: () => `/artifacts/${told}/changesets?fields=comments&limit=40`, holds: /39 the/ },
  {
    title: 'a history in XML',
    path: () => `/artifacts/${told}/changesets?limit=40`,
    call: { headers: { accept: 'application/xml' } },
    least: 2 * count,
    holds: /<value>step 39/,
  },
  { title: 'artifacts', path: () => `/trackers/${world.tracker('story')}/artifacts?values=all`, holds: /story 39/ },
  {
    title: 'artifacts by their ids',
    path: () => `/artifacts?query=${JSON.stringify({ id: texts })}`,
    holds: /story 39/,
  },
  {
    title: 'artifacts in XML',
    path: () => `/trackers/${world.tracker('story')}/artifacts?values=all&order=desc`,
    call: { headers: { accept: 'application/xml' } },
    holds: /<title>story 39/,
  },
  {
    title: 'linked artifacts',
    path: () => `/artifacts/${top}/linked_artifacts?direction=forward&nature=_is_child&limit=50`,
    holds: /story 39/,
  },
  {
    title: 'linked artifacts as flat maps',
    path: () => `/artifacts/${top}/linked_artifacts?direction=forward&nature=_is_child&limit=50&output_format=flat`,
    holds: /story 39/,
  },
  { title: 'heartbeats', path: () => `/projects/${world.id}/heartbeats`, least: 15, holds: /story 39/ },
  {
    title: 'own artifacts',
    path: () => `/users/self/artifacts?limit=250&query=${JSON.stringify({ submitted_by: true })}`,
    holds: /story 39/,
  },
  { title: 'a search', path: () => '/search?q=turbine&limit=50', holds: /<mark>turbine/ },
  { title: 'a search for a phrase', path: () => '/search?q="stalls turbine"', holds: /"size":0/ },
  { title: 'a search that excludes', path: () => '/search?q=turbine -"stalls turbine"', holds: /"size":41/ },
  {
    title: 'texts that match a pattern',
    path: () => `/trackers/${world.tracker('story')}/artifacts?query=${JSON.stringify({ details: '/st.lls/' })}`,
    holds: /story 39/,
  },
  {
    title: 'a report',
    path: () => `/tracker_reports/${report}/artifacts?values=all&limit=50`,
    holds: /story 39/,
  },
  {
    title: 'a report as flat maps',
    path: () => `/tracker_reports/${report}/artifacts?values=all&limit=50&output_format=flat`,
    holds: /story 39/,
  },
  {
    title: 'a report as CSV',
    path: () => `/tracker_reports/${report}/artifacts.csv?values=all`,
    call: { headers: { accept: 'text/csv' } },
    holds: /story 39/,
  },
];

describe('others are answered between the pieces of', () => {
  for (const { title, path, call, least = count / 2, holds } of rows)
    it(title, async () => {
      const before = countYields();
      const answer = await test.call(`/api${path()}`, { as: 'ada', ...call });
      assert.equal(answer.status, 200, answer.text.slice(0, 500));
      assert.match(answer.text, holds);
      const rests = countYields() - before;
      assert.ok(rests >= least, `only ${rests} rests`);
    });

  it('a batch', async () => {
    const items = Array.from({ length: count }, (_, index) => ({
      tracker: { id: world.tracker('story') },
      values_by_field: { title: { value: `made ${index}` } },
    }));
    const before = countYields();
    const answer = await test.call('/api/artifacts/batch', { method: 'POST', as: 'ada', body: { items } });
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    if (test.app.database.blocksAtCommit)
      assert.ok(countYields() - before >= count / 2, `${countYields() - before} rests`);
  });
});

it('who asks for little is answered before who asked for much', async () => {
  const order: string[] = [];
  const before = countYields();
  const much = test
    .call(`/api/artifacts/${told}/changesets?limit=40`, { as: 'ada' })
    .then(({ status }) => order.push(`much ${status}`));
  // Each look is a turn, of which much has a hundred more to go.
  while (countYields() < before + 3) await nextTurn();
  const { status } = await test.call('/api/version');
  order.push(`little ${status}`);
  await much;
  assert.deepEqual(order, ['little 200', 'much 200']);
});

it('who asks for little is answered before many short requests of somebody who asked for much', async () => {
  await test.addUser('eve');
  const order: string[] = [];
  const read = async (as: string, id: number): Promise<void> => {
    assert.equal((await test.call(`/api/artifacts/${id}?values_format=all`, { as })).status, 200);
    order.push(as);
  };
  const [first = 0] = texts;
  await read('eve', first);
  for (let round = 0; round < 5; round += 1)
    await test.call(`/api/artifacts/${told}/changesets?limit=40`, { as: 'ada' });
  order.length = 0;
  const before = countYields();
  const asked = texts.map((id) => read('ada', id));
  while (countYields() < before + count) await nextTurn();
  await read('eve', first);
  await Promise.all(asked);
  // PostgreSQL answers in an order of its own.
  if (test.app.database.blocksAtCommit) assert.ok(order.indexOf('eve') < count / 4, order.join());
});

describe('a query ends when its client leaves', () => {
  before(async () => {
    const details = { content: 'note', format: 'text' };
    const change = { by: 1, atMs: 0, values: { [world.field('note', 'details')]: details } };
    await buildArtifacts(
      test,
      Array.from({ length: 800 }, () => ({ trackerId: world.tracker('note'), changes: [change] })),
    );
  });

  // Each letter makes a query that nobody asked before.
  const queries: { title: string; query(letter: string): Record<string, string> }[] = [
    { title: 'of a pattern', query: (letter) => ({ query: JSON.stringify({ details: `/n.t${letter}/` }) }) },
    {
      title: 'of 25 conditions on texts',
      query(letter) {
        const conditions = Array.from({ length: 25 }, (_, index) => `details != "${letter}${index}"`);
        return { expert_query: conditions.join(' AND ') };
      },
    },
  ];
  for (const { title, query } of queries)
    it(title, async () => {
      const pathOf = (letter: string): string =>
        `/api/trackers/${world.tracker('note')}/artifacts?${new URLSearchParams(query(letter)).toString()}`;
      let wholeRests = 0;
      // The first one also reads what the others find.
      for (const letter of ['a', 'b']) {
        const start = countYields();
        const answer = await test.call(pathOf(letter), { as: 'ada' });
        assert.equal(answer.status, 200, answer.text.slice(0, 500));
        wholeRests = countYields() - start;
      }
      const headers = Object.entries(await issueToken(test.app, 'ada')).map(([name, value]) => `${name}: ${value}\r\n`);
      const leave = async (letter: string): Promise<number> => {
        const client = await openRaw(test.base);
        const before = countYields();
        client.send(`GET ${pathOf(letter)} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`);
        while (countYields() < before + wholeRests / 4) await nextTurn();
        client.socket.destroy();
        for (let seen = -1; seen !== countYields();) {
          seen = countYields();
          for (let turns = 0; turns < 30; turns += 1) await nextTurn();
        }
        return countYields() - before;
      };
      // On a busy machine it may be over before the system tells that the client has left.
      const rests: number[] = [];
      for (const letter of ['c', 'd', 'f', 'g', 'h']) {
        rests.push(await leave(letter));
        if (Math.min(...rests) < (wholeRests * 3) / 4) return;
      }
      assert.fail(`${rests.join(', ')} rests, of ${wholeRests} for all of it`);
    });
});
