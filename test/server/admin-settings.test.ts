// Settings that change while the server runs: over REST, by hand in the files, and on several machines.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSiteService } from '../../src/features/site/index.ts';
import type { SiteService } from '../../src/features/site/index.ts';
import { describeSettings, loadSettings, writeSetting } from '../../src/settings/index.ts';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

const path = '/api/admin/settings';
const xml = { accept: 'application/xml', 'content-type': 'application/xml' };
const initial = `$attachments_s3_secret_key = 'hunter2';
$access_mode = 'anonymous'; // who may read
$session_lifetime = "10";
`;
let test: TestApp;
let localFile: string;
let original: string;
before(async () => {
  process.env['TEPAL_SESSION_IDLE_LIFETIME'] = '5';
  test = await startApp({ settings: initial });
  delete process.env['TEPAL_SESSION_IDLE_LIFETIME'];
  localFile = join(test.app.dataDir, 'conf', 'local.inc');
  original = readFileSync(localFile, 'utf8');
  await test.addUser('mia');
  await test.addUser('reader');
  await test.app.features.people.grantDelegation('rest-read-only', 'reader');
});
after(() => test.close());

const readLocal = (): string => readFileSync(localFile, 'utf8');
const settingIn = (shown: unknown, name: string): unknown =>
  listAt(shown, 'settings').find((setting) => at(setting, 'name') === name);
const readSetting = async (name: string): Promise<unknown> =>
  settingIn((await test.call(path, { as: 'root' })).json, name);
const valueOf = async (name: string): Promise<unknown> => at(await readSetting(name), 'value');
const patch = (settings: unknown, facts: Partial<Row> = {}): Row => ({
  method: 'PATCH',
  path,
  as: 'root',
  body: { settings },
  status: 200,
  ...facts,
});
const auditOf = async (limit: number): Promise<unknown[]> => {
  const answer = await test.call(`/api/audit_events?kind=setting-changed&limit=${limit}`, { as: 'root' });
  return listAt(answer.json).map((event) => [
    at(event, 'actor.name'),
    at(event, 'details.name'),
    at(event, 'details.value'),
  ]);
};

