// An artifact that was moved out of a private project: no door tells who may not see that project its name or that of its tracker.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { createTime, untilAt } from '../../src/platform/jobs/runner.testing.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const time = createTime();
const windowMs = 60_000;
const title = 'Basalt column';
let test: TestApp;
let runner: JobRunner;
let from: World;
let to: World;
let id: number;

/** Ada administers both, Hal sees only where it is now. */
before(async () => {
  test = await startApp({ clock: time, settings: "$mail_transport = 'capture';\n$mcp_enabled = 1;" });
  const ada = await test.addUser('ada');
  await test.addUser('hal');
  const open = { read: [everybody], submit: [members, admins], update: [members, admins] };
  const tracker = (name: string) => ({
    name,
    title: 'title',
    permissions: { full: [everybody], admin: [admins] },
    fields: [{ name: 'title', type: 'string', ...open }],
  });
  from = await buildProject(test, { name: 'quarry', admins: [ada], trackers: () => [tracker('obsidian')] });
  to = await buildProject(test, { name: 'harbour', admins: [ada], trackers: () => [tracker('crate')] });
  await test.app.features.projects.change('quarry', { access: 'private' });
  const { database, logger, features } = test.app;
  runner = createJobRunner({
    database,
    clock: time,
    timers: time,
    logger,
    handlers: features.jobHandlers,
    schedules: [],
  });
  runner.start();
  const path = `/api/trackers/${to.tracker('crate')}/subscription`;
  await expectRow(test, { method: 'PUT', path, as: 'hal', body: { level: 'all' }, status: 200 });
  const values = [{ field_id: from.field('obsidian', 'title'), value: title }];
  const body = { tracker: { id: from.tracker('obsidian') }, values };
  const made = await expectRow(test, { method: 'POST', path: '/api/artifacts', as: 'ada', body, status: 201 });
  id = Number(at(made.json, 'id'));
  const move = { tracker_id: to.tracker('crate'), dry_run: false };
  await expectRow(test, { method: 'PATCH', path: `/api/artifacts/${id}`, as: 'ada', body: { move }, status: 200 });
  await features.fullText.prepare();
  await features.fullText.rebuild({ isPolite: false });
});
after(async () => {
  await runner.stop(0);
  await test.close();
});

const get = async (path: string, as: string, accept = 'application/json'): Promise<string> =>
  (await expectRow(test, { path, as, headers: { accept }, status: 200 })).text;

async function askAgent(as: string): Promise<string> {
  const key = await expectRow(test, {
    method: 'POST',
    path: '/api/access_keys',
    as,
    body: { scopes: ['read:agent'] },
    status: 201,
  });
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_comments', arguments: { artifact_id: id, with_changes: true } },
  };
  const headers = {
    'x-auth-accesskey': String(at(key.json, 'identifier')),
    accept: 'application/json, text/event-stream',
  };
  return (await expectRow(test, { method: 'POST', path: '/mcp', headers, body, status: 200 })).text;
}

/** Each gives what somebody is told, in which the artifact is. */
const doors: Readonly<Record<string, (as: string) => Promise<string>>> = {
  'the artifact': (as) => get(`/api/artifacts/${id}?values_format=all`, as),
  'its history': (as) => get(`/api/artifacts/${id}/changesets?fields=all&limit=50`, as),
  'its history in XML': (as) => get(`/api/artifacts/${id}/changesets?fields=all&limit=50`, as, 'application/xml'),
  'its tracker': (as) => get(`/api/trackers/${to.tracker('crate')}/artifacts?values=all`, as),
  'a search for it': (as) => get('/api/search?q=basalt', as),
  'a search for what the comment says': (as) => get('/api/search?q=moved', as),
  'what is new in its project': (as) => get(`/api/projects/${to.id}/heartbeats`, as),
  'the event log': (as) => get('/api/events?since=0', as),
  'an agent': askAgent,
};

describe('a move out of a private project', () => {
  for (const [door, open] of Object.entries(doors))
    it(`is told without names by ${door}`, async () => {
      const text = await open('hal');
      assert.match(text, new RegExp(`${title}|"artifacts/${id}"|moved from another`), 'it is not about the artifact');
      assert.doesNotMatch(text, /quarry|obsidian/i);
    });

  it('is found by none of the names, by nobody', async () => {
    for (const as of ['hal', 'ada'])
      for (const word of ['quarry', 'obsidian']) {
        const found = await expectRow(test, { path: `/api/search?q=${word}&type=artifact`, as, status: 200 });
        assert.deepEqual(listAt(found.json, 'results'), [], `${as} ${word}`);
      }
  });

  it('is mailed without names', async () => {
    await test.app.followers.drain();
    time.pass(windowMs);
    const { read } = test.app.database;
    const listMails = async (): Promise<string[]> => {
      const rows = read.selectFrom('outbox').selectAll().where('recipient', '=', 'hal@example.org');
      return (await rows.execute()).flatMap(({ message_json: mail }) => (mail?.includes(title) === true ? [mail] : []));
    };
    await untilAt(time, async () => (await listMails()).length > 0);
    for (const mail of await listMails()) {
      assert.match(mail, /moved from another tracker/);
      assert.doesNotMatch(mail, /quarry|obsidian/i);
    }
  });

  it('names both in its history to who sees where it came from', async () => {
    const said = "Artifact was moved from 'obsidian' tracker in 'quarry' project.";
    assert.ok((await get(`/api/artifacts/${id}/changesets?fields=all`, 'ada')).includes(said));
  });
});
