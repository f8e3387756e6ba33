// Engine: both
// Who is reminded of a date, when, and how often. Days go by as the test lets them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { addDays } from '../../src/features/notifications/reminders/reminded-days.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { storedJson } from '../../src/platform/database/index.ts';
import { createJobRunner, enqueueJob } from '../../src/platform/jobs/index.ts';
import { startMs } from '../../src/platform/jobs/runner.testing.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { formatDay } from '../../src/platform/texts/dates.ts';
import { at, createTestClock, issueToken, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { admins, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

const dayMs = 86_400_000;
const readMail = storedJson(MailMessage);
const clock = createTestClock(startMs);
let test: TestApp;
let world: World;
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);
const today = (): string => formatDay(clock.nowMs());

const open = { read: [everybody], submit: [registered], update: [registered] };
const forMembers = { read: [members, admins], submit: [registered], update: [members, admins] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'state', type: 'sb', values: ['Open', 'Closed'], fallback: 'Open', ...open },
  { name: 'owner', type: 'msb', ofPeople: true, ...open },
  { name: 'due', type: 'date', ...open },
  { name: 'secret', type: 'date', ...forMembers },
  { name: 'meeting', type: 'date', properties: { display_time: '1' }, ...open },
  { name: 'changed', type: 'lud', read: [everybody] },
];
const meaning = { fields, title: 'title', status: { field: 'state', open: ['Open'] }, contributor: 'owner' };

before(async () => {
  test = await startApp({
    clock,
    settings: "$mail_transport = 'capture';\n$sys_default_domain = 'forge.example';\n$sys_enable_reply_by_mail = 1;",
  });
  for (const name of ['ada', 'max', 'mia', 'pip', 'sue']) ids.set(name, await test.addUser(name));
  ids.set('out', await test.addUser('out', { status: 'S' }));
  world = await buildProject(test, {
    name: 'dates',
    admins: [idOf('ada')],
    members: [idOf('max'), idOf('mia'), idOf('out')],
    groups: { testers: [idOf('sue')] },
    trackers: () => [
      { name: 'task', permissions: { full: [everybody] }, ...meaning },
      { name: 'case', permissions: { full: [members, admins] }, ...meaning },
    ],
  });
  await sleep();
});
after(() => test.close());

/** With a token of the day. */
const send = async ({ as = 'ada', ...row }: Partial<Row> & { path: string }): Promise<Answered> =>
  expectRow(test, { status: 200, headers: await issueToken(test.app, as), ...row });
const path = (tracker = 'task'): string => `/api/trackers/${world.tracker(tracker)}/date_reminders`;

interface Plan {
  id?: number;
  field_id: number;
  type: 'before' | 'after';
  days: number;
  is_enabled?: boolean;
  notify_closed_artifacts?: boolean;
  user_group_ids: readonly string[];
  roles: readonly string[];
}
const plan = (facts: Partial<Plan> = {}, field = 'due', tracker = 'task'): Plan => ({
  field_id: world.field(tracker, field),
  type: 'before',
  days: 2,
  user_group_ids: [],
  roles: [],
  ...facts,
});
const save = async (reminders: readonly unknown[], row: Partial<Row> = {}, tracker = 'task'): Promise<unknown> =>
  (await send({ path: path(tracker), method: 'PUT', body: { reminders }, ...row })).json;

const word = (name: string, value: string | null, tracker = 'task') => ({
  field_id: world.field(tracker, name),
  value,
});
const chosen = (name: string, ...values: number[]) => ({
  field_id: world.field('task', name),
  bind_value_ids: values,
});
async function create(as: string, values: readonly unknown[], tracker = 'task'): Promise<number> {
  const body = { tracker: { id: world.tracker(tracker) }, values };
  return Number(at((await send({ path: '/api/artifacts', method: 'POST', as, body, status: 201 })).json, 'id'));
}
const change = (as: string, id: number, values: readonly unknown[], comment?: object): Promise<Answered> =>
  send({ path: `/api/artifacts/${id}`, method: 'PUT', as, body: { values, ...(comment && { comment }) } });

const ownKinds = ['root-daily', 'date-reminders', 'date-reminder'];

const listOwnJobs = () =>
  test.app.database.read.selectFrom('jobs').select(['id', 'kind', 'status']).where('kind', 'in', ownKinds).execute();