describe('/admin/settings', () => {
  it('shows every setting with its value, where it comes from and what it means', async () => {
    const { json } = await expectRow(test, { path, as: 'root', status: 200 });
    const { app } = test;
    const described = describeSettings(app.settings, await app.features.site.listLiveSettings());
    assert.deepEqual(
      listAt(json, 'settings').map((setting) => at(setting, 'name')),
      described.map(({ name }) => name),
    );
    assert.partialDeepStrictEqual(settingIn(json, 'session_lifetime'), {
      value: '10',
      default: '14',
      source: 'file',
      is_live: true,
      is_secret: false,
      allowed: 'a whole number from 1 to 365',
      unit: 'days',
      kind: 'integer',
      group: 'accounts',
      choices: [],
    });
    assert.partialDeepStrictEqual(settingIn(json, 'access_mode'), {
      kind: 'choice',
      choices: ['anonymous', 'regular', 'restricted'],
    });
    assert.deepEqual(at(settingIn(json, 'rest_invalid_credentials_status'), 'choices'), ['401', '500']);
    assert.deepEqual(at(settingIn(json, 'sys_user_approval'), 'choices'), ['0', '1']);
    assert.equal(at(settingIn(json, 'session_idle_lifetime'), 'source'), 'environment');
    assert.equal(at(settingIn(json, 'log_level'), 'is_live'), false);
    assert.deepEqual(at(json, 'restart'), { is_possible: false, problem: null });
  });

  it('shows no secret', async () => {
    const { json } = await expectRow(test, { path, as: 'root', status: 200, lacks: ['hunter2'] });
    const secret = settingIn(json, 'attachments_s3_secret_key');
    assert.deepEqual([at(secret, 'is_secret'), at(secret, 'source'), at(secret, 'value')], [true, 'file', undefined]);
  });

  it('is for site administrators; those who may read everything may read it', async () => {
    const change: Call = { method: 'PATCH', body: { settings: [{ name: 'access_mode', value: 'regular' }] } };
    for (const call of [{}, change]) {
      await expectRow(test, { path, ...call, status: 401 });
      await expectRow(test, { path, ...call, as: 'mia', status: 403 });
    }
    await expectRow(test, { path, as: 'reader', status: 200 });
    await expectRow(test, { path, ...change, as: 'reader', status: 403 });
    assert.equal(await valueOf('access_mode'), 'anonymous');
  });

  it('changes live settings in the server, in the file and in the audit log', async () => {
    const sent = [
      { name: 'access_mode', value: 'regular' },
      { name: 'session_lifetime', value: '20' },
      { name: 'super_public_projects', value: '7,handbook' },
    ];
    const { json } = await expectRow(test, patch(sent));
    assert.equal(at(settingIn(json, 'access_mode'), 'value'), 'regular');
    await expectRow(test, { path: '/api/projects', status: 401 });
    const changed = original
      .replace("= 'anonymous'; // who may read", "= 'regular'; // who may read")
      .replace('"10"', '"20"');
    assert.equal(readLocal(), `${changed}$super_public_projects = '7, handbook';\n`);
    assert.deepEqual(await auditOf(3), [
      ['root', 'super_public_projects', '7, handbook'],
      ['root', 'session_lifetime', '20'],
      ['root', 'access_mode', 'regular'],
    ]);
    await expectRow(test, patch([{ name: 'sys_name', value: 'Forge' }]));
    const body =
      '<request><settings><item><name>access_mode</name><value>anonymous</value></item>' +
      '<item><name>sys_name</name><value/></item>' +
      '<item><name>super_public_projects</name><value/></item></settings></request>';
    const answer = await expectRow(test, patch(undefined, { body, headers: xml }));
    assert.match(answer.text, /<name>access_mode<\/name>.*?<value>anonymous<\/value>/);
    await expectRow(test, { path: '/api/projects', status: 200 });
    assert.equal(await valueOf('super_public_projects'), '');
    assert.equal(await valueOf('sys_name'), 'Tepal', 'an empty element takes back what was written');
  });

  it('puts what is written back to the default, in the server, in both files and in the audit log', async () => {
    const ldapFile = join(test.app.dataDir, 'conf', 'ldap.inc');
    const before = readLocal();
    writeFileSync(ldapFile, '<?php\n$sys_password_lifetime = 50;\n');
    await expectRow(test, patch([{ name: 'sys_password_lifetime', value: '60' }]));
    await expectRow(test, patch([{ name: 'sys_max_pending_projects', value: '7' }]));
    const headers = { 'if-match': headerOf(await test.call(path, { as: 'root' }), 'etag') };
    const names = ['sys_password_lifetime', 'sys_max_pending_projects', 'sys_name'];
    const back = names.map((name) => ({ name, value: null }));
    const { json } = await expectRow(test, patch(back, { headers }));
    for (const [name, value] of [
      ['sys_password_lifetime', '0'],
      ['sys_max_pending_projects', at(settingIn(json, 'sys_max_pending_projects'), 'default')],
    ] as const)
      assert.partialDeepStrictEqual(settingIn(json, name), { value, source: 'default', place: '' });
    assert.equal(readLocal(), before);
    assert.equal(readFileSync(ldapFile, 'utf8'), '<?php\n');
    assert.deepEqual(
      (await auditOf(2)).map((event) => at(event, '1')),
      ['sys_max_pending_projects', 'sys_password_lifetime'],
    );
    await test.app.features.site.followFiles();
    const audited = await auditOf(100);
    await expectRow(test, patch(back, { headers, status: 412 }));
    await expectRow(test, patch(back));
    assert.deepEqual(await auditOf(100), audited);
    rmSync(ldapFile);
  });

  it('takes the document that GET gave, and changes nothing by it', async () => {
    const before = { file: readLocal(), audit: await auditOf(100) };
    for (const headers of [{}, { accept: 'application/xml' }]) {
      const shown: Answered = await test.call(path, { as: 'root', headers });
      const isXml = 'accept' in headers;
      const body = isXml ? shown.text.replaceAll('response>', 'request>').replace(/^<\?xml.*?\?>\s*/, '') : shown.json;
      await expectRow(test, patch(undefined, { body, headers: isXml ? xml : {} }));
    }
    assert.deepEqual({ file: readLocal(), audit: await auditOf(100) }, before);
  });

  const refusals: [what: string, sent: object[], status: number, contains: string[]][] = [
    ['an unknown name', [{ name: 'acces_mode', value: '1' }], 400, ['settings[0].name', 'did you mean access_mode']],
    [
      'a value that is not allowed',
      [{ name: 'access_mode', value: 'open' }],
      400,
      ['settings[0].value', 'allowed: anonymous'],
    ],
    ['no text', [{ name: 'session_lifetime', value: 7 }], 400, ['settings[0].value']],
    [
      'a setting of the machine',
      [{ name: 'log_file', value: 'log/tepal.log' }],
      400,
      ['settings[0].name', 'on the server'],
    ],
    ['a name twice', [{ name: 'access_mode' }, { name: 'access_mode' }], 400, ['settings[1].name', 'twice']],
    [
      'a setting of the machine that goes',
      [{ name: 'attachments_s3_secret_key', value: null }],
      400,
      ['on the server'],
    ],
    [
      'what the environment has, that goes',
      [{ name: 'session_idle_lifetime', value: null }],
      409,
      ['TEPAL_SESSION_IDLE'],
    ],
    ['what the environment has', [{ name: 'session_idle_lifetime', value: '9' }], 409, ['TEPAL_SESSION_IDLE_LIFETIME']],
    ['what has no name', [{ value: '7' }], 400, ['settings[0].name']],
  ];
  for (const [what, sent, status, contains] of refusals) {
    it(`refuses ${what}, and changes nothing else either`, async () => {
      const before = readLocal();
      const settings = [...sent, { name: 'sys_password_lifetime', value: '30' }];
      await expectRow(test, patch(settings, { status, contains }));
      assert.equal(readLocal(), before);
      assert.equal(await valueOf('sys_password_lifetime'), '0');
    });
  }

  it('tells refusals by name, with what is allowed as the page says it', async () => {
    const { json } = await expectRow(test, patch([{ name: 'session_lifetime', value: '0' }], { status: 400 }));
    assert.deepEqual(at(json, 'error.i18n'), {
      key: 'setting.value',
      params: ['session_lifetime', '"0"', { key: 'hint', params: ['a whole number from 1 to 365'] }],
    });
    const start = await expectRow(test, patch([{ name: 'log_file', value: 'x' }], { status: 400 }));
    assert.equal(at(start.json, 'error.i18n.key'), 'setting.machine');
    const unknown = await expectRow(test, patch([{ name: 'acces_mode', value: '1' }], { status: 400 }));
    assert.equal(at(unknown.json, 'error.i18n.key'), 'setting.unknown');
  });

  it('writes what is read at the start into the file, where it waits for a restart', async () => {
    const factsOf = async (name: string): Promise<unknown[]> => {
      const setting = await readSetting(name);
      return ['value', 'next_value', 'is_pending'].map((part) => at(setting, part));
    };
    await expectRow(test, patch([{ name: 'log_level', value: 'debug' }]));
    assert.match(readLocal(), /\$log_level = 'debug';/);
    assert.deepEqual(await factsOf('log_level'), ['info', 'debug', true]);
    assert.deepEqual((await auditOf(1))[0], ['root', 'log_level', 'debug']);
    assert.ok(!readFileSync(join(test.app.dataDir, 'settings-carried.json'), 'utf8').includes('log_level'));
    await expectRow(
      test,
      patch([{ name: 'metrics_token', value: 'a-token-of-16-letters' }], { lacks: ['a-token-of'] }),
    );
    assert.deepEqual(await factsOf('metrics_token'), [undefined, undefined, true]);
    const before = await auditOf(100);
    await expectRow(test, patch([{ name: 'log_level', value: 'debug' }]));
    assert.deepEqual(await auditOf(100), before);
    const body =
      '<request><settings><item><name>log_level</name><value/></item>' +
      '<item><name>metrics_token</name><value/></item></settings></request>';
    await expectRow(test, patch(undefined, { body, headers: xml }));
    assert.deepEqual(await factsOf('log_level'), ['info', undefined, false]);
    assert.deepEqual(await factsOf('metrics_token'), [undefined, undefined, false]);
  });

  it('restarts a server that can, for site administrators, unless the files would stop the next start', async () => {
    const restart: Row = { method: 'POST', path: '/api/admin/restarts', as: 'root', status: 409 };
    await expectRow(test, { ...restart, as: 'mia', status: 403 });
    await expectRow(test, { ...restart, contains: ['on its machine'] });
    const asked: string[] = [];
    test.app.features.restarts.offer({ check: () => {}, restart: () => asked.push('restart') });
    assert.equal(at((await test.call(path, { as: 'root' })).json, 'restart.is_possible'), true);
    const before = readLocal();
    writeFileSync(localFile, `${before}$log_level = 'loud';\n`);
    await expectRow(test, { ...restart, contains: ['log_level'] });
    const { json } = await expectRow(test, { path, as: 'root', status: 200 });
    assert.match(String(at(json, 'restart.problem')), /local\.inc:\d+: the value of log_level/);
    writeFileSync(localFile, before);
    assert.deepEqual(asked, []);
    await expectRow(test, { ...restart, status: 202 });
    assert.deepEqual(asked, ['restart']);
    const { json: events } = await test.call('/api/audit_events?kind=server-restarted', { as: 'root' });
    assert.equal(at(events, '0.actor.name'), 'root');
  });

  it('honours If-Match', async () => {
    const headers = { 'if-match': headerOf(await test.call(path, { as: 'root' }), 'etag') };
    await expectRow(test, patch([{ name: 'session_lifetime', value: '21' }], { headers }));
    const before = readLocal();
    await expectRow(test, patch([{ name: 'session_lifetime', value: '22' }], { headers, status: 412 }));
    assert.equal(readLocal(), before);
    assert.equal(await valueOf('session_lifetime'), '21');
    await expectRow(test, {
      path,
      as: 'root',
      headers: { 'if-none-match': headerOf(await test.call(path, { as: 'root' }), 'etag') },
      status: 304,
    });
  });

  it('is 409 where the file can’t be read any more, and changes nothing', async () => {
    const before = readLocal();
    writeFileSync(localFile, `${before}include 'x';\n`);
    await expectRow(
      test,
      patch([{ name: 'session_lifetime', value: '23' }], { status: 409, contains: ['local.inc:'] }),
    );
    writeFileSync(localFile, before);
    assert.equal(await valueOf('session_lifetime'), '21');
  });

  it('takes changes at the same time one after the other', async () => {
    const names = ['session_lifetime', 'sys_password_lifetime', 'sys_file_deletion_delay', 'sys_max_pending_projects'];
    await Promise.all(names.map((name) => expectRow(test, patch([{ name, value: '31' }]))));
    for (const name of names) {
      assert.equal(await valueOf(name), '31');
      assert.match(readLocal(), new RegExp(`\\$${name} = "?31"?;`));
    }
    await Promise.all(names.map((name) => expectRow(test, patch([{ name, value: '3' }]))));
  });
});

