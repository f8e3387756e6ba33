// Engine: both
// Mail that comes in, by every door, and what administrators and readers see of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { readCertificate } from '../../src/platform/tls.ts';
import { prepareServer } from '../faults/server-process.ts';
import { findFreePort } from '../support/free-port.ts';
import { at, createTestClock } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { mailboxPassword, mailboxUser, skipDovecot, startDovecot } from './dovecot.ts';
import type { Dovecot } from './dovecot.ts';
import { domain, openMailSite } from './mail-site.ts';
import type { MailSite } from './mail-site.ts';

const dayMs = 24 * 60 * 60 * 1000;
const sizeMax = 100_000;
const clock = createTestClock(Date.now());

let site: MailSite;
let dovecot: Dovecot | undefined;
let mailPort: number;
let reply: string;
/** A bug, on which the mails of these tests comment. */
const artifact = 12;

before(async () => {
  dovecot = skipDovecot === false ? await startDovecot() : undefined;
  mailPort = await findFreePort();
  site = await openMailSite(
    `$mail_in_listen = '127.0.0.1:${mailPort}';
    $mail_in_size_max = ${sizeMax};
    $mail_in_imap_interval = 86400;
    $mail_in_imap_user = '${mailboxUser}';
    $mail_in_imap_password = '${mailboxPassword}';
    $mail_in_imap_done_folder = 'Done';
    ${dovecot === undefined ? '' : `$mail_in_imap_url = 'imap://127.0.0.1:${dovecot.port}/INBOX';`}`,
    clock,
  );
  reply = await site.replyAddress('bruno', artifact);
});

after(async () => {
  await site.test.close();
  await dovecot?.stop();
});

let written = 0;
/** A message of Bruno, with a Message-ID of its own. */
const message = (text: string, head = ''): string =>
  `From: Bruno <bruno@example.org>\r\nSubject: Re: work\r\nMessage-ID: <m${++written}@mail.example.org>\r\n${head}\r\n${text}\r\n`;

const countMails = async (): Promise<number> =>
  (await site.test.app.features.mail.messages.listAll({}, { limit: 1, offset: 0 })).size;

describe('the listener', () => {
  const certificate = {
    cert: join(import.meta.dirname, '../fixtures/tls-test-cert.pem'),
    key: join(import.meta.dirname, '../fixtures/tls-test-key.pem'),
  };
  const connect = (options = {}) =>
    createTransport({ host: '127.0.0.1', port: mailPort, lmtp: true, secure: false, ignoreTLS: true, ...options });

  before(async () => {
    await site.test.app.features.mail.doors.open(readCertificate(certificate));
  });
  after(() => site.test.app.features.mail.doors.close());

  it('stores what it acknowledges, once for each address that there is, and refuses others at once', async () => {
    const last = await countMails();
    const to = [reply, `nobody@${domain}`, `artifact+7@${domain}`, 'reply+x@example.net'];
    const sent = await connect().sendMail({ envelope: { from: 'bruno@example.org', to }, raw: message('By LMTP.') });
    assert.deepEqual(
      [sent.accepted, sent.rejected],
      [
        [to[0], to[2]],
        [to[1], to[3]],
      ],
    );
    assert.match(String(sent.rejectedErrors?.[0]), /550 5\.1\.1/);
    const [first, second] = (await site.settle()).slice(last);
    assert.deepEqual([first?.status, first?.artifact, first?.comment], ['done', artifact, 'By LMTP.']);
    assert.match(second?.reason ?? '', /does not accept mail/);
  });

  it('encrypts by STARTTLS with the certificate of the server', async () => {
    const transport = connect({ ignoreTLS: false, requireTLS: true, tls: { rejectUnauthorized: false } });
    const envelope = { from: 'bruno@example.org', to: reply };
    assert.match((await transport.sendMail({ envelope, raw: message('In secret.') })).response, /^250/);
  });

  it('refuses what is too large before it comes, and where its size was not said, after', async () => {
    const raw = message('x'.repeat(sizeMax));
    const envelope = { from: 'bruno@example.org', to: reply };
    const last = await countMails();
    await assert.rejects(
      connect().sendMail({ envelope: { ...envelope, size: raw.length }, raw }),
      /larger than allowed|552/,
    );
    const taken = connect().sendMail({ envelope, raw });
    assert.deepEqual(
      await taken.then(
        ({ accepted }) => accepted,
        () => [],
      ),
      [],
    );
    assert.equal(await countMails(), last);
  });

  it('takes nothing while the gateway is off', async () => {
    const { site: service } = site.test.app.features;
    await service.changeSetting('mail_in_open_addresses', '0');
    const open = { from: 'bruno@example.org', to: `tracker+5@${domain}` };
    await assert.rejects(connect().sendMail({ envelope: open, raw: message('x') }), /550 5\.1\.1/);
    await service.changeSetting('mail_in_open_addresses', '1');
  });

  it('takes bounces, of which nothing comes', async () => {
    const last = await countMails();
    await connect().sendMail({ envelope: { from: '', to: reply }, raw: message('Undelivered.') });
    assert.deepEqual(
      (await site.settle()).slice(last).map(({ status }) => status),
      ['ignored'],
    );
  });
});

