import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { isForeignName } from './foreign-names.ts';
import {
  defaultFolder,
  describeSettings,
  loadSettings,
  publicUrl,
  resolveSettings,
  settingNames,
  SettingsError,
} from './index.ts';
import type { LiveValue, SettingName, Settings } from './index.ts';

interface Sources {
  local?: string | Uint8Array;
  ldap?: string;
  env?: Record<string, string>;
  live?: LiveValue[];
}

function makeDataDir(t: TestContext, { local, ldap }: Sources): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-settings-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'conf'));
  if (local !== undefined) writeFileSync(join(dataDir, 'conf', 'local.inc'), local);
  if (ldap !== undefined) writeFileSync(join(dataDir, 'conf', 'ldap.inc'), ldap);
  return dataDir;
}

const load = (t: TestContext, sources: Sources) =>
  loadSettings({ dataDir: makeDataDir(t, sources), env: sources.env ?? {} });

const proxies = 'sys_trusted_proxies';
const live = (name: string, value: string): LiveValue[] => [{ name, value }];

const precedence: [what: string, Sources, SettingName, Settings[SettingName], source: string][] = [
  ['the default', {}, 'access_mode', 'anonymous', 'default'],
  ['local.inc', { local: "<?php $log_level = 'warn';" }, 'log_level', 'warn', 'file'],
  ['ldap.inc', { ldap: "$log_level = 'warn';" }, 'log_level', 'warn', 'file'],
  [
    'local.inc over ldap.inc',
    { ldap: "$log_level='warn';", local: "$log_level='debug';" },
    'log_level',
    'debug',
    'file',
  ],
  [
    'the database where it has what the file says',
    { local: "$access_mode = 'regular';", live: live('access_mode', 'regular') },
    'access_mode',
    'regular',
    'file',
  ],
  [
    'the database where another machine set it',
    { local: "$access_mode = 'regular';", live: live('access_mode', 'restricted') },
    'access_mode',
    'restricted',
    'database',
  ],
  [
    'the default where the database did not take over the file',
    { local: "$access_mode = 'regular';" },
    'access_mode',
    'anonymous',
    'default',
  ],
  [
    'environment over live',
    { env: { TEPAL_ACCESS_MODE: 'regular' }, live: live('access_mode', 'restricted') },
    'access_mode',
    'regular',
    'environment',
  ],
  [
    'the file where the live value is of a setting that is not live',
    { local: "$log_level = 'warn';", live: live('log_level', 'debug') },
    'log_level',
    'warn',
    'file',
  ],
  [
    'the default beside live rows of unknown name',
    { live: live('toString', '1') },
    'access_mode',
    'anonymous',
    'default',
  ],
  [
    'a choice of numbers',
    { env: { TEPAL_REST_INVALID_CREDENTIALS_STATUS: '500' } },
    'rest_invalid_credentials_status',
    500,
    'environment',
  ],
  ['a list', { local: `$${proxies} = '10.0.0.0/8 , ::1';` }, proxies, ['10.0.0.0/8', '::1'], 'file'],
  [
    'an empty variable',
    { local: `$${proxies} = '::1';`, env: { TEPAL_SYS_TRUSTED_PROXIES: '' } },
    proxies,
    [],
    'environment',
  ],
];

for (const [what, sources, name, expected, source] of precedence) {
  test(`what counts: ${what}`, (t) => {
    const base = load(t, sources);
    assert.deepEqual(resolveSettings(base, sources.live ?? [])[name], expected);
    assert.equal(describeSettings(base, sources.live ?? []).find((row) => row.name === name)?.source, source);
  });
}

const spelled: [what: string, local: string, SettingName, text: string][] = [
  ['a flag as integer', '$sys_rest_api_over_http = 1;', 'sys_rest_api_over_http', '1'],
  ['a flag as text', "$sys_rest_api_over_http = '1';", 'sys_rest_api_over_http', '1'],
  ['a flag as boolean', '$sys_use_project_registration = FALSE;', 'sys_use_project_registration', '0'],
  ['an integer as text', "$sys_password_lifetime = '180';", 'sys_password_lifetime', '180'],
  ['a list', "$super_public_projects = '104 ,handbook';", 'super_public_projects', '104, handbook'],
];

for (const [what, local, name, text] of spelled) {
  test(`a file may have ${what}`, (t) => assert.equal(load(t, { local }).file.get(name)?.text, text));
}

