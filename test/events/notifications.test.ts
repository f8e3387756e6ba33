// Engine: both
// Who is mailed about which changes, and what the mail shows to whom. Time stands still but for what a test lets pass.
import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { runCommandLine } from '../../src/commands/index.ts';
import { storedJson } from '../../src/platform/database/index.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { createTime, untilAt } from '../../src/platform/jobs/runner.testing.ts';
import { createChangeMails } from '../../src/features/notifications/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { admins, authenticated, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

const windowMs = 60_000;
const readMail = storedJson(MailMessage);
const time = createTime();
let test: TestApp;
let world: World;
let runner: JobRunner;
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);

const open = { read: [everybody], submit: [registered], update: [registered] };
const forMembers = { read: [members, admins], submit: [registered], update: [members, admins] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'body', type: 'text', ...open },
  { name: 'state', type: 'sb', values: ['Open', 'Closed'], fallback: 'Open', ...open },
  { name: 'secret', type: 'string', ...forMembers },
  { name: 'notes', type: 'text', ...forMembers },
  { name: 'owner', type: 'msb', ofPeople: true, ...open },
  { name: 'cc', type: 'msb', ofPeople: true, hasNotifications: true, ...open },
  { name: 'reader', type: 'msb', ofPeople: true, ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'begin', type: 'date', ...open },
  { name: 'call', type: 'date', properties: { display_time: '1' }, ...open },
  { name: 'days', type: 'int', ...forMembers },
];
const meaning = { fields, title: 'title', status: { field: 'state', open: ['Open'] }, contributor: 'owner' };

before(async () => {
  test = await startApp({
    clock: time,
    settings: "$mail_transport = 'capture';\n$sys_default_domain = 'forge.example';",
  });
  for (const name of ['ada', 'max', 'mia', 'ria', 'pip', 'sue']) ids.set(name, await test.addUser(name));
  world = await buildProject(test, {
    name: 'post',
    admins: [idOf('ada')],
    members: [idOf('max'), idOf('mia')],
    groups: { testers: [idOf('sue')] },
    trackers: () => [
      { name: 'bug', permissions: { full: [everybody] }, ...meaning, timeframe: { start: 'begin', duration: 'days' } },
      { name: 'case', permissions: { full: [members, admins] }, ...meaning },
      { name: 'own', permissions: { submitter_only: [authenticated], admin: [admins] }, ...meaning },
    ],
  });
  runner = createJobRunner({
    database: test.app.database,
    clock: time,
    timers: time,
    logger: test.app.logger,
    handlers: test.app.features.jobHandlers,
    schedules: [],
  });
  runner.start();
});
after(async () => {
  await runner.stop(0);
  await test.close();
});

const entry = (name: string, value: Record<string, unknown>, tracker = 'bug') => ({
  field_id: world.field(tracker, name),
  ...value,
});
const word = (name: string, value: string, tracker = 'bug') => entry(name, { value }, tracker);
const people = (name: string, ...names: string[]) => entry(name, { bind_value_ids: names.map(idOf) });
const state = (label: string) => entry('state', { bind_value_ids: [world.value('bug', 'state', label)] });

async function create(as: string, values: readonly unknown[], tracker = 'bug'): Promise<number> {
  const body = { tracker: { id: world.tracker(tracker) }, values };
  const answer = await expectRow(test, { method: 'POST', path: '/api/artifacts', as, body, status: 201 });
  return Number(at(answer.json, 'id'));
}
const change = (as: string, id: number, values: readonly unknown[], comment?: unknown): Promise<Answered> =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/artifacts/${id}`,
    as,
    body: { values, ...(comment === undefined ? {} : { comment }) },
    status: 200,
  });

/** Hands on what was committed, without letting the window of the digest end. */
const follow = (): Promise<void> => test.app.followers.drain();

/** The mails that became due by now, by address; they are gone from the outbox then. */
async function collect(): Promise<Map<string, MailMessage>> {
  await follow();
  time.pass(windowMs);
  const { database } = test.app;
  await untilAt(time, async () => {
    const kinds = database.read.selectFrom('jobs').selectAll().where('kind', '=', 'tell-of-artifact');
    const jobs = await kinds.where('due_at_ms', 'is not', null).execute();
    return jobs.every(({ status, due_at_ms: dueAtMs }) => status === 'waiting' && (dueAtMs ?? 0) > time.nowMs());
  });
  const rows = await database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
  await database.transact((tx) => tx.deleteFrom('outbox').execute());
  const mails = rows.map((row) => readMail(row.message_json ?? 'null', `mail ${row.id}`));
  assert.equal(new Set(mails.map(({ to }) => to)).size, mails.length, 'somebody got two mails');
  return new Map(mails.map((mail) => [mail.to.replace('@example.org', ''), mail]));
}
const namesIn = (mails: Map<string, MailMessage>): string[] => [...mails.keys()].sort();

const subscribe = (as: string, body: unknown, tracker = 'bug'): Promise<Answered> =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/trackers/${world.tracker(tracker)}/subscription`,
    as,
    body,
    status: 200,
  });
