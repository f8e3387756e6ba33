// Engine: both
// Mails from the outbox to a real SMTP server: what is sent again, what is given up, and what can't get out of its header.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';
import { migrations } from '../../migrations/index.ts';
import { makeCertificate } from '../../../test/support/certificates.ts';
import { cleanUp, openTestDatabase } from '../database/database.fixture.ts';
import type { Database } from '../database/index.ts';
import { createJobRunner } from '../jobs/index.ts';
import { createTime, hourMs, untilAt } from '../jobs/runner.testing.ts';
import type { TestTime } from '../jobs/runner.testing.ts';
import { createMailDelivery, createOutbox, dropOldMails, queueMail, senderOf } from './index.ts';
import type { MailMessage } from './index.ts';
import type { MailDestination, SmtpServer } from './mail-destination.ts';
import type { MailRow } from './outbox.store.ts';
import { startSmtpServer } from './smtp-server.testing.ts';
import type { TestSmtpServer } from './smtp-server.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-mail-'));
const { cert, key } = await makeCertificate('localhost');
const caFile = join(folder, 'ca.pem');
writeFileSync(caFile, cert);
const server = await startSmtpServer({ cert, key, authOptional: false });
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Post {
  database: Database;
  time: TestTime;
  warnings: string[];
  queue(message: Partial<MailMessage>): Promise<void>;
  mails(): Promise<MailRow[]>;
  /** Waits until no mail is about to be sent at this time. */
  settle(): Promise<void>;
}

const smtp = (changed: Partial<SmtpServer> = {}): MailDestination => ({
  transport: 'smtp',
  captureFolder: join(folder, 'captured'),
  sender: { name: 'Forge', address: 'noreply@forge.example' },
  domain: 'forge.example',
  smtp: {
    host: 'localhost',
    port: server.port,
    security: 'starttls',
    user: 'forge',
    password: 'secret',
    caFile,
    connections: 1,
    timeoutMs: 10_000,
    ...changed,
  },
});

/** A sending process that runs until the test ends. */
async function openPost(context: TestContext, place: MailDestination): Promise<Post> {
  const database = await openTestDatabase(context, { migrations });
  const time = createTime();
  const warnings: string[] = [];
  const logger = { warn: (_facts: object, text: string) => void warnings.push(text), error: () => {} };
  const delivery = createMailDelivery({ database, clock: time, logger, readDestination: async () => place });
  cleanUp(context, async () => delivery.close());
  const runner = createJobRunner({
    database,
    clock: time,
    timers: time,
    logger,
    handlers: [delivery.handler],
    schedules: [],
    slots: 1,
    random: () => 0,
  });
  runner.start();
  cleanUp(context, () => runner.stop(0));
  const mails = (): Promise<MailRow[]> => database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
  return {
    database,
    time,
    warnings,
    queue: (message) =>
      database.transact((tx) =>
        queueMail(tx, { to: 'a@example.org', subject: 'S', text: 'T', ...message }, { nowMs: time.nowMs() }),
      ),
    mails,
    async settle() {
      await untilAt(time, async () => {
        const jobs = await database.read.selectFrom('jobs').select(['due_at_ms', 'status']).execute();
        return jobs.every(
          ({ status, due_at_ms }) => status !== 'running' && (due_at_ms === null || due_at_ms > time.nowMs()),
        );
      });
    },
  };
}

/** What the server gets while `work` goes on. */
async function collect(from: TestSmtpServer, work: () => Promise<void>): Promise<TestSmtpServer['received']> {
  from.received.length = 0;
  await work();
  return [...from.received];
}

const headersOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');