/** Runs the server until another job of the night is done, with all that it asked for; gives the mails, the oldest first. */
async function work(): Promise<MailMessage[]> {
  const findLast = async (): Promise<number> =>
    Math.max(
      0,
      ...(await listOwnJobs()).map(({ id, kind, status }) => (kind === 'date-reminders' && status === 'done' ? id : 0)),
    );
  const former = await findLast();
  const runner = createJobRunner({
    database: test.app.database,
    clock,
    logger: test.app.logger,
    handlers: test.app.features.jobHandlers,
    schedules: test.app.features.parts.schedules,
  });
  runner.start();
  await until(
    async () => (await findLast()) > former && (await listOwnJobs()).every(({ status }) => status === 'done'),
  );
  await runner.stop(0);
  return collect();
}

/** Lets days go by; the server runs again at the end of them. */
function sleep(days = 1): Promise<MailMessage[]> {
  clock.advance(days * dayMs);
  return work();
}

/** Has the job of the night run once more. */
async function runAgain(): Promise<MailMessage[]> {
  const type = { name: 'date-reminders', payload: Type.Object({}) };
  await test.app.database.transact((tx) => enqueueJob(tx, type, {}, { nowMs: clock.nowMs() }));
  return work();
}

async function collect(): Promise<MailMessage[]> {
  const { database } = test.app;
  const rows = await database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
  await database.transact((tx) => tx.deleteFrom('outbox').execute());
  const mails = rows.map((row) => readMail(row.message_json ?? 'null', `mail ${row.id}`));
  return mails.filter(({ messageId }) => messageId?.includes('-reminder-') === true);
}
/** Of mails about one artifact alone, where its title is given. */
const namesIn = (mails: readonly MailMessage[], title = ''): string[] =>
  mails.flatMap(({ to, subject }) => (subject.includes(title) ? to.replace('@example.org', '') : [])).toSorted();

describe('reminders of a tracker', () => {
  it('are set by its administrators, with what they were before at hand', async () => {
    const empty = await send({ path: path() });
    assert.deepEqual(empty.json, { reminders: [] });
    for (const as of ['max', 'pip']) {
      await send({ path: path(), as, status: 403 });
      await save([], { as, status: 403 });
    }
    await send({ path: '/api/trackers/999/date_reminders', status: 404 });
    const made = await save(
      [plan({ user_group_ids: [`${world.id}_3`, String(world.group('testers'))], roles: ['assignee'] })],
      {
        headers: { ...(await issueToken(test.app, 'ada')), 'if-match': empty.headers.get('etag') ?? '' },
      },
    );
    assert.partialDeepStrictEqual(made, {
      reminders: [
        {
          field: { field_id: world.field('task', 'due'), label: 'Label of due' },
          type: 'before',
          days: 2,
          is_enabled: true,
          notify_closed_artifacts: false,
          user_groups: [{ id: `${world.id}_3` }, { id: String(world.group('testers')) }],
          roles: ['assignee'],
        },
      ],
    });
    await save([], {
      headers: { ...(await issueToken(test.app, 'ada')), 'if-match': empty.headers.get('etag') ?? '' },
      status: 412,
    });
    const events = await send({ path: `/api/projects/${world.id}/audit_events` });
    assert.partialDeepStrictEqual(at(events.json, '0'), {
      kind: 'tracker-changed',
      details: { changed: 'date_reminders', tracker: world.tracker('task') },
    });
  });

  it('refuse what can not be, and say which part', async () => {
    const roles = ['submitter'];
    const rows: [reminder: unknown, place: string][] = [
      [plan(), 'reminders[0].roles'],
      [plan({ roles }, 'title'), 'reminders[0].field_id'],
      [plan({ roles, field_id: 0 }), 'reminders[0].field_id'],
      [plan({ roles, id: 999 }), 'reminders[0].id'],
      [plan({ roles, days: -1 }), 'reminders[0].days'],
      [plan({ roles: ['boss'] }), 'reminders[0].roles[0]'],
      [plan({ user_group_ids: [`${world.id}_2`] }), 'reminders[0].user_group_ids[0]'],
      [plan({ user_group_ids: ['999'] }), 'reminders[0].user_group_ids[0]'],
      [plan({ roles }, 'changed'), 'reminders[0].type'],
    ];
    for (const [reminder, place] of rows) await save([reminder], { status: 400, contains: [place] });
    assert.equal(listAt((await send({ path: path() })).json, 'reminders').length, 1, 'nothing of it was kept');
  });
});