const forget = (as: string, tracker = 'bug'): Promise<Answered> =>
  expectRow(test, { method: 'DELETE', path: `/api/trackers/${world.tracker(tracker)}/subscription`, as, status: 200 });
const tell = (recipients: unknown, tracker = 'bug'): Promise<Answered> =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/trackers/${world.tracker(tracker)}/notification_recipients`,
    as: 'ada',
    body: { recipients },
    status: 200,
  });

describe('who is told', () => {
  it('tells those who are involved, whatever the others do', async () => {
    const id = await create('max', [
      word('title', 'One'),
      people('owner', 'mia'),
      people('cc', 'sue'),
      people('reader', 'pip'),
    ]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia', 'sue']);
    await change('ria', id, [word('body', 'more')], { body: 'hello', format: 'text' });
    assert.deepEqual(namesIn(await collect()), ['max', 'mia', 'ria', 'sue']);
    await change('max', id, [people('owner', 'pip')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia', 'pip', 'ria', 'sue'], 'who leaves is told too');
    await change('max', id, [word('body', 'again')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'pip', 'ria', 'sue']);
  });

  it('tells guests of a private project, and nobody who is no guest any more', async () => {
    const { projects } = test.app.features;
    await projects.change('post', { access: 'private' });
    const id = await create('max', [word('title', 'Behind the door'), people('owner', 'pip', 'sue')]);
    const body = { role: 'guest', user_references: [{ username: 'sue' }] };
    await collect();
    const members = `/api/projects/${world.id}/members`;
    await expectRow(test, { path: members, method: 'POST', as: 'ada', body, status: 200 });
    await change('max', id, [word('body', 'For guests, too')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'sue']);
    // Removal would take her out of the group of testers, on which other tests rely.
    await test.app.database.transact(async (tx) => {
      await tx.deleteFrom('project_guests').execute();
      await bumpSiteVersion(tx);
    });
    await change('max', id, [word('body', 'For members alone')]);
    assert.deepEqual(namesIn(await collect()), ['max']);
    await projects.change('post', { access: 'public' });
  });

  it('says in mails and events that an agent made a change for somebody', async () => {
    const id = await create('max', [word('title', 'By hand'), people('owner', 'mia')]);
    assert.ok(!(await collect()).get('mia')?.text.includes('agent'));
    await test.app.features.site.changeSetting('mcp_enabled', '1');
    const made = {
      path: '/api/access_keys',
      method: 'POST',
      as: 'max',
      body: { scopes: ['write:agent'] },
      status: 201,
    };
    const key = String(at((await expectRow(test, made)).json, 'identifier'));
    // That a key was made.
    await collect();
    const ask = (method: string, params: object, session = {}): Promise<Answered> =>
      expectRow(test, {
        path: '/mcp',
        method: 'POST',
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { 'x-auth-accesskey': key, ...session },
        status: 200,
      });
    const clientInfo = { name: 'Helper', version: '1' };
    const opened = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await ask('tools/call', { name: 'add_comment', arguments: { artifact_id: id, text: 'Done' } }, session);
    const mail = (await collect()).get('mia');
    assert.match(mail?.text ?? '', /\(max\) changed bug #\d+ through the agent helper: By hand/i);
    const { json } = await expectRow(test, { path: `/api/events?since=0&artifact=${id}`, as: 'mia', status: 200 });
    assert.deepEqual(
      [0, 1].map((index) => String(at(json, `events.${index}.made_by_agent`)).toLowerCase()),
      ['undefined', 'helper'],
    );
  });

  it('tells nobody of a batch that is to be silent, as administrators of the tracker may ask for', async () => {
    const id = await create('max', [word('title', 'Quiet'), people('owner', 'mia')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia']);
    const send = (as: string, status: number, more: object, dryRun = false): Promise<Answered> => {
      const items = [{ id, values: [word('body', `${as} ${JSON.stringify(more)}`)] }];
      const body = { items, ...more, ...(dryRun ? { dry_run: true } : {}) };
      return expectRow(test, { method: 'POST', path: '/api/artifacts/batch', as, body, status });
    };
    const refused = await send('ria', 403, { send_notifications: false });
    assert.match(String(at(refused.json, 'error.message')), /only administrators of tracker/);
    const preview = await send('ria', 200, { send_notifications: false }, true);
    assert.equal(at(preview.json, 'items.0.refusal.i18n.key'), 'batch.silent');
    await send('ada', 200, { send_notifications: false });
    assert.deepEqual(namesIn(await collect()), []);
    await send('ria', 200, { send_notifications: true });
    assert.deepEqual(namesIn(await collect()), ['max', 'mia']);
  });

  it('goes by the level that people chose', async () => {
    const rows: { level: unknown; told: readonly string[] }[] = [
      { level: { level: 'all' }, told: ['new', 'body', 'state'] },
      { level: { level: 'involved' }, told: [] },
      { level: { level: 'status' }, told: ['new', 'state'] },
      { level: { level: 'none' }, told: [] },
      { level: { level: 'all', field_ids: [world.field('bug', 'body')] }, told: ['body'] },
    ];
    for (const { level, told } of rows) {
      await subscribe('pip', level);
      const seen: string[] = [];
      const note = async (what: string): Promise<void> => void ((await collect()).has('pip') && seen.push(what));
      const id = await create('max', [word('title', 'Level')]);
      await note('new');
      await change('max', id, [word('body', 'text')]);
      await note('body');
      await change('max', id, [state('Closed')]);
      await note('state');
      assert.deepEqual(seen, told, JSON.stringify(level));
    }
    await forget('pip');
  });

  it('tells addresses and groups of the tracker, unless they want none', async () => {
    await tell([
      { email: 'list@example.net', all_updates: false },
      { user_group_id: `${world.id}_${world.group('testers')}`, all_updates: true },
      { email: 'PIP@example.org', all_updates: true },
    ]);
    const id = await create('max', [word('title', 'Told')]);
    assert.deepEqual(namesIn(await collect()), ['list@example.net', 'max', 'pip', 'sue']);
    await subscribe('pip', { level: 'none' });
    await change('max', id, [word('body', 'x')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'sue']);
    await test.app.features.site.changeSetting('access_mode', 'regular');
    await create('max', [word('title', 'For those who signed in')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'sue']);
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
    await forget('pip');
    await tell([]);
  });

  it('tells those whom a comment or text newly names, if they may read it and do not want otherwise', async () => {
    const preference = { path: '/api/users/self/preferences', method: 'PATCH', as: 'pip' };
    const key = 'user_notifications_mentions';
    const say = (body: string): unknown => ({ body, format: 'text' });
    const id = await create('max', [word('title', 'Named'), word('body', 'Ask @PIP.')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'pip']);
    await change('max', id, [word('body', 'Ask @pip again, or pip@ria.example.')]);
    assert.deepEqual(namesIn(await collect()), ['max'], 'named before');
    await subscribe('pip', { level: 'status' });
    await change('max', id, [], say('@pip, @nobody: see `@ria`'));
    assert.deepEqual(namesIn(await collect()), ['max', 'pip']);
    await change('max', id, [word('notes', 'Not yet for @ria; @mia?')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia'], 'not who may not read it');
    await subscribe('pip', { level: 'none' });
    await change('max', id, [], say('@pip'));
    assert.deepEqual(namesIn(await collect()), ['max']);
    await forget('pip');
    await expectRow(test, { ...preference, body: { key, value: '0' }, status: 200 });
    await change('max', id, [], say('@pip @ria'));
    assert.deepEqual(namesIn(await collect()), ['max', 'ria']);
    await expectRow(test, { ...preference, body: { key, value: '1' }, status: 200 });
    const closed = await create('max', [word('title', 'Closed', 'case')], 'case');
    await collect();
    await change('max', closed, [], say('@pip @mia'));
    assert.deepEqual(namesIn(await collect()), ['max', 'mia'], 'not who may not see it');
  });

  it('leaves out who asked not to be told of what they did, and everybody where the tracker tells nobody', async () => {
    const preference = { path: '/api/users/self/preferences', method: 'PATCH', as: 'max' };
    const key = 'user_notifications_own_actions_tracker';
    await expectRow(test, { ...preference, body: { key, value: '0' }, status: 200 });
    const id = await create('max', [word('title', 'Mine'), people('owner', 'mia')]);
    assert.deepEqual(namesIn(await collect()), ['mia']);
    await change('mia', id, [word('body', 'yours')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia']);
    await expectRow(test, { ...preference, body: { key, value: '1' }, status: 200 });
    const tracker = { method: 'PATCH', path: `/api/trackers/${world.tracker('bug')}`, as: 'ada' };
    await expectRow(test, { ...tracker, body: { notifications: { enabled: false } }, status: 200 });
    await change('mia', id, [word('body', 'quiet')]);
    assert.deepEqual(namesIn(await collect()), []);
    await expectRow(test, { ...tracker, body: { notifications: { enabled: true } }, status: 200 });
  });
});

describe('what a mail shows', () => {
  it('holds nothing that its reader may not read', async () => {
    for (const as of ['ada', 'mia', 'ria']) await subscribe(as, { level: 'all' });
    await tell([{ email: 'out@example.net', all_updates: true }]);
    const id = await create('max', [word('title', 'Thing'), word('secret', 'first secret')]);
    const first = await collect();
    for (const name of ['ada', 'mia', 'max']) assert.match(first.get(name)?.text ?? '', /first secret/, name);
    for (const name of ['ria', 'out@example.net'])
      assert.doesNotMatch(JSON.stringify(first.get(name) ?? assert.fail(name)), /first secret|Label of secret/, name);

    await change('max', id, [word('secret', 'second secret')]);
    assert.deepEqual(namesIn(await collect()), ['ada', 'max', 'mia'], 'nothing to see, no mail');

    const groups = [{ id: `${world.id}_${admins}` }];
    await change('ada', id, [word('body', 'seen')], { body: 'for admins', format: 'text', ugroups: groups });
    const third = await collect();
    assert.deepEqual(namesIn(third), ['ada', 'max', 'mia', 'out@example.net', 'ria']);
    for (const [name, mail] of third)
      assert.equal(JSON.stringify(mail).includes('for admins'), name === 'ada', `${name} and the comment`);

    const hidden = await create('max', [word('title', 'Hidden case', 'case')], 'case');
    await collect();
    await change('max', id, [entry('links', { links: [{ id: hidden, type: '' }] })]);
    const linked = await collect();
    assert.deepEqual(namesIn(linked), ['ada', 'max', 'mia']);
    await change('max', id, [word('body', `see case #${hidden}`), entry('links', { links: [] })]);
    const html = (await collect()).get('ria')?.html ?? '';
    assert.ok(html.includes('see case') && !html.includes('Label of links') && !html.includes('Hidden case'), html);
    for (const as of ['ada', 'mia', 'ria']) await forget(as);
    await tell([]);
  });

  it('finds out for each person what depends on who they are', async () => {
    for (const as of ['ria', 'pip']) await subscribe(as, { level: 'all' }, 'own');
    await create('ria', [word('title', 'Private', 'own')], 'own');
    assert.deepEqual(namesIn(await collect()), ['ria']);
    for (const as of ['ria', 'pip']) await forget(as, 'own');
  });

  it('leaves texts of every script their own direction', async () => {
    const id = await create('max', [word('title', 'תקלה (HTTP 500)!'), state('Open')]);
    await collect();
    const body = 'שלום **באג**\n\n- a\n\n| b |\n|--:|\n| c |';
    await change('ria', id, [], { body, format: 'commonmark' });
    const { html = '', text } = (await collect()).get('max') ?? assert.fail();
    for (const part of [
      '<span dir="auto">תקלה (HTTP 500)!</span>',
      '<p dir="auto">שלום <strong>באג</strong></p>\n<ul dir="auto">\n<li>a</li>',
      '<th dir="auto" class="align-right">b</th>',
      '.align-right{text-align:right}',
    ])
      assert.ok(html.includes(part), html);
    assert.match(text, /^\(ria\) changed bug #\d+: \u2068תקלה \(HTTP 500\)!\u2069\n/);
  });

  it('makes no markup of what people write, in whatever place and format', async () => {
    const attack = `"'><img src=x onerror=hit()><script>hit()</script><a href="javascript:hit()">x</a></style><base href=//x>`;
    const id = await create('max', [word('title', attack), word('body', attack), state('Open')]);
    await collect();
    const { people } = test.app.features;
    await people.change('ria', { realName: attack.slice(0, 60) });
    const markdown = '[x](javascript:hit()) ![y](javascript:hit()) <img src=x onerror=hit()> <https://x"onx=hit()>';
    for (const comment of [
      { body: attack, format: 'html' },
      { body: attack, format: 'text' },
      { body: `${attack}\n\n${markdown}`, format: 'commonmark' },
    ]) {
      await change('ria', id, [word('title', `${attack} ${comment.format}`), word('body', markdown)], comment);
      const { html = '', subject } = (await collect()).get('max') ?? assert.fail();
      assert.doesNotMatch(subject, /[\r\n]/);
      const tags = html.match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        assert.doesNotMatch(tag, /^<\/?(?:script|base|iframe|object|form|link|svg)\b/i, tag);
        assert.doesNotMatch(tag, /\son\w+\s*=|javascript:/i, tag);
      }
    }
    await people.change('ria', { realName: 'ria' });
  });

  it('shows old and new values, comments, who and where, in a thread', async () => {
    const id = await create('max', [word('title', 'Thread'), state('Open')]);
    const first = (await collect()).get('max') ?? assert.fail();
    await change('ria', id, [state('Closed')], { body: '<b>bold</b><script>x</script>', format: 'html' });
    const second = (await collect()).get('max') ?? assert.fail();
    assert.equal(second.subject, `[bug #${id}] Thread`);
    assert.ok(second.text.includes('Label of state: Open → Closed'), second.text);
    assert.ok(second.text.includes(`https://forge.example/plugins/tracker/?aid=${id}`), second.text);
    assert.ok(second.html?.includes('<del dir="auto">Open</del> → <ins dir="auto">Closed</ins>'), second.text);
    assert.ok(second.html?.includes('<div dir="auto"><b>bold</b></div>'), second.text);
    assert.ok(second.text.includes('\nbold\n') && !second.text.includes('script'), second.text);
    assert.equal(second.from?.address, 'noreply@forge.example');
    const thread = `<artifact-${id}@forge.example>`;
    for (const mail of [first, second]) assert.deepEqual([mail.inReplyTo, mail.references], [thread, [thread]]);
    assert.notEqual(first.messageId, second.messageId);
    assert.equal(second.replyTo, undefined);
    assert.deepEqual(Object.keys(second.headers ?? {}), [
      'List-Id',
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'Auto-Submitted',
      'X-Auto-Response-Suppress',
      'Precedence',
    ]);
    assert.equal(second.headers?.['List-Id'], '<bug.post.forge.example>');

    await test.app.features.site.changeSetting('sys_enable_reply_by_mail', '1');
    const body = { key: 'user_tracker_mailformat', value: 'text' };
    await expectRow(test, { method: 'PATCH', path: '/api/users/self/preferences', as: 'max', body, status: 200 });
    await change('ria', id, [state('Open')]);
    const third = await collect();
    assert.match(third.get('max')?.replyTo ?? '', /^reply\+[a-z2-7]{39}@forge\.example$/);
    assert.notEqual(third.get('max')?.replyTo, third.get('ria')?.replyTo);
    assert.equal(third.get('max')?.html, undefined);
    await test.app.features.site.changeSetting('sys_enable_reply_by_mail', '0');
  });

  it('tells days as days, and moments in the time zone of its reader', async () => {
    const timezone = 'America/New_York';
    await test.app.database.transact((tx) =>
      tx.updateTable('users').set({ timezone }).where('username', '=', 'max').execute(),
    );
    const body = { key: 'user_tracker_mailformat', value: 'html' };
    await expectRow(test, { method: 'PATCH', path: '/api/users/self/preferences', as: 'max', body, status: 200 });
    const id = await create('max', [
      word('title', 'When'),
      word('begin', '2026-12-24'),
      word('call', '2026-12-24T02:30:00+00:00'),
    ]);
    const first = (await collect()).get('max') ?? assert.fail();
    await change('ria', id, [word('begin', '2027-01-02')]);
    const second = (await collect()).get('max') ?? assert.fail();
    for (const [mail, parts] of [
      [first, ['Label of begin: 24 Dec 2026\n', 'Label of call: 23 Dec 2026, 21:30 GMT-5\n']],
      [second, ['Label of begin: 24 Dec 2026 → 2 Jan 2027\n']],
    ] as const)
      for (const part of parts) assert.ok(mail.text.includes(part), mail.text);
    assert.ok(second.html?.includes('<del dir="auto">24 Dec 2026</del> → <ins dir="auto">2 Jan 2027</ins>'));
    await test.app.database.transact((tx) =>
      tx.updateTable('users').set({ timezone: null }).where('username', '=', 'max').execute(),
    );
  });

  it('survives hostile titles', async () => {
    const title = `</a><img src=x onerror=alert(1)>\u202egnp.exe ${'long '.repeat(2000)}`;
    await subscribe('ria', { level: 'all' });
    await create('max', [word('title', title), word('body', `${'x\n'.repeat(5000)}<script>`)]);
    const { html = '', subject } = (await collect()).get('ria') ?? assert.fail();
    assert.ok(subject.length <= 500 && !subject.includes('\u202e'), subject);
    assert.ok(!html.includes('<img') && !html.includes('<script'), html.slice(0, 500));
    assert.ok(html.length < 30_000, `${html.length}`);
    await forget('ria');
  });
});

