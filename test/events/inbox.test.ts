// Engine: both
// What comes into inboxes, for whom and why, and what people do with it. Time stands still but for what a test lets pass.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { createTime, untilAt } from '../../src/platform/jobs/runner.testing.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const hourMs = 3_600_000;
const time = createTime();
let test: TestApp;
let world: World;
let runner: JobRunner;
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);

before(async () => {
  test = await startApp({ clock: time });
  for (const name of ['ada', 'max', 'mia', 'ria', 'pip']) ids.set(name, await test.addUser(name));
  const open = { read: [everybody], submit: [registered], update: [registered] };
  const forMembers = { read: [members, admins], submit: [registered], update: [members, admins] };
  world = await buildProject(test, {
    name: 'post',
    admins: [idOf('ada')],
    members: [idOf('max'), idOf('mia')],
    trackers: () => [
      {
        name: 'bug',
        permissions: { full: [everybody] },
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'state', type: 'sb', values: ['Open', 'Closed'], fallback: 'Open', ...open },
          { name: 'secret', type: 'string', ...forMembers },
          { name: 'owner', type: 'msb', ofPeople: true, ...open },
        ],
        title: 'title',
        status: { field: 'state', open: ['Open'] },
        contributor: 'owner',
      },
    ],
  });
  const { database, logger, features } = test.app;
  const handlers = features.jobHandlers;
  runner = createJobRunner({ database, clock: time, timers: time, logger, handlers, schedules: [] });
  runner.start();
});
after(async () => {
  await runner.stop(0);
  await test.close();
});

const field = (name: string, value: Record<string, unknown>) => ({ field_id: world.field('bug', name), ...value });
const word = (name: string, value: string) => field(name, { value });
const people = (...names: string[]) => field('owner', { bind_value_ids: names.map(idOf) });
const state = (label: string) => field('state', { bind_value_ids: [world.value('bug', 'state', label)] });

