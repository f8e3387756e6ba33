// Tier: all, because it logs everything in full while it sends secrets by every door.
// Secrets are sent by every door to a server whose every step fails and is logged in full; none of them may be in its log.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';

const metricsToken = 'metrics-secret-0123456789';
let app: TestApp;
let token = '';

before(async () => {
  app = await startApp({
    logLevel: 'trace',
    settings: `$log_file = 'log/tepal.log';\n$metrics_token = '${metricsToken}';`,
  });
  token = (await issueToken(app.app, 'root'))['x-auth-token'] ?? '';
});
after(() => app.close());

const readLog = (): string => readFileSync(join(app.app.dataDir, 'log/tepal.log'), 'utf8');

const basic = (password: string): string => `Basic ${Buffer.from(`root:${password}`).toString('base64')}`;

/** Each request with the secret that it carries. */
const doors = (): [secret: string, path: string, call: Call][] => {
  const json = (body: unknown, method = 'POST'): Call => ({ method, body });
  const headers = (sent: Record<string, string>, path = '/api/users/self'): [string, Call] => [path, { headers: sent }];
  return [
    ['basic-secret', ...headers({ authorization: basic('basic-secret') })],
    [basic('basic-secret').slice(6), ...headers({ authorization: basic('basic-secret') })],
    [token, ...headers({ 'x-auth-token': token, 'x-auth-userid': '101' })],
    ['tlp-k1-1.0123456789abcdef', ...headers({ 'x-auth-accesskey': 'tlp-k1-1.0123456789abcdef' })],
    ['key-as-authorization', ...headers({ authorization: 'AccessKey key-as-authorization' })],
    ['bearer-secret', ...headers({ authorization: 'Bearer bearer-secret' })],
    ['odd-scheme-secret', ...headers({ authorization: 'Odd odd-scheme-secret' })],
    ['cookie-secret', ...headers({ cookie: `tepal_session=cookie-secret; __Host-tepal_session=cookie-secret` })],
    ['proxy-secret', ...headers({ 'proxy-authorization': 'Basic proxy-secret' })],
    [metricsToken, ...headers({ authorization: `Bearer ${metricsToken}` }, '/metrics')],
    ['wrong-metrics', ...headers({ authorization: 'Bearer wrong-metrics' }, '/metrics')],
    ['sign-in-secret', '/api/tokens', json({ username: 'root', password: 'sign-in-secret' })],
    [
      'xml-secret',
      '/api/tokens',
      {
        method: 'POST',
        headers: { 'content-type': 'application/xml' },
        body: '<request><username>root</username><password>xml-secret</password></request>',
      },
    ],
    ['half-json-secret', '/api/tokens', { method: 'POST', body: '{"username":"root","password":"half-json-secret"' }],
    ['session-secret', '/api/sessions', json({ username: 'root', password: 'session-secret' })],
    ['account-secret', '/api/users', json({ username: 'new', email: 'n@example.org', password: 'account-secret' })],
    ['set-secret', '/api/users/101', json({ values: { password: 'set-secret' } }, 'PATCH')],
    ['changed-secret', '/api/users/self/password', json({ current: 'changed-secret', new: 'changed-secret' })],
    ['path-secret', '/api/tokens/path-secret', { method: 'DELETE' }],
    ['query-secret', '/api/projects?access_token=query-secret&query={"shortname":"query-secret"}', {}],
    ['broken-query-secret', '/api/users?query={"username":"broken-query-secret"', {}],
    ['nowhere-secret', '/nowhere/nowhere-secret?token=nowhere-secret', {}],
  ];
};

async function sendAll(): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const [, path, call] of doors()) answers.push(await app.call(path, call));
  return answers;
}

test('no secret gets into the log, whether requests are refused or fail', async () => {
  await sendAll();
  await app.app.database.transact(async (tx) => {
    for (const table of ['users', 'tokens', 'access_keys', 'sessions', 'sign_in_counters', 'projects'] as const) {
      await tx.schema.alterTable(table).renameTo(`gone_${table}`).execute();
    }
  });
  const failed = (await sendAll()).filter(({ status }) => status === 500);
  assert.ok(failed.length >= 8, `only ${failed.length} requests failed`);
  const log = readLog();
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  for (const { headers } of failed) {
    const id = headers.get('x-request-id');
    const line = lines.find((one) => at(one, 'requestId') === id);
    assert.match(String(at(line, 'err.stack')), /gone|no such table|does not exist/);
  }
  for (const [secret] of doors()) assert.ok(!log.includes(secret), `the log holds ${secret}`);
});