describe('the files', () => {
  let site: SiteService;
  beforeEach(() => {
    site = test.app.features.site;
  });
  const edit = async (from: string | RegExp, to: string): Promise<void> => {
    const text = readLocal();
    assert.notEqual(text.replace(from, to), text);
    writeFileSync(localFile, text.replace(from, to));
    await site.followFiles();
  };

  it('change live settings by hand, which is audited; what they stop naming is at its default', async () => {
    await edit('$session_lifetime = "3"', '$session_lifetime = 40');
    assert.equal(await valueOf('session_lifetime'), '40');
    await edit(/\$session_lifetime = 40;\n/, '');
    assert.equal(await valueOf('session_lifetime'), '14');
    assert.deepEqual(await auditOf(2), [
      ['configuration file', 'session_lifetime', '14'],
      ['configuration file', 'session_lifetime', '40'],
    ]);
    const events = await auditOf(100);
    await site.followFiles();
    assert.deepEqual(await auditOf(100), events);
  });

  it('tell what waits for a restart', async () => {
    writeFileSync(localFile, `${readLocal()}$header_timeout = 9;\n`);
    assert.deepEqual(await site.followFiles(), ['header_timeout']);
    assert.equal(await valueOf('header_timeout'), '20');
  });

  it('change nothing while they are gone, or can’t be read', async () => {
    const before = readLocal();
    rmSync(localFile);
    await site.followFiles();
    assert.equal(await valueOf('super_public_projects'), '');
    assert.equal(await valueOf('sys_rest_api_over_http'), '1');
    writeFileSync(localFile, `${before}$access_mode = 'open';\n`);
    await assert.rejects(site.followFiles(), /local\.inc:\d+: the value of access_mode can't be "open"/);
    assert.equal(await valueOf('access_mode'), 'anonymous');
    writeFileSync(localFile, before);
  });
});

describe('another machine on the same database', () => {
  let dataDir: string;
  let other: SiteService;
  const openOther = (): SiteService => {
    const { database, clock } = test.app;
    return createSiteService(database, clock, loadSettings({ dataDir, env: {} }));
  };
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tepal-machine-'));
    mkdirSync(join(dataDir, 'conf'));
    await writeSetting(dataDir, 'sys_file_deletion_delay', '8');
    other = openOther();
    await other.followFiles();
  });
  after(() => rmSync(dataDir, { recursive: true }));

  it('brings in what its file names, and follows the rest', async () => {
    assert.equal(await valueOf('sys_file_deletion_delay'), '8');
    await expectRow(test, patch([{ name: 'sys_file_deletion_delay', value: '9' }]));
    assert.equal((await other.current()).settings.sys_file_deletion_delay, 9);
  });

  it('does not go back to its own file when it starts anew', async () => {
    other = openOther();
    await other.followFiles();
    assert.equal(await valueOf('sys_file_deletion_delay'), '9');
  });

  it('carries what is changed in its file to all', async () => {
    await writeSetting(dataDir, 'sys_file_deletion_delay', '10');
    await other.followFiles();
    assert.equal(await valueOf('sys_file_deletion_delay'), '10');
    await other.changeSetting('sys_max_pending_projects', '11');
    assert.equal(await valueOf('sys_max_pending_projects'), '11');
    assert.doesNotMatch(readLocal(), /= 1[01];/);
    assert.equal((await test.app.features.site.current()).settings.sys_max_pending_projects, 11);
  });
});