const refused: [what: string, Sources, says: RegExp][] = [
  [
    'a value in a file',
    { local: "<?php\n\n$access_mode = 'open';" },
    /local\.inc:3: the value of access_mode can't be "open"; allowed: anonymous, regular or restricted$/,
  ],
  [
    'a value that a later line replaces',
    { local: '$log_level=1;\n$log_level="info";' },
    /local\.inc:1: the value of log_level can't be "1"/,
  ],
  ['a value in ldap.inc', { ldap: '$sys_password_lifetime = -1;' }, /ldap\.inc:1: .*from 0 to 36500/],
  [
    'a boolean for a text',
    { local: '$sys_default_domain = true;' },
    /local\.inc:1: the value of sys_default_domain can't be true or false; allowed: a host name/,
  ],
  ['code', { local: '$access_mode = getenv("X");' }, /local\.inc:1: .*not plain data/],
  [
    'a file that is not UTF-8',
    { local: Uint8Array.of(0x23, 0xe9, 0x0a) },
    /local\.inc: can't be read: it must be UTF-8 text/,
  ],
  [
    'a variable',
    { env: { TEPAL_REQUEST_BODY_LIMIT: '10M' } },
    /TEPAL_REQUEST_BODY_LIMIT: the value of request_body_limit can't be "10M"; allowed: a whole number/,
  ],
];

for (const [what, sources, says] of refused) {
  test(`the start stops for ${what}`, (t) => {
    assert.throws(
      () => load(t, sources),
      (error) => {
        assert.ok(error instanceof SettingsError);
        assert.match(error.message, says);
        return true;
      },
    );
  });
}

test('a configuration file that is a folder is refused, not taken as absent', (t) => {
  const dataDir = makeDataDir(t, {});
  mkdirSync(join(dataDir, 'conf', 'local.inc'));
  assert.throws(() => loadSettings({ dataDir, env: {} }), /local\.inc: can't be read: /);
});

test('a live value that is not allowed says how to mend it', (t) => {
  const says = /database, .*"tepal config set access_mode VALUE": the value of access_mode can't be "open"/;
  assert.throws(() => resolveSettings(load(t, {}), live('access_mode', 'open')), says);
});

const warned: [what: string, Sources, says: RegExp[]][] = [
  ['nothing in order', { local: '$log_level = "info";', env: { TEPAL_DATA: '/x', HOME: '/y' } }, []],
  [
    'an unknown name',
    { local: '\n$sys_rest_api_over_htp = 1;' },
    [/local\.inc:2: .*\$sys_rest_api_over_htp; the nearest name is \$sys_rest_api_over_http$/],
  ],
  ['a name in capitals', { local: '$LOG_LEVEL = "info";' }, [/the nearest name is \$log_level/]],
  ['a name of every object', { local: '$constructor = 1;' }, [/there is no setting \$constructor/]],
  [
    'a name set twice',
    { local: '$log_level="info";\n$log_level="warn";' },
    [/local\.inc:2: \$log_level is set before at .*local\.inc:1/],
  ],
  [
    'an unknown variable',
    { env: { TEPAL_ACCES_MODE: 'regular' } },
    [/TEPAL_ACCES_MODE names no setting; the nearest is TEPAL_ACCESS_MODE/],
  ],
];

for (const [what, sources, says] of warned) {
  test(`a warning for ${what}`, (t) => {
    const { warnings } = load(t, sources);
    assert.equal(warnings.length, says.length, warnings.join('\n'));
    for (const [index, pattern] of says.entries()) assert.match(warnings[index] ?? '', pattern);
  });
}

test('settings of a PHP installation are one note in each file, and no warning', (t) => {
  const { warnings, notes } = load(t, {
    local: "$sys_dbhost = 'localhost';\n$sys_themeroot = '/usr/share/x';\n$access_mode = 'regular';",
    ldap: "$sys_urlroot = '/x';",
  });
  assert.deepEqual(warnings, []);
  assert.equal(notes.length, 2);
  assert.match(notes[0] ?? '', /ldap\.inc: .*\$sys_urlroot; they may stay$/);
  assert.match(notes[1] ?? '', /local\.inc: .*\$sys_dbhost, \$sys_themeroot; they may stay$/);
});

test('no name is both a setting and one without a use', () => {
  assert.deepEqual(settingNames.filter(isForeignName), []);
});

test('settings do not change', (t) => {
  const settings = resolveSettings(load(t, { local: `$${proxies} = '::1';` }), []);
  assert.ok(Object.isFrozen(settings));
  assert.ok(Object.isFrozen(settings.sys_trusted_proxies));
});

test('absolute links start at public_url, or at the default domain', () => {
  const rows: [string, string, string][] = [
    ['', 'localhost', 'https://localhost'],
    ['', 'forge.example.com:8443', 'https://forge.example.com:8443'],
    ['http://forge.example.com/', 'localhost', 'http://forge.example.com'],
    ['https://example.com/forge//', 'localhost', 'https://example.com/forge'],
  ];
  for (const [public_url, sys_default_domain, expected] of rows) {
    assert.equal(publicUrl({ public_url, sys_default_domain }), expected);
  }
});

test('the data folder comes from TEPAL_DATA, or is data in the working folder', () => {
  assert.equal(defaultFolder({ TEPAL_DATA: '/srv/tepal' }), '/srv/tepal');
  assert.equal(defaultFolder({ TEPAL_DATA: '' }), join(process.cwd(), 'data'));
  assert.equal(defaultFolder({ TEPAL_DATA: 'forge' }), join(process.cwd(), 'forge'));
  assert.equal(defaultFolder({}), join(process.cwd(), 'data'));
});