async function create(as: string, ...values: unknown[]): Promise<number> {
  const body = { tracker: { id: world.tracker('bug') }, values };
  const answer = await expectRow(test, { method: 'POST', path: '/api/artifacts', as, body, status: 201 });
  return Number(at(answer.json, 'id'));
}
const change = (as: string, id: number, values: readonly unknown[], comment = ''): Promise<Answered> =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/artifacts/${id}`,
    as,
    body: { values, ...(comment === '' ? {} : { comment: { body: comment, format: 'text' } }) },
    status: 200,
  });

/** Until all that happened is in the inboxes. */
async function settle(): Promise<void> {
  await test.app.followers.drain();
  time.pass(1000);
  const { database } = test.app;
  await untilAt(
    time,
    async () => (await database.read.selectFrom('pending_notifications').select('artifact_id').execute()).length === 0,
  );
}

async function inboxOf(as: string, query = ''): Promise<readonly unknown[]> {
  await settle();
  return listAt((await expectRow(test, { path: `/api/users/self/inbox${query}`, as, status: 200 })).json, 'entries');
}
const ofThing = async (as: string, id: number, query = ''): Promise<unknown> =>
  (await inboxOf(as, query)).find((entry) => at(entry, 'thing.id') === id);
const patch = (as: string, entry: unknown, body: object, status = 200): Promise<Answered> =>
  expectRow(test, { method: 'PATCH', path: `/api/users/self/inbox/${String(at(entry, 'id'))}`, as, body, status });
const patchMany = (as: string, body: object): Promise<Answered> =>
  expectRow(test, { method: 'PATCH', path: '/api/users/self/inbox', as, body, status: 200 });
const countOf = async (as: string): Promise<unknown> =>
  (await expectRow(test, { path: '/api/users/self/inbox/counts', as, status: 200 })).json;

describe('an inbox', () => {
  it('has what concerns a person, and why, without a mail server', async () => {
    const id = await create('max', word('title', 'Crash'), people('mia'));
    await settle();
    await change('ria', id, [], 'I saw it too, @pip knows more');
    assert.equal(at(await ofThing('mia', id), 'reason'), 'assigned');
    assert.equal(at(await ofThing('max', id), 'reason'), 'author');
    assert.equal(at(await ofThing('pip', id), 'reason'), 'mentioned');
    assert.equal(await ofThing('ria', id), undefined, 'nobody hears of what they did themselves');
    assert.equal(await ofThing('ada', id), undefined);
    const entry = await ofThing('pip', id);
    assert.partialDeepStrictEqual(entry, {
      is_unread: true,
      is_done: false,
      is_saved: false,
      snoozed_until: null,
      actor: { username: 'ria' },
      news: { comment: 'I saw it too, @pip knows more', changes: [] },
      thing: {
        kind: 'artifact',
        title: 'Crash',
        xref: `bug #${id}`,
        tracker: { label: 'bug' },
        status: { value: 'Open' },
      },
    });
  });

  it('says what changed, as far as its person may know', async () => {
    const id = await create('ria', word('title', 'Leak'), people('max'));
    await settle();
    await change('mia', id, [state('Closed'), word('secret', 'sesame')]);
    assert.partialDeepStrictEqual(at(await ofThing('max', id), 'news.changes'), [
      { label: 'Label of state', before: 'Open', after: 'Closed', text: 'Label of state: Open → Closed' },
      { label: 'Label of secret', before: '', after: 'sesame', text: 'Label of secret: sesame' },
    ]);
    assert.partialDeepStrictEqual(at(await ofThing('ria', id), 'news.changes'), [
      { label: 'Label of state', before: 'Open', after: 'Closed', text: 'Label of state: Open → Closed' },
    ]);
    assert.equal(listAt(await ofThing('ria', id), 'news.changes').length, 1);
    const other = await create('ria', word('title', 'Quiet'));
    await settle();
    await change('mia', other, [word('secret', 'hush')]);
    assert.equal(await ofThing('ria', other), undefined, 'nothing that they may know of');
  });

  it('has one entry for each thing, which is unread and open again when something happens', async () => {
    const id = await create('max', word('title', 'Once'), people('mia'));
    const entry = await ofThing('mia', id);
    await change('max', id, [word('title', 'Twice')], '@mia please look');
    await change('max', id, [word('title', 'Thrice')]);
    const again = await ofThing('mia', id);
    assert.equal(at(again, 'id'), at(entry, 'id'));
    assert.equal(at(again, 'reason'), 'mentioned', 'a mention is not covered by what comes after it');
    assert.equal((await patch('mia', again, { is_unread: false, is_done: true })).status, 200);
    assert.equal(await ofThing('mia', id), undefined);
    assert.equal(at(await ofThing('mia', id, '?state=done'), 'updates'), 0);
    await change('max', id, [state('Closed')]);
    assert.partialDeepStrictEqual(await ofThing('mia', id), {
      id: at(entry, 'id'),
      reason: 'assigned',
      updates: 1,
      is_unread: true,
      is_done: false,
    });
  });

  it('loses what its person may no longer see, also in its counts', async () => {
    const id = await create('max', word('title', 'Soon hidden'), people('pip'));
    const shown = await ofThing('pip', id);
    assert.ok(shown);
    const before = at(await countOf('pip'), 'unread');
    const setAccess = async (access: 'private' | 'public'): Promise<void> => {
      await test.app.database.transact((tx) =>
        tx.updateTable('projects').set({ access }).where('id', '=', world.id).execute(),
      );
      await test.app.features.site.changeSetting('sys_org_name', access);
    };
    await setAccess('private');
    assert.equal(await ofThing('pip', id), undefined);
    assert.ok(Number(before) > 0);
    assert.equal(at(await countOf('pip'), 'unread'), 0);
    await patch('pip', shown, { is_done: true }, 404);
    await setAccess('public');
    assert.equal(at(await ofThing('pip', id), 'is_done'), false, 'what is hidden was changed');
  });

  it('is counted by reason and project', async () => {
    await patchMany('pip', { is_done: true });
    await settle();
    assert.deepEqual(await countOf('pip'), { unread: 0, is_more: false, reasons: [], projects: [] });
    await create('max', word('title', 'A'), people('pip'));
    const mine = await create('pip', word('title', 'B'));
    await change('max', mine, [word('title', 'B2')]);
    await settle();
    const counts = await countOf('pip');
    assert.partialDeepStrictEqual(counts, { unread: 2, projects: [{ project: { id: world.id }, unread: 2 }] });
    assert.deepEqual(
      new Set(listAt(counts, 'reasons').map((one) => `${String(at(one, 'reason'))} ${String(at(one, 'unread'))}`)),
      new Set(['author 1', 'assigned 1']),
    );
    assert.equal((await inboxOf('pip', '?reason=assigned')).length, 1);
    assert.equal((await inboxOf('pip', `?project=${world.id + 1}`)).length, 0);
    assert.equal((await inboxOf('pip', '?unread=false')).length, 0);
  });
});