describe('tepal mail-in', () => {
  const run = async (input: string, ...args: string[]): Promise<{ status: number; errors: string }> => {
    let errors = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        errors += String(chunk);
        done();
      },
    });
    const status = await runCommandLine(['mail-in', '--data', site.test.app.dataDir, ...args], {
      input: Readable.from([Buffer.from(input)]),
      output: sink,
      errors: sink,
      waitForStop: () => new Promise(() => undefined),
    });
    // What the tests' own process is told is no setting, and the command says so.
    return { status, errors: errors.replace(/^.*TEPAL_REQUIRE_ALL.*\n/m, '') };
  };

  it('takes a message for the address of its headers, or of the envelope', async () => {
    const last = await countMails();
    assert.deepEqual(await run(message('Piped.', `Delivered-To: ${reply}\r\nTo: other@example.net\r\n`)), {
      status: 0,
      errors: '',
    });
    assert.equal((await run(message('Piped, too.'), '--to', `<${reply}>`, '--from', '<>')).status, 0);
    // The command has the machine's clock.
    clock.advance(60_000);
    const found = (await site.settle()).slice(last);
    assert.deepEqual(
      found.map(({ status, comment }) => [status, comment]),
      [
        ['done', 'Piped.'],
        ['ignored', undefined],
      ],
    );
  });

  it('tells mail servers by its status whether to try again', async () => {
    const rows = [
      { input: '', status: 65, says: 'no message' },
      { input: message('x'.repeat(sizeMax)), status: 65, says: 'mail_in_size_max' },
      { input: message('x', 'To: somebody@example.net\r\n'), status: 67, says: 'receives mail' },
      { input: message('x'), args: ['--to', `reply+x@${domain}`], status: 67, says: 'receives mail' },
      { input: message('x'), args: ['--data', '/nowhere/at/all'], status: 75, says: 'no Tepal data folder' },
    ];
    for (const { input, args = [], status, says } of rows) {
      const outcome = await run(input, ...args);
      assert.equal(outcome.status, status, outcome.errors);
      assert.ok(outcome.errors.includes(says), outcome.errors);
    }
  });
});

