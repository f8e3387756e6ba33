import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { editSettings, loadSettings, saveCarried, SettingsError, writeSetting } from './index.ts';
import type { SettingName } from './index.ts';

type FileName = 'local.inc' | 'ldap.inc';

function makeDataDir(t: TestContext, files: Partial<Record<FileName, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-settings-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const conf = join(dataDir, 'conf');
  if (Object.keys(files).length > 0) mkdirSync(conf);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(conf, name), text);
  return { dataDir, conf, read: (name: FileName) => readFileSync(join(conf, name), 'utf8') };
}

const written: [SettingName, value: string, line: string][] = [
  ['sys_rest_api_over_http', '1', '$sys_rest_api_over_http = 1;'],
  ['request_body_limit', '2048', '$request_body_limit = 2048;'],
  ['rest_invalid_credentials_status', '500', '$rest_invalid_credentials_status = 500;'],
  ['sys_project_backup_path', "/it's", String.raw`$sys_project_backup_path = '/it\'s';`],
  ['sys_trusted_proxies', '::1,10.0.0.0/8', `$sys_trusted_proxies = '::1, 10.0.0.0/8';`],
];

for (const [name, value, line] of written) {
  test(`writes ${line}`, async (t) => {
    const { dataDir, conf, read } = makeDataDir(t);
    for (const _ of ['made', 'changed']) {
      await writeSetting(dataDir, name, value);
      assert.equal(read('local.inc'), `<?php\n${line}\n`);
    }
    assert.equal(statSync(join(conf, 'local.inc')).mode & 0o777, 0o600);
    assert.match(loadSettings({ dataDir, env: {} }).file.get(name)?.place ?? '', /local\.inc:2$/);
  });
}

test('writing keeps the rest of the file, its mode, and leaves no other file', async (t) => {
  const { dataDir, conf, read } = makeDataDir(t, {
    'local.inc': "<?php\n// é\n$unknown = 'x';\n$log_level = 'warn'; // why\n?>\n",
  });
  chmodSync(join(conf, 'local.inc'), 0o640);
  await writeSetting(dataDir, 'log_level', 'debug');
  assert.equal(read('local.inc'), "<?php\n// é\n$unknown = 'x';\n$log_level = 'debug'; // why\n?>\n");
  assert.equal(statSync(join(conf, 'local.inc')).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(conf), ['local.inc']);
});

test('a setting changes in the file that names it and counts', async (t) => {
  const ldap = makeDataDir(t, { 'ldap.inc': "$log_level = 'warn';\n" });
  await writeSetting(ldap.dataDir, 'log_level', 'debug');
  assert.equal(ldap.read('ldap.inc'), "$log_level = 'debug';\n");
  const both = makeDataDir(t, { 'ldap.inc': "$log_level = 'warn';", 'local.inc': "$log_level = 'info';" });
  await writeSetting(both.dataDir, 'log_level', 'debug');
  assert.deepEqual([both.read('ldap.inc'), both.read('local.inc')], ["$log_level = 'warn';", "$log_level = 'debug';"]);
});

test('nothing is written where the value or the file is wrong', async (t) => {
  const { dataDir, conf, read } = makeDataDir(t, { 'local.inc': 'include "x";' });
  await assert.rejects(writeSetting(dataDir, 'log_level', 'debug'), SettingsError);
  await assert.rejects(writeSetting(dataDir, 'log_level', 'loud'), /allowed: fatal/);
  assert.equal(read('local.inc'), 'include "x";');
  assert.deepEqual(readdirSync(conf), ['local.inc']);
});

test('an abandoned edit leaves nothing', async (t) => {
  const { dataDir, conf, read } = makeDataDir(t, { 'local.inc': "$log_level = 'warn';" });
  (await editSettings(dataDir, [{ name: 'log_level', text: 'debug' }])).abandon();
  assert.equal(read('local.inc'), "$log_level = 'warn';");
  assert.deepEqual(readdirSync(conf), ['local.inc']);
});

test('edits at the same time wait for each other, and none is lost', async (t) => {
  const { dataDir, conf } = makeDataDir(t);
  const first = await editSettings(dataDir, [{ name: 'log_level', text: 'warn' }]);
  const names: SettingName[] = ['header_timeout', 'request_timeout', 'keep_alive_timeout'];
  const others = names.map((name) => writeSetting(dataDir, name, '7'));
  first.finish();
  await Promise.all(others);
  const { file } = loadSettings({ dataDir, env: {} });
  assert.deepEqual([...file.keys()].toSorted(), ['log_level', ...names].toSorted());
  assert.deepEqual(readdirSync(conf), ['local.inc']);
});

test('the lock of an editor that was killed does not last', async (t) => {
  const { dataDir, conf } = makeDataDir(t, { 'local.inc': '' });
  const lock = join(conf, '.lock');
  writeFileSync(lock, '');
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(lock, longAgo, longAgo);
  await writeSetting(dataDir, 'log_level', 'debug');
  assert.deepEqual(readdirSync(conf), ['local.inc']);
});

const isRoot = process.getuid?.() === 0;
test('what root changes stays with the owner of the folder', { skip: isRoot ? false : 'needs root' }, async (t) => {
  const { dataDir, conf } = makeDataDir(t);
  chownSync(dataDir, 12_345, 12_346);
  await writeSetting(dataDir, 'log_level', 'debug');
  saveCarried(dataDir, new Map());
  for (const path of [conf, join(conf, 'local.inc'), join(dataDir, 'settings-carried.json')]) {
    const { uid, gid } = statSync(path);
    assert.deepEqual([uid, gid], [12_345, 12_346], path);
  }
});