describe('a reminder', () => {
  it('tells those it names, once, who may see the artifact and the date and want it', async () => {
    const everyone = { user_group_ids: [`${world.id}_3`, String(world.group('testers'))] };
    await save([plan({ ...everyone, roles: ['submitter', 'assignee', 'commenter'] })]);
    const soon = addDays(today(), 3);
    const id = await create('pip', [word('title', 'Quay <1>'), word('due', soon), chosen('owner', idOf('ada'))]);
    await create('pip', [word('title', 'Later'), word('due', addDays(soon, 1))]);
    await create('pip', [word('title', 'Without')]);
    assert.deepEqual(await runAgain(), [], 'a day too early');
    const mails = await sleep();
    // Who is suspended is not told.
    assert.deepEqual(namesIn(mails), ['ada', 'max', 'mia', 'pip', 'sue']);
    const { subject = '', text = '', html = '', replyTo = '' } = mails[0] ?? {};
    assert.match(subject, /^\[task #\d+\] Quay <1> \(Label of due: \d+ [A-Z][a-z]+ \d{4}, in 2 days\)$/);
    assert.ok(text.includes(`aid=${id}`) && text.includes('Unsubscribe from'), text);
    assert.ok(html.includes('Quay &lt;1&gt;'), html);
    assert.match(replyTo, /^reply\+/);
    assert.deepEqual(await runAgain(), [], 'a second time on the day');
    const next = await sleep();
    assert.deepEqual(namesIn(next, 'Later'), ['ada', 'max', 'mia', 'pip', 'sue']);
    assert.equal(next.length, 5, 'nobody is told of the first one again');
    assert.deepEqual(await sleep(), []);
  });

  it('tells nobody what they may not know', async () => {
    const all = {
      user_group_ids: [`${world.id}_4`, String(world.group('testers'))],
      roles: ['submitter', 'commenter'],
      days: 0,
    };
    await save([plan(all, 'secret')]);
    await save([plan(all, 'due', 'case')], {}, 'case');
    const tomorrow = addDays(today(), 1);
    await create('max', [word('title', 'Hidden date'), word('secret', tomorrow)]);
    await create('max', [word('title', 'Hidden', 'case'), word('due', tomorrow, 'case')], 'case');
    const mails = await sleep();
    assert.deepEqual(namesIn(mails, 'Hidden date'), ['ada', 'max']);
    assert.deepEqual(namesIn(mails, '[case'), ['ada', 'max']);
    assert.ok(!namesIn(mails).includes('sue'));
    await save([], {}, 'case');
  });

  it('goes by what people chose', async () => {
    await save([plan({ user_group_ids: [`${world.id}_3`], days: 1 })]);
    const subscription = `/api/trackers/${world.tracker('task')}/subscription`;
    await send({ path: subscription, method: 'PUT', as: 'mia', body: { level: 'none' } });
    const id = await create('pip', [word('title', 'Chosen'), word('due', addDays(today(), 2))]);
    const own = `/api/artifacts/${id}/subscription`;
    await send({ path: own, method: 'PUT', as: 'max', body: { is_subscribed: false } });
    assert.deepEqual(namesIn(await sleep(), 'Chosen'), ['ada']);
    await send({ path: own, method: 'PUT', as: 'mia', body: { is_subscribed: true } });
    await change('pip', id, [word('due', addDays(today(), 2))]);
    assert.deepEqual(
      namesIn(await sleep(), 'Chosen'),
      ['ada', 'mia'],
      'of another date, and whom the artifact alone interests',
    );
    await send({ path: subscription, method: 'DELETE', as: 'mia' });
  });

  it('makes up for days that were missed, a week back, and says how it is today', async () => {
    await save([plan({ roles: ['submitter'], days: 1 })]);
    for (const [title, days] of [
      ['A', 2],
      ['B', 4],
      ['C', 12],
    ] as const)
      await create('max', [word('title', title), word('due', addDays(today(), days))]);
    const mails = await sleep(4);
    assert.deepEqual(
      mails.map(({ subject }) => subject.replace(/^\S+ \S+ (\w) .*, (.*)\)$/, '$1 $2')),
      ['A 2 days ago', 'B today'],
    );
    assert.deepEqual(await runAgain(), []);
    await create('max', [word('title', 'D'), word('due', addDays(today(), 2))]);
    const late = await sleep(30);
    assert.deepEqual(late, [], 'what is over for longer than a week');
  });

  it('leaves closed artifacts alone, unless it is for them too', async () => {
    const reminder = plan({ roles: ['submitter'], type: 'after', days: 1 });
    await save([reminder]);
    const closed = chosen('state', world.value('task', 'state', 'Closed'));
    await create('max', [word('title', 'Done'), word('due', today()), closed]);
    await create('max', [word('title', 'Late'), word('due', today())]);
    const mails = await sleep();
    assert.deepEqual(
      mails.map(({ subject }) => /\] (\w+) .*, (.*)\)$/.exec(subject)?.slice(1)),
      [['Late', 'yesterday']],
    );
    await save([{ ...reminder, notify_closed_artifacts: true }]);
    await create('max', [word('title', 'Done'), word('due', today()), closed]);
    assert.equal((await sleep()).length, 1);
  });

  it('is of moments and of last changes too, as far as its reader knows of them', async () => {
    await save([
      plan({ roles: ['submitter'], days: 0 }, 'meeting'),
      plan({ user_group_ids: [`${world.id}_4`, String(world.group('testers'))], type: 'after', days: 2 }, 'changed'),
    ]);
    const tomorrow = addDays(today(), 1);
    const id = await create('max', [word('title', 'Met'), word('meeting', `${tomorrow}T15:30:00`)]);
    const [mail] = await sleep();
    assert.match(mail?.subject ?? '', /Label of meeting: .* 15:30.*, today/);
    await change('max', id, [word('secret', addDays(today(), 90))]);
    await sleep();
    // The last change was of a date that testers may not read.
    assert.deepEqual(namesIn(await sleep()), ['ada']);
  });

  it('waits where it is switched off, and tells nothing of that time later', async () => {
    const roles = ['submitter'];
    const made = await save([plan({ roles, days: 1, is_enabled: false })]);
    const id = Number(at(made, 'reminders.0.id'));
    await create('max', [word('title', 'Off'), word('due', addDays(today(), 2))]);
    assert.deepEqual(await sleep(), []);
    await save([plan({ id, roles, days: 1 })]);
    assert.deepEqual(await runAgain(), []);
    await create('max', [word('title', 'On'), word('due', addDays(today(), 2))]);
    // Whom it tells changes nothing of what is told already.
    await save([plan({ id, roles: ['submitter', 'commenter'], days: 1 })]);
    assert.equal((await sleep()).length, 1);
    const tracker = `/api/trackers/${world.tracker('task')}`;
    await send({ path: tracker, method: 'PATCH', body: { notifications: { enabled: false } } });
    await create('max', [word('title', 'Quiet'), word('due', addDays(today(), 2))]);
    assert.deepEqual(await sleep(), []);
    await send({ path: tracker, method: 'PATCH', body: { notifications: { enabled: true } } });
  });

  it('lets go of groups that end, and keeps a date that it is about', async () => {
    const testers = String(world.group('testers'));
    await save([plan({ user_group_ids: [testers], roles: ['submitter'] }), plan({ roles: ['submitter'] }, 'secret')]);
    const uses = await send({ path: `/api/user_groups/${testers}/uses` });
    assert.ok(JSON.stringify(uses.json).includes('"notification"'), uses.text);
    await send({ path: `/api/user_groups/${testers}`, method: 'DELETE', status: 204 });
    const secret = `/api/tracker_fields/${world.field('task', 'secret')}`;
    assert.deepEqual((await send({ path: `${secret}/uses` })).json, [
      { kind: 'reminder', name: null, field_ids: [], days: -2 },
    ]);
    for (const [method, body] of [['DELETE'], ['PATCH', { use_it: false }]] as const) {
      const refused = await send({ path: secret, method, status: 400, ...(body && { body }) });
      assert.match(refused.text, /used by the reminder 2 days before it/);
    }
    const kept = listAt((await send({ path: path() })).json, 'reminders').slice(0, 1);
    await save(kept.map((one) => plan({ id: Number(at(one, 'id')), roles: ['submitter'] })));
    await send({ path: secret, method: 'DELETE', status: 204 });
    const { json } = await send({ path: path() });
    assert.deepEqual(
      listAt(json, 'reminders').map((one) => [at(one, 'field.label'), at(one, 'user_groups')]),
      [['Label of due', []]],
    );
    assert.deepEqual(await sleep(), []);
  });
});
