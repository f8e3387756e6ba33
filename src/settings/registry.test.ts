import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { formatValue, integer, showValue, text } from './declare.ts';
import { renderSettingsTable } from './docs.ts';
import { requireSettable, parseSetting, registry, requireSettingName, settingNames, SettingsError } from './index.ts';
import type { SettingName } from './index.ts';

const judged: [SettingName, allowed: string[], refused: string[]][] = [
  ['sys_rest_api_over_http', ['0', '1'], ['', '2', 'true', 'yes', ' 1', '01']],
  [
    'sys_password_lifetime',
    ['0', '180', '36500'],
    ['', '-1', '36501', '1.5', '1e2', '010', '0x10', '9'.repeat(400), '-0'],
  ],
  ['request_body_limit', ['1024', '1073741824'], ['1023', '1073741825', '10M']],
  ['access_mode', ['anonymous', 'regular', 'restricted'], ['', 'Anonymous', 'open', 'anonymous ']],
  ['rest_invalid_credentials_status', ['401', '500'], ['403', '0401', '401.0', '']],
  ['log_level', ['info', 'silent'], ['verbose', '']],
  [
    'sys_trusted_proxies',
    ['', ' ', '127.0.0.1', '10.0.0.0/8,::1', 'fd00::/8', '0.0.0.0/0', '::/128'],
    [
      'localhost',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10.0.0.0/08',
      '10.0.0/8',
      '::1,',
      'fe80::1%eth0',
      '1.1.1.1/1/1',
      '*',
    ],
  ],
  [
    'sys_default_domain',
    ['localhost', 'forge.example.com', 'forge.example.com:8443', '192.0.2.1', '[::1]:8080'],
    ['', 'https://forge.example.com', 'a b', 'a/b', 'user@host', 'host:', 'host:99999', '-a', '[:::1]', 'a\nb'],
  ],
  [
    'public_url',
    ['', 'https://localhost', 'http://forge.example.com:8080/', 'https://example.com/forge'],
    [
      'forge.example.com',
      'ftp://example.com',
      'https://',
      'https://u:p@example.com',
      'https://e.com/?q',
      'https://e.com/#f',
      'https:e.com',
      ' https://e.com',
      'https://e.com\n',
      'javascript:alert(1)',
    ],
  ],
  ['sys_project_backup_path', ['/var/tmp', '/srv/backups'], ['', 'tmp', './x', 'C:\\backup', '/a\0b']],
];

for (const [name, allowed, refused] of judged) {
  test(`${name} allows what it says`, () => {
    for (const value of allowed) assert.doesNotThrow(() => parseSetting(name, value), value);
    for (const value of refused) {
      assert.throws(
        () => parseSetting(name, value),
        (error) => error instanceof SettingsError && error.message.endsWith(`allowed: ${registry[name].allowed}`),
        JSON.stringify(value),
      );
    }
  });
}

test('every default is allowed and reads back', () => {
  assert.ok(settingNames.length >= 13);
  for (const name of settingNames) {
    const { default: value } = registry[name];
    assert.deepEqual(parseSetting(name, formatValue(value)), value, name);
  }
});

test('an unknown name is told the nearest one', () => {
  assert.equal(requireSettingName('access_mode'), 'access_mode');
  for (const name of ['sys_rest_api_over_htp', 'SYS_REST_API_OVER_HTTP', 'rest_api_over_http']) {
    assert.throws(() => requireSettingName(name), /did you mean sys_rest_api_over_http/, name);
  }
  for (const name of ['', '__proto__', 'toString', 'x'.repeat(100_000)]) {
    assert.throws(() => requireSettingName(name), SettingsError);
  }
});

test('what would keep the server from starting is set on its machine only', () => {
  requireSettable('log_level');
  assert.throws(() => requireSettable('database_url'), /conf\/local\.inc .*TEPAL_DATABASE_URL/);
  for (const name of settingNames) assert.ok(!(registry[name].live && registry[name].onMachine), name);
});

test('a secret is not shown', () => {
  const same = { group: 'server', since: '', live: false, meaning: '' } as const;
  const facts = { ...same, default: '', allowed: 'any text', accepts: () => true };
  assert.equal(showValue(text({ ...facts, secret: true }), 'hunter2'), '********');
  assert.equal(showValue(text({ ...facts, secret: true }), ''), '');
  assert.equal(showValue(text(facts), 'open'), 'open');
});

test('an integer may be negative where its range is', () => {
  const { parse } = integer({
    group: 'server',
    default: 0,
    min: -5,
    max: 5,
    unit: '',
    since: '',
    live: false,
    meaning: '',
  });
  assert.equal(parse('-5'), -5);
  assert.equal(parse('-6'), undefined);
});

test('docs/settings.md is what the code says; if not: node src/settings/docs.ts > docs/settings.md', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  assert.equal(page, renderSettingsTable());
});