describe('a mailbox', { skip: skipDovecot }, () => {
  const withMailbox = async <R>(work: (client: ImapFlow) => Promise<R>): Promise<R> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: dovecot?.port ?? 0,
      secure: false,
      auth: { user: mailboxUser, pass: mailboxPassword },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  const put = (...messages: readonly string[]): Promise<void> =>
    withMailbox(async (client) => {
      for (const raw of messages) await client.append('INBOX', raw, []);
    });
  const look = (): Promise<number> =>
    site.test.app.features.mail.doors.mailbox?.look() ?? assert.fail('there is no mailbox');
  const count = (folder: string): Promise<number | undefined> =>
    withMailbox(async (client) => {
      const status = await client.status(folder, { messages: true });
      return status === false ? undefined : status.messages;
    });

  it('is read to its end, each message once, whatever others do with flags', async () => {
    const last = await countMails();
    await withMailbox((client) => client.mailboxCreate('Done'));
    await put(
      message('From the mailbox.', `To: ${reply}\r\n`),
      message('For nobody here.', 'To: x@example.net\r\n'),
      message('x'.repeat(sizeMax), `To: ${reply}\r\n`),
    );
    await withMailbox(async (client) => {
      await client.mailboxOpen('INBOX');
      await client.messageFlagsAdd('1:*', ['\\Seen']);
    });
    assert.equal(await look(), 2);
    assert.equal(await look(), 0);
    const found = (await site.settle()).slice(last);
    assert.deepEqual(
      found.map(({ status, comment }) => [status, comment]),
      [
        ['done', 'From the mailbox.'],
        ['refused', undefined],
        ['refused', undefined],
      ],
    );
    assert.match(found[1]?.reason ?? '', /none of its addresses/);
    assert.match(found[2]?.reason ?? '', /mail_in_size_max/);
    assert.deepEqual([await count('INBOX'), await count('Done')], [1, 2]);
  });

  it('whose server numbers anew gives nothing twice', async () => {
    const last = await countMails();
    const raw = message('Told once.', `To: ${reply}\r\n`);
    await put(raw);
    assert.equal(await look(), 1);
    await withMailbox(async (client) => {
      await client.mailboxDelete('Done');
      await client.mailboxCreate('Done');
    });
    // As it is after the server lost its numbers, and a message is there again.
    await site.test.app.database.transact((tx) =>
      tx.updateTable('mail_mailboxes').set({ uid_validity: 'another' }).execute(),
    );
    await put(raw, message('Told after.', `To: ${reply}\r\n`));
    assert.equal(await look(), 2);
    const found = (await site.settle()).slice(last).filter(({ status }) => status === 'done');
    assert.deepEqual(
      found.map(({ comment }) => comment),
      ['Told once.', 'Told after.'],
    );
  });

  it('is read by one process at a time', async () => {
    const holder = { holder: 'another process', ends_at_ms: clock.nowMs() + 60_000 };
    await site.test.app.database.transact((tx) => tx.updateTable('mail_mailboxes').set(holder).execute());
    await put(message('Waits.', `To: ${reply}\r\n`));
    assert.equal(await look(), 0);
    clock.advance(60_001);
    assert.equal(await look(), 1);
    // Its clock was ahead: nobody has a mailbox that long.
    const ahead = { ...holder, ends_at_ms: clock.nowMs() + 3_600_000 };
    await site.test.app.database.transact((tx) => tx.updateTable('mail_mailboxes').set(ahead).execute());
    await put(message('Waits no longer.', `To: ${reply}\r\n`));
    assert.equal(await look(), 1);
    await site.settle();
  });
});