describe('changes in quick succession', () => {
  it('become one mail, and what comes later another', async () => {
    const id = await create('max', [word('title', 'Fast'), state('Open')]);
    await collect();
    await change('max', id, [state('Closed')]);
    await follow();
    time.pass(windowMs / 2);
    await change('max', id, [state('Open'), word('body', 'one')]);
    await follow();
    await change('ria', id, [word('body', 'two')], { body: 'both', format: 'text' });
    const mail = (await collect()).get('max') ?? assert.fail();
    assert.ok(mail.text.includes('Label of body: two') && mail.text.includes('both'), mail.text);
    assert.ok(!mail.text.includes('Label of state'), 'there and back is no change');
    assert.match(mail.text, /^\(max\) and ria \(ria\) changed bug #\d+: Fast\n/);
    await change('max', id, [word('body', 'three')]);
    assert.ok((await collect()).get('max')?.text.includes('Label of body: two → three'));
    await test.app.features.site.changeSetting('mail_digest_window', '0');
    await change('max', id, [word('body', 'four')]);
    await follow();
    time.pass(0);
    assert.ok((await collect()).get('max')?.text.includes('three → four'));
    await test.app.features.site.changeSetting('mail_digest_window', '60');
  });

  it('are told once to each, however often telling is broken off', async () => {
    for (const as of ['ria', 'pip', 'sue', 'mia']) await subscribe(as, { level: 'all' });
    await tell([{ email: 'out@example.net', all_updates: true }]);
    const { database, clock, entityTagKey: secret, features } = test.app;
    const deps = { database, clock, site: features.site, artifacts: features.artifacts, secret, batchMax: 2 };
    const { handler } = createChangeMails(deps);
    const id = await create('max', [word('title', 'Many')]);
    await follow();
    /** Runs until so many batches are told, as if the process ended then. */
    const run = async (batches: number): Promise<string[]> => {
      const stop = new AbortController();
      let begun = 0;
      const attempt = {
        id: 0,
        number: 1,
        get signal() {
          if (begun++ === batches) stop.abort();
          return stop.signal;
        },
        finish: async () => {},
        postpone: async () => {},
      };
      const running = handler.run(JSON.stringify({ artifactId: id }), attempt);
      await (batches > 3 ? running : assert.rejects(running, { name: 'AbortError' }));
      const rows = await database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
      await database.transact((tx) => tx.deleteFrom('outbox').execute());
      return rows.map(({ recipient, message_json: json }) => `${recipient} ${json?.includes('later') ?? false}`);
    };
    assert.deepEqual(await run(1), ['max@example.org false', 'mia@example.org false']);
    await change('max', id, [word('body', 'later')]);
    await follow();
    assert.deepEqual(await run(9), [
      'ria@example.org false',
      'pip@example.org false',
      'sue@example.org false',
      'out@example.net false',
    ]);
    assert.deepEqual(await run(9), [
      'max@example.org true',
      'mia@example.org true',
      'ria@example.org true',
      'pip@example.org true',
      'sue@example.org true',
      'out@example.net true',
    ]);
    assert.deepEqual(await run(9), []);
    await tell([]);
    for (const as of ['ria', 'pip', 'sue', 'mia']) await forget(as);
    await collect();
  });

  it('are told by the next change where the job was given up', async () => {
    const id = await create('max', [word('title', 'Given up')]);
    await follow();
    const { database } = test.app;
    await database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'tell-of-artifact').execute());
    time.pass(2 * 60 * windowMs);
    await change('max', id, [word('body', 'later')]);
    const mail = (await collect()).get('max') ?? assert.fail();
    assert.ok(mail.text.includes('Label of title: Given up') && mail.text.includes('later'), mail.text);
  });

  it('are told to nobody once the artifact is gone, or mail is off', async () => {
    const id = await create('max', [word('title', 'Gone')]);
    await follow();
    await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '10');
    await expectRow(test, { method: 'DELETE', path: `/api/artifacts/${id}`, as: 'ada', status: 200 });
    assert.deepEqual(namesIn(await collect()), []);
    await test.app.features.site.changeSetting('mail_transport', 'none');
    await create('max', [word('title', 'Quiet')]);
    await follow();
    const pending = test.app.database.read.selectFrom('pending_notifications').selectAll();
    assert.deepEqual(await pending.where('channel', '=', 'mail').execute(), []);
    await test.app.features.site.changeSetting('mail_transport', 'capture');
  });
});

