// Links that are mailed to the owner of an account: a new password, another address. Time stands still but for what a test lets pass.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storedJson } from '../../src/platform/database/index.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { createTime } from '../../src/platform/jobs/runner.testing.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';

const time = createTime();
const readMail = storedJson(MailMessage);
const fresh = 'lamp orchard bicycle 42';
let test: TestApp;
let runner: JobRunner;

before(async () => {
  test = await startApp({
    clock: time,
    settings: "$mail_transport = 'capture';\n$public_url = 'https://forge.example';\n$sys_use_user_registration = 1;",
  });
  for (const name of ['olga', 'paul', 'rosa', 'tina']) await test.addUser(name);
  runner = createJobRunner({
    database: test.app.database,
    clock: time,
    timers: time,
    logger: test.app.logger,
    // Mails stay in the outbox.
    handlers: test.app.features.jobHandlers.filter(({ name }) => name === 'send-password-links'),
    schedules: [],
  });
  runner.start();
});
after(async () => {
  await runner.stop(0);
  await test.close();
});

const listMails = async () =>
  (await test.app.database.read.selectFrom('outbox').selectAll().orderBy('id').execute()).map((row) =>
    readMail(row.message_json ?? 'null', 'mail'),
  );

const countOpenJobs = async (): Promise<number> =>
  (
    await test.app.database.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'send-password-links')
      .where('status', 'in', ['waiting', 'running'])
      .execute()
  ).length;

/** The mails that `work` brings about, once no job is left. */
async function mailsOf(work: () => Promise<unknown>) {
  const before = (await listMails()).length;
  await work();
  await until(async () => (await countOpenJobs()) === 0);
  return (await listMails()).slice(before);
}

const linkIn = (text: string): string => /#([\w-]+)/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`);

const post = (path: string, body: unknown, as?: string): Promise<Answered> =>
  test.call(`/api${path}`, { method: 'POST', body, ...(as === undefined ? {} : { as }) });

const ask = (identifier: string): Promise<Answered> => post('/password_links', { identifier });
const signIn = async (username: string, password: string): Promise<number> =>
  (await post('/tokens', { username, password })).status;

describe('a forgotten password', () => {
  it('is answered alike for everybody, and mailed to the account alone', async () => {
    const answers: Answered[] = [];
    const mails = await mailsOf(async () => {
      for (const name of ['olga', 'nobody', 'Olga@Example.org', 'nobody@example.org']) answers.push(await ask(name));
    });
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      answers.map(() => [200, '']),
    );
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['olga@example.org', 'olga@example.org'],
    );
    assert.match(mails[0]?.text ?? '', /https:\/\/forge\.example\/new-password#[\w-]{43}\n/);
    const stored = await test.app.database.read.selectFrom('account_links').selectAll().execute();
    const text = linkIn(mails[0]?.text ?? '');
    assert.ok(!stored.some(({ hash }) => Buffer.from(hash).toString('base64url').includes(text)));
  });

  it('speaks the language of the account', async () => {
    await test.call('/api/users/self', { as: 'rosa', method: 'PATCH', body: { values: { locale: 'fr_FR' } } });
    const [mail] = await mailsOf(() => ask('rosa'));
    assert.match(mail?.subject ?? '', /Réinitialiser votre mot de passe/);
  });

  it('sets a new one once, ends sessions and other links, and tells the owner', async () => {
    const [first, second] = await mailsOf(async () => {
      await ask('paul');
      await ask('paul');
    });
    const link = linkIn(first?.text ?? '');
    await test.call('/api/users/self', { as: 'paul' });
    const whose = await post('/password_links/check', { link });
    assert.equal(at(whose.json, 'username'), 'paul');
    const weak = await post('/password_links/redeem', { link, new_password: 'password1' });
    assert.equal(weak.status, 400);
    assert.match(String(at(weak.json, 'error.message')), /too weak/);
    const told = await mailsOf(async () => {
      assert.equal((await post('/password_links/redeem', { link, new_password: fresh })).status, 200);
    });
    assert.deepEqual(
      told.map(({ to, subject }) => [to, /changed/.test(subject)]),
      [['paul@example.org', true]],
    );
    assert.equal((await test.call('/api/users/self', { as: 'paul' })).status, 401, 'what was signed in is signed out');
    assert.deepEqual([await signIn('paul', testPassword), await signIn('paul', fresh)], [401, 200]);
    for (const used of [link, linkIn(second?.text ?? ''), 'x']) {
      await expectRow(test, {
        method: 'POST',
        path: '/api/password_links/redeem',
        body: { link: used, new_password: `${fresh}!` },
        status: 404,
        contains: ['request a new one'],
      });
    }
  });

  it('has an end, an account that may act, and the mailbox that the account has', async () => {
    const linkOf = async (name: string): Promise<string> => linkIn((await mailsOf(() => ask(name)))[0]?.text ?? '');
    const statusOf = async (link: string): Promise<number> => (await post('/password_links/check', { link })).status;
    const late = await linkOf('tina');
    time.pass(61 * 60_000);
    assert.equal(await statusOf(late), 404);
    const moved = await linkOf('tina');
    assert.equal(await statusOf(moved), 200);
    const { id } = await test.app.database.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'tina')
      .executeTakeFirstOrThrow();
    const change = (values: object): Promise<Answered> =>
      test.call(`/api/users/${id}`, { as: 'root', method: 'PATCH', body: { values } });
    await change({ email: 'tina@example.net' });
    assert.equal(await statusOf(moved), 404);
    const suspended = await linkOf('tina');
    await change({ status: 'S' });
    assert.equal(await statusOf(suspended), 404);
    assert.deepEqual(await mailsOf(() => ask('tina')), []);
  });

  it('is bounded by account without a word, and by address', async () => {
    time.pass(120 * 60_000);
    const mails = await mailsOf(async () => {
      for (let count = 0; count < 10; count += 1) assert.equal((await ask('olga')).status, 200);
    });
    assert.equal(mails.length, 3);
    const slowed = await ask('nobody');
    assert.equal(slowed.status, 429);
    assert.match(slowed.headers.get('retry-after') ?? '', /^\d+$/);
  });
});

