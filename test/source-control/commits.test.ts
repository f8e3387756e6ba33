// Engine: both
// Commits that are recorded: what artifacts show of them, to whom, and what they ask for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findDocuments } from '../../src/platform/database/index.ts';
import { readEvents, settleEvents } from '../../src/platform/events/index.ts';
import type { NewCommit } from '../../src/features/source-control/index.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import {
  admins,
  buildArtifacts,
  buildProject,
  everybody,
  insertRepository,
  members,
  registered,
} from '../support/worlds.ts';
import type { FieldPlan, TrackerPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let hidden: World;
let ada: number;
let sam: number;
const all = { read: [everybody], submit: [registered], update: [registered] };
const state: FieldPlan = { name: 'state', type: 'sb', values: ['New', 'Dropped', 'Doing', 'Done'], ...all };
const title: FieldPlan = { name: 'title', type: 'string', ...all };
const cross: FieldPlan = { name: 'cross', type: 'cross', read: [everybody] };
const open = ['New', 'Doing'];

const plan = (name: string, rest: Partial<TrackerPlan> = {}): TrackerPlan => ({
  name,
  permissions: { full: [everybody] },
  fields: [state, title, cross],
  title: 'title',
  status: { field: 'state', open },
  ...rest,
});

before(async () => {
  test = await startApp();
  [ada, sam] = [await test.addUser('ada'), await test.addUser('sam')];
  await test.addUser('mia');
  const moves = [
    { from: null, to: 'New' },
    { from: 'New', to: 'Dropped', groups: [admins] },
    { from: 'New', to: 'Doing' },
    { from: 'Doing', to: 'Done', groups: [members] },
  ];
  const people = { admins: [ada], members: [sam] };
  world = await buildProject(test, {
    name: 'meadow',
    ...people,
    trackers: () => [
      plan('story', { status: { field: 'state', open, done: ['Done'] } }),
      plan('task'),
      plan('moved', { workflow: { field: 'state', moves } }),
      { name: 'plain', permissions: { full: [everybody] }, fields: [title, cross] },
      plan('shut', { permissions: { full: [admins] } }),
    ],
  });
  hidden = await buildProject(test, { name: 'cellar', access: 'private', ...people, trackers: () => [plan('crate')] });
  for (const { id } of [world, hidden]) await insertRepository(test, id, 'web');
});
after(() => test.close());

const make = async (tracker: string, label = 'New', place = world): Promise<number> => {
  const values = tracker === 'plain' ? {} : { [place.field(tracker, 'state')]: [place.value(tracker, 'state', label)] };
  const change = { by: ada, atMs: 1000, values };
  const [id = 0] = await buildArtifacts(test, [{ trackerId: place.tracker(tracker), changes: [change] }]);
  return id;
};

let made = 0;
const commit = (message: string, rest: Partial<NewCommit> = {}): NewCommit => ({
  projectId: world.id,
  repository: { kind: 'git', name: 'web' },
  revision: `c${(made += 1)}`,
  message,
  authorName: 'Sam',
  authorEmail: 'sam@example.org',
  authoredAtMs: 1000,
  committedAtMs: 2000,
  pushedBy: sam,
  mayClose: true,
  ...rest,
});
const record = (...commits: NewCommit[]): Promise<number> => test.app.features.sourceControl.commits.record(commits);

async function crossOf(tracker: string, id: number, as = 'ada', place = world): Promise<unknown[]> {
  const { json } = await expectRow(test, { path: `/api/artifacts/${id}`, as, status: 200 });
  return listAt(valueOf(json, place.field(tracker, 'cross')), 'value').map((entry) => at(entry, 'ref'));
}

describe('references in messages', () => {
  it('show the commit at the artifact, once per commit and by words that mean the artifact', async () => {
    const [story, task] = [await make('story'), await make('task')];
    assert.deepEqual(await crossOf('story', story), []);
    const first = commit(`Rework the gate (art #${story}, story #${story})\n\nsee task#${task} and crate #${story}`);
    const svn = commit(`ARTIFACT #${story}`, { repository: { kind: 'svn', name: 'old' }, revision: 'r7' });
    assert.equal(await record(first, svn), 2);
    assert.equal(await record(first, svn), 0, 'once per revision');
    const { database } = test.app;
    await settleEvents(database);
    const events = await readEvents(database.read, { after: 0, limit: 1000 });
    assert.deepEqual(
      events
        .filter(({ kind }) => kind === 'commit-recorded')
        .map(({ projectId, by, details }) => [projectId, by, at(details, 'revision')]),
      [first, svn].map(({ revision }) => [world.id, sam, revision]),
    );
    assert.deepEqual(await crossOf('story', story), ['svn #old/7', `git #web/${first.revision}`]);
    assert.deepEqual(await crossOf('task', task), [`git #web/${first.revision}`]);
    await record(commit(`task #${story}`));
    assert.equal((await crossOf('story', story)).length, 2, 'a word of another tracker is no reference');

    const { json } = await expectRow(test, { path: `/api/artifacts/${task}`, as: 'ada', status: 200 });
    const entry = at(valueOf(json, world.field('task', 'cross')), 'value.0');
    const path = `/goto?key=git&val=web%2F${first.revision}&group_id=${world.id}`;
    assert.deepEqual(
      { ...Object(entry), url: String(at(entry, 'url')).replace(/^https?:\/\/[^/]+/, '') },
      {
        ref: `git #web/${first.revision}`,
        url: path,
        direction: 'in',
      },
    );
    const xml = { path: `/api/artifacts/${task}`, as: 'ada', status: 200, headers: { accept: 'application/xml' } };
    await expectRow(test, { ...xml, contains: [`<ref>git #web/${first.revision}</ref>`, '<direction>in</direction>'] });
  });

  it('are shown to those who may enter the repository’s project', async () => {
    const story = await make('story');
    const crate = await make('crate', 'New', hidden);
    await record(commit(`art #${story}, art #${crate}`, { projectId: hidden.id, revision: 'secret1' }));
    assert.deepEqual(await crossOf('story', story, 'sam'), ['git #web/secret1']);
    assert.deepEqual(await crossOf('crate', crate, 'sam', hidden), ['git #web/secret1']);
    const row = { path: `/api/artifacts/${story}`, status: 200, lacks: ['secret1'] };
    await expectRow(test, { ...row, as: 'mia' });
    await expectRow(test, row);
    await expectRow(test, { path: `/api/artifacts/${crate}`, as: 'mia', status: 403, lacks: ['secret1'] });
  });

  it('follow a message that is reworded', async () => {
    const [before, later] = [await make('story'), await make('story')];
    const said = commit(`art #${before}`);
    await record(said);
    assert.equal((await crossOf('story', before)).length, 1);
    const repository = { projectId: world.id, kind: 'git', name: 'web' } as const;
    await test.app.features.sourceControl.commits.reword(repository, said.revision, `fixes art #${later}`);
    assert.deepEqual(await crossOf('story', before), []);
    assert.equal((await crossOf('story', later)).length, 1);
    assert.deepEqual(await test.app.features.systemEvents.listJobs({ status: 'waiting' }, { limit: 9, offset: 0 }), []);
  });

  it('are found by their words and revisions, by those who may read them', async () => {
    const { commits } = test.app.features.sourceControl;
    const word = 'Aquädukt';
    await commits.record([
      commit(`Mend the ${word} <b>\n\nand its arches`, { revision: 'f00dcafe01' }),
      commit(`Hide the ${word}`, { projectId: hidden.id, revision: 'f00dcafe02' }),
    ]);
    await test.app.followers.drain();
    const found = async (as: string, keywords: string): Promise<readonly unknown[]> => {
      const post = { path: '/api/search', method: 'POST', as, body: { keywords } };
      return listAt((await expectRow(test, { ...post, status: 200 })).json);
    };
    const [first, ...others] = await found('mia', 'aquadukt arches');
    assert.deepEqual(others, []);
    assert.equal(at(first, 'type'), 'commit');
    assert.equal(at(first, 'xref'), 'git #web/f00dcafe01');
    assert.equal(at(first, 'title'), `Mend the ${word} <b>`);
    assert.match(String(at(first, 'cropped_content')), /the <mark>Aquädukt<\/mark> &lt;b&gt; and its <mark>arches/);
    const revisions = async (as: string, keywords: string): Promise<string[]> =>
      (await found(as, keywords)).map((entry) => String(at(entry, 'xref'))).sort();
    assert.deepEqual(await revisions('mia', 'f00dcafe*'), ['git #web/f00dcafe01']);
    assert.deepEqual(await revisions('mia', 'f00dcaf*'), ['git #web/f00dcafe01']);
    // What people type as a beginning of a word is no beginning of a hash.
    for (const short of ['f00dca', 'f00dca*', 'f*']) assert.deepEqual(await revisions('mia', short), [], short);
    assert.deepEqual(await revisions('sam', 'aquadukt'), ['git #web/f00dcafe01', 'git #web/f00dcafe02']);
    await commits.reword({ projectId: world.id, kind: 'git', name: 'web' }, 'f00dcafe01', 'Something else');
    await test.app.followers.drain();
    assert.deepEqual(await revisions('sam', 'aquadukt'), ['git #web/f00dcafe02']);
    const path = `/api/search?q=f00dcafe*&type=commit&project=${hidden.id}`;
    const answer = await expectRow(test, { path, as: 'sam', status: 200 });
    assert.deepEqual([at(answer.json, 'size'), at(answer.json, 'facets.types.0')], [1, { type: 'commit', count: 1 }]);
  });

  it('are in no index once their repository is removed', async () => {
    const { app } = test;
    const facts = {
      project_id: world.id,
      name: 'attic',
      folder: '/nowhere',
      settings_json: '{}',
      recorded_revision: 2,
    };
    const row = await app.database.transact((tx) =>
      tx.insertInto('svn_repositories').values(facts).returning('id').executeTakeFirstOrThrow(),
    );
    const [attic, kept] = [{ kind: 'svn', name: 'attic' } as const, { kind: 'svn', name: 'kept' } as const];
    await record(
      commit('Sweep the loft', { repository: attic }),
      commit('Sweep the stairs', { repository: kept }),
      commit('Sweep the roof', { repository: attic }),
    );
    await app.followers.drain();
    const query = { kind: 'word', word: 'sweep', isPrefix: false } as const;
    const anywhere = { start: 0, end: Number.MAX_SAFE_INTEGER };
    const count = async (): Promise<number> => (await findDocuments(app.database.read, query, anywhere, 10)).length;
    assert.equal(await count(), 3);
    await expectRow(test, { path: `/api/svn/${row.id}`, method: 'DELETE', as: 'ada', status: 202 });
    await app.followers.drain();
    app.jobs.start();
    await until(async () => (await count()) <= 1);
    await app.jobs.stop(10_000);
    const { json } = await expectRow(test, { path: '/api/search?q=sweep', as: 'ada', status: 200 });
    assert.deepEqual(
      listAt(json, 'results').map((entry) => at(entry, 'title')),
      ['Sweep the stairs'],
    );
  });

  it('survive hostile messages', async () => {
    const story = await make('story');
    const many = Array.from({ length: 3000 }, (_, index) => `art #${index + 1_000_000}`).join(' ');
    const lone = String.fromCharCode(0xd800);
    await record(
      commit(`art #${story} \0 nul ${lone}`, { authorName: 'a\0b', files: ['x\0y'] }),
      commit(`art #${story} ${many}`),
      commit(`art #${story} ${'x'.repeat(3_000_000)}`),
      commit(`art #999999999999999 closes art #999999999999999 art #${story} fixes art #`),
      commit(''),
    );
    assert.equal((await crossOf('story', story)).length, 4);
    await workOff();
  });
});

async function workOff(): Promise<void> {
  test.app.jobs.start();
  const { systemEvents } = test.app.features;
  const isOver = async (): Promise<boolean> => {
    const jobs = await systemEvents.listJobs({}, { limit: 1000, offset: 0 });
    return jobs.filter(({ kind }) => kind === 'close-artifact').every(({ status }) => status === 'done');
  };
  await until(isOver);
}

const shown = async (id: number): Promise<{ status: unknown; comments: unknown[]; by: unknown; count: number }> => {
  const path = `/api/artifacts/${id}`;
  const { json } = await expectRow(test, { path, as: 'ada', status: 200 });
  const changes = await expectRow(test, { path: `${path}/changesets?limit=50`, as: 'ada', status: 200 });
  const list = listAt(changes.json);
  const comments = list.map((change) => at(change, 'last_comment.body')).filter((body) => body !== '');
  return { status: at(json, 'status'), comments, by: at(list.at(-1), 'submitted_by'), count: list.length };
};

describe('words that close', () => {
  it('close as the pusher, with the status that means done, once', async () => {
    const [story, task, seen] = [await make('story'), await make('task'), await make('story')];
    const closing = commit(`closes story #${story}, implements task #${task}. See art #${seen}`);
    await record(closing);
    await record(closing);
    await workOff();
    const name = `git #web/${closing.revision}`;
    assert.deepEqual(await shown(story), { status: 'Done', comments: [`Closed by ${name}`], by: sam, count: 2 });
    assert.deepEqual(await shown(task), { status: 'Dropped', comments: [`Implemented by ${name}`], by: sam, count: 2 });
    assert.equal((await shown(seen)).count, 1);
    await record(commit(`fixes art #${story}`));
    await workOff();
    assert.equal((await shown(story)).count, 2, 'it is closed already');
  });

  it('wait for a call that may close', async () => {
    const story = await make('story');
    const topic = commit(`Fixes: art #${story}`, { mayClose: false, pushedBy: ada });
    await record(topic);
    await workOff();
    assert.equal((await shown(story)).status, 'New');
    await record({ ...topic, mayClose: true, pushedBy: sam });
    await workOff();
    const { status, by } = await shown(story);
    assert.deepEqual({ status, by }, { status: 'Done', by: sam });
  });

  it('take the first closed status that the workflow lets the pusher reach, else leave a comment', async () => {
    const [fresh, ready] = [await make('moved'), await make('moved', 'Doing')];
    await record(commit(`resolves art #${fresh}, closes art #${ready}`));
    await workOff();
    assert.equal((await shown(ready)).status, 'Done');
    const { status, comments, by } = await shown(fresh);
    assert.deepEqual({ status, by }, { status: 'New', by: sam });
    assert.match(String(comments[0]), /^git #web\/c\d+ asks to close this, which can’t be done as things are$/);
    await record(commit(`closes art #${fresh}`, { pushedBy: ada }));
    await workOff();
    assert.equal((await shown(fresh)).status, 'Dropped', 'who may');
  });

  it('do nothing for strangers, closed trackers and words of others', async () => {
    const [shut, plain, story] = [await make('shut'), await make('plain'), await make('story')];
    const crate = await make('crate', 'New', hidden);
    const gone = await test.addUser('gone', { status: 'S' });
    await record(
      commit(`closes art #${shut} and closes shut #${shut}`),
      commit(`closes task #${story}, closes crate #${crate}`),
      commit(`closes art #${story}`, { pushedBy: 0 }),
      commit(`closes art #${story}`, { pushedBy: gone }),
      commit(`closes art #${plain}`),
    );
    await workOff();
    for (const id of [shut, story, crate]) assert.equal((await shown(id)).count, 1, `artifact ${id}`);
    assert.equal((await shown(plain)).comments.length, 1);
  });
});