describe('the outbox', () => {
  it('is for site administrators, over REST and on the command line', async () => {
    const { database, dataDir } = test.app;
    await create('max', [word('title', 'Outgoing')]);
    await follow();
    time.pass(windowMs);
    const path = '/api/outbox_mails';
    const isThere = async (): Promise<boolean> => (await test.call(path, { as: 'root' })).text.includes('Outgoing');
    await untilAt(time, isThere);
    const { json } = await expectRow(test, { path, as: 'root', status: 200, contains: ['max@example.org', 'waiting'] });
    const id = Number(at(json, '0.id'));
    const resend = { method: 'POST', path: `${path}/${id}/resend`, as: 'root' };
    await expectRow(test, { ...resend, status: 409, contains: [`mail ${id} is waiting`] });
    const given = { status: 'failed', last_error: '550 no', finished_at_ms: time.nowMs() } as const;
    const giveUp = (): Promise<unknown> => database.transact((tx) => tx.updateTable('outbox').set(given).execute());
    await giveUp();
    const xml = { headers: { accept: 'application/xml' } };
    await expectRow(test, {
      path: `${path}?status=failed`,
      as: 'root',
      ...xml,
      status: 200,
      contains: ['<error>550 no</error>'],
    });
    await expectRow(test, { ...resend, as: 'ada', status: 403 });
    await expectRow(test, { ...resend, status: 200 });
    await giveUp();
    assert.match(await runCommand('mail', 'outbox', '--status', 'failed'), /Outgoing.*550 no/);
    assert.match(await runCommand('mail', 'resend', 'failed'), /1 mail is sent again/);
    await expectRow(test, { path, as: 'root', status: 200, contains: ['waiting'] });
    await database.transact((tx) => tx.deleteFrom('outbox').execute());

    async function runCommand(...args: string[]): Promise<string> {
      const output = new PassThrough();
      const io = { input: Readable.from([]), output, errors: new PassThrough(), waitForStop: async () => {} };
      assert.equal(await runCommandLine([...args, '--data', dataDir], io), 0);
      return text(output.end());
    }
  });
});