describe('a message', () => {
  it('that comes twice makes one comment, and another one with its Message-ID is kept', async () => {
    const raw = message('Only once.');
    const again = raw.replace('Only once.', 'Something else.');
    const [first, ...others] = [
      ...(await site.receive(raw, reply)),
      ...(await site.receive(raw, reply.toUpperCase())),
      ...(await site.receive(again, reply)),
    ];
    assert.equal(first?.comment, 'Only once.');
    assert.deepEqual(
      others.map(({ status, reason }) => [status, reason]),
      [['ignored', `it was already received as message ${first?.id}`]],
    );
  });

  it('beyond measure is refused, and kept', async () => {
    const nested = Array.from(
      { length: 10_000 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    ).join('');
    const [deep] = await site.receive(`From: bruno@example.org\r\n${nested}`, reply);
    assert.deepEqual([deep?.status, deep?.reason?.includes('nesting depth')], ['refused', true]);
    const html = 'Content-Type: text/html\r\n';
    const [nest] = await site.receive(message('<blockquote>a'.repeat(50_000), html), reply);
    assert.match(nest?.reason ?? '', /nested more than 500 levels deep/);
    const [wide] = await site.receive(message('Long head.', `X-Long: ${'y'.repeat(1_000_000)}\r\n`), reply);
    assert.equal(wide?.comment, 'Long head.');
    const [long] = await site.receive(message('word '.repeat(50_000)), reply);
    assert.match(long?.reason ?? '', /truncated to 65000 bytes/);
    assert.ok((long?.comment?.length ?? 0) < 65_010);
  });

  it('that can not be read in time is refused, and kept', async () => {
    const { features } = site.test.app;
    await features.site.changeSetting('mail_in_parse_timeout', '1');
    const raw = message('a\n'.repeat(1_000_000));
    const [endless] = await site.receive(raw, reply);
    await features.site.changeSetting('mail_in_parse_timeout', '30');
    assert.equal(endless?.status, 'refused');
    assert.equal(endless.reason, "it can't be read; error of the reading program: took more than 1 s");
    const kept = await site.test.call(`/api/mail_messages/${endless.id}/raw`, { as: 'root' });
    assert.ok(kept.text === raw, 'it is kept as it came');
  });

  it('is believed only where the trusted mail server vouches for its From line', async () => {
    const { features } = site.test.app;
    const tracker = await site.tracker('Bugs');
    await features.site.changeSetting('mail_in_authserv_id', 'mx.example.com');
    await site.test.call(`/api/trackers/${tracker}/mail_gateway`, {
      method: 'PUT',
      as: 'root',
      body: { enabled: true },
    });
    const verdict = (text: string): string => `Authentication-Results: ${text}\r\nReceived-SPF: pass (x)\r\n`;
    const rows = [
      ['mx.example.com; dmarc=pass header.from=example.org', 'done'],
      ['mx.example.com; dmarc=fail header.from=example.org', 'refused'],
      ['mx.example.net; dmarc=pass', 'refused'],
      ['mx.example.com; spf=pass\r\nAuthentication-Results: mx.example.com; dmarc=pass', 'refused'],
    ] as const;
    for (const [text, status] of rows) {
      const [found] = await site.receive(message('Vouched.', verdict(text)), `tracker+${tracker}@${domain}`);
      assert.deepEqual([text, found?.status], [text, status]);
      const shown = await site.test.call(`/api/mail_messages/${found?.id}`, { as: 'root' });
      assert.equal(listAt(shown.json, 'authentication').at(-1), 'received-spf: pass (x)');
    }
    await features.site.changeSetting('mail_in_authserv_id', '');
  });

  it('makes no administrator of who writes as one', async () => {
    const tracker = await site.tracker('Bugs');
    await site.test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const raw = message('As root.').replace('bruno@example.org', 'root@example.org');
    const [found] = await site.receive(raw, `tracker+${tracker}@${domain}`);
    await site.test.app.features.projects.change('meadow-scrum', { access: 'public' });
    assert.equal(found?.status, 'refused');
  });
});

describe('over REST', () => {
  it('administrators of the site see mail, its bytes, and have it used anew; nobody else does', async () => {
    const { test } = site;
    const raw = message('Not now.');
    await test.app.features.site.changeSetting('sys_enable_reply_by_mail', '0');
    const [refused] = await site.receive(raw, reply);
    await test.app.features.site.changeSetting('sys_enable_reply_by_mail', '1');
    assert.equal(refused?.reason, 'reply by mail is turned off (sys_enable_reply_by_mail is 0)');
    const path = `/api/mail_messages/${refused?.id}`;
    const root = { as: 'root', status: 200 };
    await expectRow(test, {
      ...root,
      path: '/api/mail_messages?status=refused&limit=1',
      contains: [
        `"id":${refused?.id}`,
        '"recipient":"reply+…@',
        'reply by mail is turned off (sys_enable_reply_by_mail is 0)',
        '"mail.off"',
      ],
      lacks: [reply],
      answers: { 'x-pagination-limit': '1' },
    });
    await expectRow(test, { ...root, path, headers: { accept: 'application/xml' }, contains: ['<status>refused<'] });
    const bytes = await expectRow(test, {
      ...root,
      path: `${path}/raw`,
      answers: { 'content-type': /^message\/rfc822/ },
    });
    assert.equal(bytes.text, raw);
    for (const row of [
      { path: '/api/mail_messages' },
      { path },
      { path: `${path}/raw` },
      { path: `${path}/retry`, method: 'POST' },
    ]) {
      await expectRow(test, { ...row, as: 'bruno', status: 403 });
      await expectRow(test, { ...row, status: 401 });
    }
    await expectRow(test, { ...root, path: '/api/mail_messages/999999', status: 404 });
    await expectRow(test, { ...root, path: `${path}/retry`, method: 'POST', contains: ['"status":"waiting"'] });
    await site.settle();
    await expectRow(test, { ...root, path, contains: ['"status":"done"', `"artifact":{"id":${artifact}`] });
    await expectRow(test, { ...root, path: `${path}/retry`, method: 'POST', status: 409 });
  });

  it('an artifact shows which mails changed it, to those who see it', async () => {
    const { test } = site;
    const [found] = await site.receive(message('For readers.'), reply);
    const path = `/api/artifacts/${artifact}/mail_messages?limit=1`;
    const answer = await expectRow(test, { path, as: 'ana', status: 200, lacks: ['reply+', 'bruno@'] });
    assert.deepEqual(
      [at(answer.json, '0.id'), at(answer.json, '0.changeset_id'), at(answer.json, '0.user.username')],
      [found?.id, found?.changeset, 'bruno'],
    );
    await expectRow(test, {
      path,
      as: 'ana',
      status: 200,
      headers: { accept: 'application/xml' },
      contains: ['<item>'],
    });
    await expectRow(test, { path: '/api/artifacts/999999/mail_messages', as: 'ana', status: 404 });
  });

  it('administrators of a tracker say whether it takes mail', async () => {
    const { test } = site;
    const id = await site.tracker('User stories');
    const path = `/api/trackers/${id}/mail_gateway`;
    await expectRow(test, { path, as: 'bruno', status: 200, contains: ['{"enabled":false,"artifact_address":null}'] });
    const change = { path, method: 'PUT', body: { enabled: true } };
    await expectRow(test, { ...change, as: 'freya', status: 403 });
    await expectRow(test, { ...change, as: 'root', body: {}, status: 400, contains: ['enabled'] });
    await expectRow(test, { ...change, as: 'root', status: 200 });
    await expectRow(test, { path, as: 'bruno', status: 200, contains: [`tracker+${id}@${domain}`] });
  });
});

it('the writer of a message is told what is wrong, five times a day at most, at the address of the account alone', async () => {
  const { app } = site.test;
  const ana = await site.replyAddress('ana', 999_999);
  const send = async (): Promise<boolean[]> =>
    (await site.receive(message('Where?').replace('bruno@', 'eve@'), ana)).map(({ answered }) => answered);
  const told: boolean[] = [];
  for (let round = 0; round < 7; round += 1) told.push(...(await send()));
  assert.deepEqual(told, [true, true, true, true, true, false, false]);
  const mails = await app.database.read
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', 'ana@example.org')
    .where('subject', '=', 'Re: Re: work')
    .execute();
  assert.equal(mails.length, 5);
  assert.match(mails[0]?.message_json ?? '', /there is no artifact 999999/);
  assert.match(mails[0]?.message_json ?? '', /"Auto-Submitted":"auto-replied"/);
  const to = await app.database.read.selectFrom('outbox').select('recipient').execute();
  assert.ok(to.every(({ recipient }) => !recipient.startsWith('eve@')));
  clock.advance(dayMs + 1);
  assert.deepEqual(await send(), [true]);
});

it('old mail goes, but for what it did', async () => {
  const { app } = site.test;
  const { read } = app.database;
  clock.advance(200 * dayMs);
  app.jobs.start();
  const isLeft = async (): Promise<boolean> =>
    (await read.selectFrom('mail_contents').select('id').execute()).length > 0;
  await until(async () => !(await isLeft()));
  await app.jobs.stop(10_000);
  const left = await read.selectFrom('mail_messages').select(['status', 'content_id']).execute();
  assert.ok(left.length > 0);
  assert.ok(left.every(({ status, content_id: content }) => status === 'done' && content === null));
});

it('what was acknowledged is used once, though its server is killed', async () => {
  const { app } = site.test;
  const last = await countMails();
  const serve = async (): Promise<ReturnType<typeof prepareServer>> => {
    const server = prepareServer({ dataDir: app.dataDir });
    await server.open();
    return server;
  };
  const first = await serve();
  const texts = ['One.', 'Two.', 'Three.', 'Four.'];
  const transport = createTransport({
    host: '127.0.0.1',
    port: mailPort,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: 1,
  });
  for (const text of texts)
    await transport.sendMail({ envelope: { from: 'b@example.org', to: reply }, raw: message(text) });
  first.send('SIGKILL');
  await first.ended;
  transport.close();
  // The leases of the one that is gone end.
  await app.database.transact((tx) =>
    tx.updateTable('jobs').set({ due_at_ms: 0 }).where('status', '=', 'running').execute(),
  );
  const second = await serve();
  const isWaiting = async (): Promise<boolean> =>
    (await app.features.mail.messages.listAll({ status: 'waiting' }, { limit: 1, offset: 0 })).size > 0;
  await until(async () => !(await isWaiting()));
  second.send('SIGTERM');
  await second.ended;
  const found = (await site.settle()).slice(-texts.length);
  assert.equal(await countMails(), last + texts.length);
  assert.deepEqual(
    found.map(({ comment }) => comment),
    texts,
  );
  const bodies = await app.database.read.selectFrom('comments').select('body').where('body', 'in', texts).execute();
  assert.equal(bodies.length, texts.length);
});