describe('one’s own name and address', () => {
  it('is a name of one’s own choice', async () => {
    const rename = (name: string): Promise<Answered> =>
      test.call('/api/users/self', { as: 'rosa', method: 'PATCH', body: { values: { real_name: name } } });
    assert.equal((await rename('Rosa Luz')).status, 200);
    assert.equal(at((await test.call('/api/users/self', { as: 'rosa' })).json, 'real_name'), 'Rosa Luz');
    assert.deepEqual([(await rename('  ')).status, (await rename('Rosa\u202eLuz')).status], [400, 400]);
  });

  it('is an address that confirms itself; the password is asked for and the old one told', async () => {
    const wish = { email: 'rosa@example.net', password: testPassword };
    assert.equal((await post('/users/self/email', wish)).status, 401);
    assert.equal((await post('/users/self/email', { ...wish, password: 'wrong' }, 'rosa')).status, 401);
    assert.equal((await post('/users/self/email', { ...wish, email: 'a b@c' }, 'rosa')).status, 400);
    const mails = await mailsOf(async () => {
      assert.equal((await post('/users/self/email', wish, 'rosa')).status, 200);
    });
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['rosa@example.net', 'rosa@example.org'],
    );
    const own = (): Promise<Answered> => test.call('/api/users/self/email', { as: 'rosa' });
    assert.equal(at((await own()).json, 'pending.email'), 'rosa@example.net');
    assert.equal(at((await own()).json, 'email'), 'rosa@example.org');
    const link = linkIn(mails[0]?.text ?? '');
    assert.equal((await post('/password_links/check', { link })).status, 404, 'a link is good for one thing');
    const told = await mailsOf(async () => {
      assert.equal((await post('/email_confirmations', { link })).status, 200);
    });
    assert.deepEqual(
      told.map(({ to }) => to),
      ['rosa@example.org'],
    );
    assert.equal(at((await own()).json, 'email'), 'rosa@example.net');
    assert.equal((await post('/email_confirmations', { link })).status, 404);
  });

  it('is taken back, by hand and with a new password', async () => {
    const askFor = async (email: string): Promise<string> => {
      const mails = await mailsOf(() => post('/users/self/email', { email, password: testPassword }, 'olga'));
      return linkIn(mails[0]?.text ?? '');
    };
    const first = await askFor('one@example.net');
    await test.call('/api/users/self/email', { as: 'olga', method: 'DELETE' });
    assert.equal((await post('/email_confirmations', { link: first })).status, 404);
    const second = await askFor('two@example.net');
    const body = { username: 'olga', current_password: testPassword, new_password: fresh };
    assert.equal((await post('/users/self/password', body)).status, 200);
    assert.equal((await post('/email_confirmations', { link: second })).status, 404);
  });
});

describe('user names', () => {
  it('are told to be free or not where people may register, a bounded number of times', async () => {
    const check = (username: string): Promise<Answered> => post('/user_registrations/check', { username });
    const problems: unknown[] = [];
    for (const name of ['newcomer', 'OLGA', 'root', '1x']) problems.push(at((await check(name)).json, 'problem'));
    assert.deepEqual(problems, [null, 'taken', 'reserved', 'malformed']);
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await check(`name-${count}`)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
    await test.app.features.site.changeSetting('sys_use_user_registration', '0');
    assert.equal((await check('newcomer')).status, 403);
  });
});

describe('reasons', () => {
  it('tell programs why somebody with the right password may not come in', async () => {
    const reasonFor = async (password: string): Promise<unknown> =>
      at((await post('/sessions', { username: 'tina', password })).json, 'error.reason');
    assert.deepEqual(
      [await reasonFor('wrong'), await reasonFor(testPassword)],
      ['wrong-credentials', 'account-suspended'],
    );
  });
});