describe('leaving', () => {
  const pathOf = (mail: MailMessage | undefined): string =>
    new URL(/^<(.*)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? assert.fail()).pathname;

  it('works by one click without signing in, for that person and artifact', async () => {
    await tell([{ email: 'out@example.net', all_updates: true }]);
    const id = await create('max', [word('title', 'Left'), people('owner', 'mia')]);
    const mails = await collect();
    for (const name of ['mia', 'out@example.net']) {
      const path = pathOf(mails.get(name));
      const page = await expectRow(test, { path, status: 200, contains: [`artifact ${id}`, '<form method="post">'] });
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      const click = { method: 'POST', path, body: 'List-Unsubscribe=One-Click' };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      await expectRow(test, { ...click, headers, status: 200, contains: ['no more mails'] });
      await expectRow(test, { ...click, headers, status: 200 });
      for (const forged of [path.slice(0, -1), `${path}x`, path.replace(/unsubscribe\/\d+/, `unsubscribe/${id + 1}`)])
        await expectRow(test, { ...click, path: forged, headers, status: 404 });
    }
    await change('max', id, [word('body', 'on')]);
    assert.deepEqual(namesIn(await collect()), ['max']);
    const own = { path: `/api/artifacts/${id}/subscription`, as: 'mia' };
    await expectRow(test, { ...own, status: 200, contains: ['"is_subscribed":false'] });
    await expectRow(test, { ...own, method: 'PUT', body: { is_subscribed: null }, status: 200 });
    await change('max', id, [word('body', 'off')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia']);
    await expectRow(test, { ...own, as: 'sue', method: 'PUT', body: { is_subscribed: true }, status: 200 });
    await change('max', id, [word('body', 'again')]);
    assert.deepEqual(namesIn(await collect()), ['max', 'mia', 'sue']);
    await tell([]);
  });

  it('says in subjects who it is assigned to, where administrators of the tracker want that', async () => {
    const path = `/api/trackers/${world.tracker('bug')}/assigned_subject`;
    const put = { method: 'PUT', path, body: { enabled: true } };
    await expectRow(test, { ...put, as: 'max', status: 403 });
    const seen = await expectRow(test, { path, as: 'ada', status: 200, contains: ['"enabled":false'] });
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    await expectRow(test, { ...put, as: 'ada', headers, status: 200 });
    await expectRow(test, { ...put, as: 'ada', headers, status: 412 });
    const audit = await expectRow(test, { path: '/api/audit_events?kind=tracker-changed', as: 'root', status: 200 });
    assert.equal(at(audit.json, '0.details.changed'), 'assigned_to_in_subject');
    const id = await create('max', [word('title', 'Leak'), people('owner', 'mia'), people('cc', 'pip')]);
    const mails = await collect();
    assert.equal(mails.get('mia')?.subject, `[bug #${id}] [Assigned to me] Leak`);
    assert.equal(mails.get('pip')?.subject, `[bug #${id}] Leak`);
    await expectRow(test, { ...put, as: 'ada', body: { enabled: false }, status: 200 });
    await change('max', id, [word('body', 'drips')]);
    assert.equal((await collect()).get('mia')?.subject, `[bug #${id}] Leak`);
  });

  it('brings the timeframe as an event for calendars, to those who may read it', async () => {
    const path = `/api/trackers/${world.tracker('bug')}/calendar_events`;
    await expectRow(test, { method: 'PUT', path, as: 'max', body: { enabled: true }, status: 403 });
    const without = await create('max', [word('title', 'Plain'), word('begin', '2026-11-20')]);
    const before = (await collect()).get('max');
    assert.deepEqual([before?.subject, before?.calendar], [`[bug #${without}] Plain`, undefined]);
    await expectRow(test, { method: 'PUT', path, as: 'ada', body: { enabled: true }, status: 200 });
    await expectRow(test, { path, as: 'ada', status: 200, contains: ['"enabled":true'] });
    await tell([
      { email: 'sue@example.org', all_updates: true },
      { email: 'max@example.org', all_updates: true },
    ]);
    await change('max', without, [entry('days', { value: 1 }), word('title', 'Dive; then, dry')]);
    const mails = await collect();
    const event = (mails.get('max')?.calendar ?? '').split('\r\n');
    assert.deepEqual(namesIn(mails), ['max', 'sue']);
    assert.equal(mails.get('sue')?.calendar, undefined);
    // A working day from a Friday ends on a Monday; the end of an event is the day after.
    for (const line of ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261124', 'SUMMARY:Dive\\; then\\, dry'])
      assert.ok(event.includes(line), `${line} in ${event.join(' | ')}`);
    assert.ok(event.includes(`UID:artifact-${without}@forge.example`));
    const eventsAfter = async (...values: Parameters<typeof change>[2]): Promise<(string[] | undefined)[]> => {
      await change('max', without, values);
      const sent = await collect();
      return ['max', 'sue'].map((name) => sent.get(name)?.calendar?.split('\r\n'));
    };
    const [taken, hidden] = await eventsAfter(word('begin', ''), word('body', 'postponed'));
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:artifact-${without}@forge.example`])
      assert.ok(taken?.includes(line), `${line} in ${taken?.join(' | ')}`);
    assert.ok(!taken?.some((line) => line.startsWith('DTSTART')));
    assert.equal(hidden, undefined);
    // There is none to take back any more.
    assert.deepEqual(await eventsAfter(word('body', 'still')), [undefined, undefined]);
    const [again] = await eventsAfter(word('begin', '2026-11-23'));
    assert.ok(again?.includes('METHOD:PUBLISH') && again.includes('DTSTART;VALUE=DATE:20261123'), String(again));
    await tell([]);
    await expectRow(test, { method: 'PUT', path, as: 'ada', body: { enabled: false }, status: 200 });
  });

  it('refuses choices that mean nothing, in JSON and in XML', async () => {
    const recipients = `/api/trackers/${world.tracker('bug')}/notification_recipients`;
    const put = { method: 'PUT', path: recipients, as: 'ada', status: 400 };
    for (const [one, part] of [
      [{ email: 'a@b\r\nBcc: c@d', all_updates: true }, 'recipients[0].email'],
      [{ all_updates: true }, 'recipients[0]'],
      [{ user_group_id: '2', all_updates: true }, 'recipients[0].user_group_id'],
      [{ user_group_id: '999_3', all_updates: true }, 'recipients[0].user_group_id'],
    ] as const)
      await expectRow(test, { ...put, body: { recipients: [one] }, contains: [part] });
    await expectRow(test, { ...put, as: 'max', body: { recipients: [] }, status: 403 });
    const subscription = `/api/trackers/${world.tracker('bug')}/subscription`;
    const secret = { level: 'all', field_ids: [world.field('bug', 'secret')] };
    await expectRow(test, {
      method: 'PUT',
      path: subscription,
      as: 'ria',
      body: secret,
      status: 400,
      contains: ['field_ids[0]'],
    });
    await expectRow(test, { path: subscription, status: 401 });
    const headers = { accept: 'application/xml', 'content-type': 'application/xml' };
    const body = '<request><level>status</level></request>';
    await expectRow(test, {
      method: 'PUT',
      path: subscription,
      as: 'ria',
      body,
      headers,
      status: 200,
      contains: ['<level>status</level>'],
    });
    await forget('ria');
  });
});