test('mails leave encrypted and signed in, over one connection', async (context) => {
  const post = await openPost(context, smtp());
  const received = await collect(server, async () => {
    for (const number of [1, 2, 3]) {
      await post.queue({
        to: `person${number}@example.org`,
        subject: 'Grüße',
        text: 'Hello',
        html: '<p>Hello</p>',
        inReplyTo: '<root@forge.example>',
        references: ['<root@forge.example>'],
        replyTo: 'reply+token@forge.example',
        headers: { 'List-Id': '<tracker-1.forge.example>' },
      });
    }
    await post.settle();
  });
  assert.deepEqual(
    received.map(({ to, from, user, isEncrypted }) => ({ to, from, user, isEncrypted })),
    [1, 2, 3].map((number) => ({
      to: [`person${number}@example.org`],
      from: 'noreply@forge.example',
      user: 'forge',
      isEncrypted: true,
    })),
  );
  assert.equal(new Set(received.map(({ session }) => session)).size, 1);
  const headers = headersOf(received[0]?.raw ?? '');
  for (const line of [
    'From: Forge <noreply@forge.example>',
    'To: person1@example.org',
    'Reply-To: reply+token@forge.example',
    'In-Reply-To: <root@forge.example>',
    'References: <root@forge.example>',
    'List-ID: <tracker-1.forge.example>',
    `Message-ID: <mail-1-${post.time.nowMs()}@forge.example>`,
    'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
  ])
    assert.ok(headers.split('\r\n').includes(line), `no ${line} in ${headers}`);
  const mails = await post.mails();
  assert.ok(mails.every(({ status, message_json }) => status === 'sent' && message_json === null));
  await post.database.transact((tx) => dropOldMails(tx, { mail_kept_days: 1 }, post.time.nowMs() + 25 * hourMs));
  assert.deepEqual(await post.mails(), []);
});

test('what the server puts off is sent later, what it refuses is given up until somebody sends it anew', async (context) => {
  const post = await openPost(context, smtp());
  context.after(() => (server.judge = () => undefined));
  server.judge = (to) => ({ 'busy@example.org': '451 busy', 'gone@example.org': '550 no such user' })[to];
  const before = await collect(server, async () => {
    await post.queue({ to: 'busy@example.org' });
    await post.queue({ to: 'gone@example.org' });
    await post.settle();
  });
  assert.deepEqual(before, []);
  const [busy, gone] = await post.mails();
  assert.deepEqual([busy?.status, gone?.status], ['waiting', 'failed']);
  assert.match(busy?.last_error ?? '', /451 busy/);
  assert.match(gone?.last_error ?? '', /550 no such user/);

  server.judge = () => undefined;
  const outbox = createOutbox(post.database, post.time);
  await assert.rejects(outbox.resend(busy?.id ?? 0), /mail 1 is waiting/);
  await assert.rejects(outbox.resend(999), /there is no mail 999/);
  const sent = await collect(server, async () => {
    post.time.pass(10_000);
    await post.settle();
    assert.equal(await outbox.resendAll(), 1);
    await post.settle();
  });
  assert.deepEqual(
    sent.flatMap(({ to }) => to),
    ['busy@example.org', 'gone@example.org'],
  );
  assert.ok((await post.mails()).every(({ status, last_error }) => status === 'sent' && last_error === null));
});

test('mails wait for a server that is down, for the right password and for a certificate that is known', async (context) => {
  const down = await startSmtpServer();
  await down.close();
  const faults = [
    { place: smtp({ port: down.port, security: 'none', user: '' }), reason: /ECONNREFUSED/ },
    { place: smtp({ password: 'wrong' }), reason: /does not take the account .* \(535\)/ },
    { place: smtp({ caFile: '' }), reason: /self-signed certificate/ },
    { place: smtp({ caFile: join(folder, 'missing.pem') }), reason: /ENOENT/ },
  ];
  for (const { place, reason } of faults) {
    const post = await openPost(context, place);
    const received = await collect(server, async () => {
      await post.queue({});
      await post.settle();
    });
    assert.deepEqual(received, []);
    const [mail] = await post.mails();
    assert.equal(mail?.status, 'waiting');
    assert.match(mail?.last_error ?? '', reason);
  }
  const post = await openPost(context, smtp({ port: down.port, security: 'none', user: '' }));
  await post.queue({});
  await post.settle();
  const up = await startSmtpServer({}, down.port);
  context.after(() => up.close());
  post.time.pass(20_000);
  await post.settle();
  assert.equal(up.received.length, 1);
});