test('no secret of another server gets into an answer or the log, even where that server repeats it', async (context) => {
  const secret = 'other-secret-0123456789';
  const parrot = createServer((socket) => {
    socket.on('error', () => undefined).write('220 here\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      socket.write(line.startsWith('EHLO') ? '250-here\r\n250 AUTH PLAIN LOGIN\r\n' : `535 what is ${line}?\r\n`);
    });
  });
  await once(parrot.listen(0, '127.0.0.1'), 'listening');
  context.after(() => parrot.close());
  const address = parrot.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const settings = [
    "$log_file = 'log/tepal.log';",
    "$mail_transport = 'smtp'; $mail_smtp_host = '127.0.0.1'; $mail_smtp_security = 'none';",
    `$mail_smtp_port = ${port}; $mail_smtp_user = 'me'; $mail_smtp_password = '${secret}';`,
    `$sys_auth_type = 'ldap'; $sys_ldap_server = 'ldap://127.0.0.1:${port}'; $sys_ldap_dn = 'dc=x'; $sys_ldap_tls = 'none';`,
    `$sys_ldap_bind_dn = 'cn=me,dc=x'; $sys_ldap_bind_passwd = '${secret}';`,
    `$mail_in_imap_password = '${secret}'; $jwt_signing_key = '${secret.repeat(3)}';`,
  ];
  const site = await startApp({ logLevel: 'trace', settings: settings.join('\n') });
  context.after(() => site.close());
  const told: string[] = [];
  const headers = await issueToken(site.app, 'root');
  for (const [kind, target] of [
    ['mail', 'somebody@example.org'],
    ['directory', ''],
    ['storage', ''],
  ])
    told.push((await site.call('/api/admin/trials', { method: 'POST', headers, body: { kind, target } })).text);
  assert.match(told[0] ?? '', /does not take the account/);
  for (const path of ['/api/admin/settings', '/api/admin/health', '/api/admin/log', '/api/admin/summary'])
    told.push((await site.call(path, { headers })).text);
  const log = readFileSync(join(site.app.dataDir, 'log/tepal.log'), 'utf8');
  const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(`\0me\0${secret}`).toString('base64')];
  for (const text of [...told, log]) for (const form of forms) assert.ok(!text.includes(form), text);
});

test('no secret of a mailbox or a bucket gets into the log, whenever their server repeats it', async (context) => {
  const secret = 'mailbox-secret-0123456789';
  const heard: string[] = [];
  let moment: 'sign-in' | 'end' | 'folder' = 'sign-in';
  const imap = createServer((socket) => {
    socket.on('error', () => undefined).write('* OK here\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      heard.push(line);
      const [tag = '', command = ''] = line.split(' ');
      const repeated = heard.filter((one) => one.includes(secret) || /^[\w+/]+=*$/.test(one)).join(' ');
      if (command === 'CAPABILITY') socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`);
      else if (command === 'LOGIN' && moment === 'end') socket.end(`* BYE what is ${repeated}?\r\n`);
      else if (command === 'LOGIN' && moment === 'sign-in') socket.write(`${tag} NO what is ${repeated}?\r\n`);
      else if (command === 'SELECT') socket.write(`${tag} NO [ALERT] after ${repeated}\r\n`);
      else socket.write(`${tag} OK\r\n`);
    });
  });
  const bucket = createHttpServer((request, response) => {
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end(`<Error>${JSON.stringify(request.headers)}</Error>`);
  });
  const portOf = async (server: Server): Promise<number> => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    context.after(() => server.close());
    const address = server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  };
  const settings = [
    "$log_file = 'log/tepal.log'; $sys_enable_reply_by_mail = 1; $sys_default_domain = 'forge.example';",
    `$mail_in_imap_url = 'imap://127.0.0.1:${await portOf(imap)}/INBOX'; $mail_in_imap_user = 'me';`,
    `$mail_in_imap_password = '${secret}';`,
    `$attachments_s3_url = 'http://127.0.0.1:${await portOf(bucket)}/bucket'; $attachments_s3_access_key = 'me';`,
    `$attachments_s3_secret_key = '${secret}';`,
  ];
  const site = await startApp({ logLevel: 'trace', settings: settings.join('\n') });
  context.after(() => site.close());
  const { mailbox } = site.app.features.mail.doors;
  const read = (): string => readFileSync(join(site.app.dataDir, 'log/tepal.log'), 'utf8');
  for (moment of ['sign-in', 'end', 'folder'] as const) {
    const before = read().length;
    mailbox?.start();
    await until(() => read().slice(before).includes('the mailbox could not be read'));
  }
  await mailbox?.stop();
  assert.ok(heard.some((line) => line.includes(secret)));
  const headers = await issueToken(site.app, 'root');
  const content = Buffer.from('kept').toString('base64');
  const body = { name: 'a.txt', mimetype: 'text/plain', content };
  const answers = [
    await site.call('/api/artifact_temporary_files', { method: 'POST', headers, body }),
    await site.call('/api/admin/trials', { method: 'POST', headers, body: { kind: 'storage', target: '' } }),
    await site.call('/api/admin/health', { headers }),
  ];
  assert.equal(answers[0]?.status, 503);
  for (const text of [read(), ...answers.map((answer) => answer.text)]) assert.ok(!text.includes(secret), text);
});

test('what failed is found by the method and the pattern of its route', async () => {
  const answer = await app.call('/api/tokens', { method: 'POST', body: { username: 'root', password: 'a' } });
  assert.equal(answer.status, 500);
  const lines = readLog()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const line = lines.find((one) => at(one, 'requestId') === answer.headers.get('x-request-id'));
  assert.equal(at(line, 'method'), 'POST');
  assert.equal(at(line, 'route'), '/api/tokens');
  assert.match(answer.text, new RegExp(String(at(line, 'requestId'))));
});