describe('an entry', () => {
  it('that is snoozed comes back by itself, unread and first', async () => {
    const first = await create('max', word('title', 'Later'), people('mia'));
    const entry = await ofThing('mia', first);
    const until = new Date(time.nowMs() + hourMs).toISOString();
    await patch('mia', entry, { is_unread: false, snoozed_until: until });
    assert.equal(await ofThing('mia', first), undefined);
    assert.equal(at(await ofThing('mia', first, '?state=snoozed'), 'id'), at(entry, 'id'));
    const second = await create('max', word('title', 'Meanwhile'), people('mia'));
    assert.ok(await ofThing('mia', second));
    time.pass(hourMs);
    const [top] = await inboxOf('mia');
    assert.partialDeepStrictEqual(top, { id: at(entry, 'id'), is_unread: true });
    await patch('mia', entry, { snoozed_until: new Date(time.nowMs() - 1000).toISOString() }, 400);
    await patch('mia', entry, { snoozed_until: 'tomorrow' }, 400);
  });

  it('that is saved stays when others go', async () => {
    const [saved, gone] = [
      await create('max', word('title', 'Save'), people('mia')),
      await create('max', word('title', 'Drop'), people('mia')),
    ];
    await patch('mia', await ofThing('mia', saved), { is_saved: true, is_done: true });
    assert.ok(await ofThing('mia', gone));
    const { database, features } = test.app;
    const ageMs = 91 * 24 * hourMs;
    const { settings } = await features.site.current();
    await database.transact(async (tx) => {
      await tx
        .updateTable('inbox_entries')
        .set({ sort_ms: time.nowMs() - ageMs })
        .execute();
      for (const clean of features.parts.cleaners) await clean(tx, settings, time.nowMs());
    });
    assert.equal(at(await ofThing('mia', saved, '?state=saved'), 'thing.title'), 'Save');
    assert.equal(await ofThing('mia', gone), undefined);
  });

  it('is its person’s alone', async () => {
    const id = await create('max', word('title', 'Mine'), people('mia'));
    const entry = await ofThing('mia', id);
    await patch('max', entry, { is_done: true }, 404);
    await expectRow(test, { path: `/api/users/${idOf('mia')}/inbox`, as: 'root', status: 403 });
    await expectRow(test, { path: '/api/users/self/inbox', status: 401 });
    const body = { ids: [at(entry, 'id')], is_done: true };
    assert.deepEqual((await patchMany('max', body)).json, { changed: 0 });
    assert.deepEqual((await patchMany('mia', body)).json, { changed: 1 });
    await expectRow(test, {
      method: 'PATCH',
      path: '/api/users/self/inbox',
      as: 'mia',
      body: { ...body, unread: true },
      status: 400,
      contains: ['ids'],
    });
    const headers = { accept: 'application/xml', 'content-type': 'application/xml' };
    const xml = await test.call(`/api/users/self/inbox/${String(at(entry, 'id'))}`, {
      method: 'PATCH',
      as: 'mia',
      headers,
      body: '<request><is_done>false</is_done></request>',
    });
    assert.match(xml.text, /<is_done>0<\/is_done>|<is_done>false<\/is_done>/);
  });
});

describe('many entries', () => {
  it('come in pages, of which none is missing or twice', async () => {
    await patchMany('ria', { is_done: true });
    const made: number[] = [];
    for (const title of ['1', '2', '3', '4', '5']) {
      made.push(await create('max', word('title', title), people('ria')));
      await settle();
    }
    await settle();
    const seen: unknown[] = [];
    let before: unknown = '';
    do {
      const query = before === '' ? '' : `&before=${String(before)}`;
      const { json } = await expectRow(test, { path: `/api/users/self/inbox?limit=2${query}`, as: 'ria', status: 200 });
      seen.push(...listAt(json, 'entries').map((entry) => at(entry, 'thing.id')));
      before = at(json, 'next');
    } while (before !== null);
    assert.deepEqual(seen, made.toReversed());
    for (const query of ['before=x', 'state=x', 'reason=x', 'limit=101'])
      await expectRow(test, {
        path: `/api/users/self/inbox?${query}`,
        as: 'ria',
        status: 400,
        contains: [query.split('=')[0] ?? ''],
      });
  });

  it('change together up to a moment; what comes later stays unread', async () => {
    await patchMany('ria', { is_done: true });
    await create('max', word('title', 'Before'), people('ria'));
    const [entry] = await inboxOf('ria');
    time.pass(2000);
    await create('max', word('title', 'After'), people('ria'));
    await settle();
    await patchMany('ria', { until: at(entry, 'at'), is_unread: false });
    assert.deepEqual(
      (await inboxOf('ria')).map((one) => [at(one, 'thing.title'), at(one, 'is_unread')]),
      [
        ['After', true],
        ['Before', false],
      ],
    );
  });

  it('of one change are written in batches, each person once', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `crowd${index}`);
    const crowd = await Promise.all(names.map((name) => test.addUser(name)));
    const id = await create('max', word('title', 'Crowd'));
    await settle();
    await test.app.database.transact(async (tx) => {
      for (const user of crowd)
        await tx
          .insertInto('artifact_subscriptions')
          .values({ artifact_id: id, user_id: user, is_subscribed: 1 })
          .execute();
    });
    await settle();
    await change('max', id, [word('title', 'All hear')]);
    await settle();
    const rows = await test.app.database.read
      .selectFrom('inbox_entries')
      .select(['user_id', 'updates', 'reason'])
      .where('thing_id', '=', id)
      .where('user_id', 'in', crowd)
      .execute();
    assert.equal(rows.length, crowd.length);
    assert.ok(rows.every(({ updates, reason }) => updates === 1 && reason === 'following'));
  });
});

it('a stream tells a person that their inbox changed, and nobody else', async () => {
  const listen = async (as: string): Promise<string> => {
    const answer = await test.call('/api/events/stream?wait=1&kinds=artifact-deleted', { as });
    return answer.text;
  };
  const heard = Promise.all([listen('mia'), listen('pip')]);
  await create('max', word('title', 'Live'), people('mia'));
  await settle();
  const [mia, pip] = await heard;
  assert.match(mia, new RegExp(`event: inbox-changed\\ndata: \\{"user_id": ${idOf('mia')}\\}`));
  assert.ok(!pip.includes('inbox-changed'), pip);
});