test('a mail is given up after a day of attempts', async (context) => {
  const post = await openPost(context, smtp({ caFile: join(folder, 'missing.pem') }));
  await post.queue({});
  for (let attempt = 1; attempt <= 36; attempt++) {
    await post.settle();
    assert.equal((await post.mails())[0]?.status, attempt < 36 ? 'waiting' : 'failed');
    post.time.pass(hourMs);
  }
});

test('captured mails are files, and nothing leaves where nobody said how', async (context) => {
  const captured = await openPost(context, { ...smtp(), transport: 'capture' });
  await captured.queue({ subject: 'Captured' });
  await captured.settle();
  const files = readdirSync(join(folder, 'captured'));
  assert.deepEqual(files, ['00000001.eml']);
  assert.match(readFileSync(join(folder, 'captured', '00000001.eml'), 'utf8'), /^Subject: Captured\r$/m);

  const none = await openPost(context, { ...smtp(), transport: 'none' });
  await none.queue({});
  await none.queue({});
  await none.settle();
  assert.deepEqual(
    (await none.mails()).map(({ status, last_error }) => [status, last_error]),
    [1, 2].map(() => ['failed', 'mail_transport is none']),
  );
  assert.equal(none.warnings.length, 1);
});

test('addresses go by the settings', () => {
  const settings = { sys_noreply: '', sys_default_mail_domain: '', sys_default_domain: 'forge.example:8443' };
  const rows = [
    [{}, 'Tepal <noreply@forge.example>'],
    [{ sys_default_mail_domain: 'mail.example' }, 'Tepal <noreply@mail.example>'],
    [{ sys_noreply: 'bot@example.net', sys_default_mail_domain: 'mail.example' }, ' <bot@example.net>'],
    [{ sys_noreply: '"The, Forge" <bot@example.net>' }, 'The, Forge <bot@example.net>'],
    [{ sys_noreply: 'Forge<bot@example.net>' }, 'Forge <bot@example.net>'],
  ] as const;
  for (const [changed, expected] of rows) {
    const { name, address } = senderOf({ ...settings, ...changed });
    assert.equal(`${name} <${address}>`, expected);
  }
});

test('no text gets out of its header', async (context) => {
  const post = await openPost(context, { ...smtp(), transport: 'capture', captureFolder: join(folder, 'hostile') });
  await post.queue({
    subject: `Hello\r\nBcc: victim@example.org\u2028X-Evil: 1\u202egnp.exe ${'long '.repeat(2000)}`,
    text: '.\r\nBcc: body@example.org\0',
    from: { name: 'Eve" <eve@example.org>,\r\nX-Evil: 2', address: 'noreply@forge.example' },
    headers: { 'List-Id': 'one\r\nX-Evil: 3' },
  });
  for (const [refused, what] of [
    [{ to: 'a@example.org\r\nBcc: b@example.org' }, /address/],
    [{ to: 'a@example.org, b@example.org' }, /address/],
    [{ replyTo: '<a@example.org>' }, /address/],
    [{ messageId: '<a@b>\r\nX: 1' }, /message id/],
    [{ headers: { 'X: 1\r\nY': '' } }, /header/],
  ] as const)
    await assert.rejects(post.queue(refused), what);
  await post.settle();
  const headers = headersOf(readFileSync(join(folder, 'hostile', '00000001.eml'), 'utf8'));
  const names = headers.split('\r\n').map((line) => line.replace(/:.*/, ''));
  assert.deepEqual(names.sort(), [
    'Content-Transfer-Encoding',
    'Content-Type',
    'Date',
    'From',
    'List-ID',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ]);
  assert.match(headers, /^From: .*<noreply@forge\.example>$/m);
  assert.ok(!headers.includes('\u202e'));
  assert.ok(headers.length < 2500, `${headers.length}`);
});
