// The rows of the specification's settings table: what each setting does when it is on, off and absent. A row writes the
// lines into conf/local.inc, starts the program on them, and looks at what clients see.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { at, startApp } from './harness.ts';
import type { TestApp } from './harness.ts';
import { expectRow, sampleFolder } from './scenario.ts';

interface Case {
  /** Lines of conf/local.inc. */
  lines: string;
  /** Says what holds, and throws where it does not. */
  holds: (test: TestApp) => Promise<void>;
}

const backups = mkdtempSync(join(tmpdir(), 'tepal-backups-'));
after(() => rmSync(backups, { recursive: true }));

const password = 'an old and long secret';
const md5 = createHash('md5').update(password).digest('hex');

/** Signs in with the password of an MD5 hash, after which the hash is kept or gone. */
const keepsMd5 = (isKept: boolean) => async (test: TestApp) => {
  await test.addUser('olga');
  await test.app.features.passwords.setLegacy('olga', md5);
  await expectRow(test, { method: 'POST', path: '/api/tokens', body: { username: 'olga', password }, status: 200 });
  const legacy = await test.app.features.passwords.listLegacy();
  assert.deepEqual(
    legacy.map(({ username }) => username),
    isKept ? ['olga'] : [],
  );
};

/** The colours that somebody may choose, the one that they have without a choice, and the one that a page then gets. */
const offersVariants = (offered: readonly string[], fallback: string) => async (test: TestApp) => {
  await test.addUser('tina');
  const path = '/api/users/self/preferences';
  const read = async (): Promise<unknown> =>
    at((await test.call(`${path}?key=theme_variant`, { as: 'tina' })).json, 'value');
  const page = async (as?: string): Promise<unknown> => {
    const call = as === undefined ? {} : { as };
    return at((await test.call('/api/projects/101/3rd_party_integration_data', call)).json, 'styles.variant_name');
  };
  assert.deepEqual([await read(), await page('tina'), await page()], [fallback, fallback, fallback]);
  for (const value of ['orange', 'blue', 'green', 'red', 'grey', 'purple', 'pink', '']) {
    const status = offered.includes(value) ? 200 : 400;
    const contains = status === 400 ? ['`value`', `choose one of ${offered.join(', ')}`] : [];
    await expectRow(test, {
      method: 'PATCH',
      path,
      as: 'tina',
      body: { key: 'theme_variant', value },
      status,
      contains,
    });
    if (status === 200) assert.deepEqual([await read(), await page('tina'), await page()], [value, value, fallback]);
  }
  const body = '<request><key>theme_variant</key><value>pink</value></request>';
  const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
  await expectRow(test, { method: 'PATCH', path, as: 'tina', body, headers, status: 400, contains: ['<error>'] });
  await expectRow(test, { method: 'DELETE', path: `${path}?key=theme_variant`, as: 'tina', status: 200 });
  assert.equal(await read(), fallback);
};

const allVariants = ['orange', 'blue', 'green', 'red', 'grey', 'purple'];

/** The harness has set it to 1, for the sake of all other tests. */
const answersOverHttp = (line: string, status: number) => async (test: TestApp) => {
  const file = join(test.app.dataDir, 'conf', 'local.inc');
  await test.app.features.site.changeSetting('sys_rest_api_over_http', '1');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\$sys_rest_api_over_http = 1;\n/, line));
  await test.app.features.site.followFiles();
  await expectRow(test, { path: '/api/version', status });
};

/** Erases the sample project and looks for its archive, which is taken away again. */
const keepsArchives = (folder: string) => async (test: TestApp) => {
  const before = new Set(readdirSync(folder));
  await expectRow(test, { method: 'DELETE', path: '/api/projects/101', as: 'root', status: 200 });
  await expectRow(test, { method: 'DELETE', path: '/api/projects/101?erase=true', as: 'root', status: 200 });
  const added = readdirSync(folder).filter((name) => !before.has(name) && name.includes('harbor-kanban'));
  for (const name of added) rmSync(join(folder, name), { recursive: true });
  assert.equal(added.length, 1);
};

const erasesNothing = async (test: TestApp): Promise<void> => {
  await expectRow(test, { method: 'DELETE', path: '/api/projects/101', as: 'root', status: 200 });
  const erase = {
    method: 'DELETE',
    path: '/api/projects/101?erase=true',
    as: 'root',
    contains: ['nothing was erased'],
  };
  await expectRow(test, { ...erase, status: 409 });
};

const rows: Record<string, Record<string, Case>> = {
  sys_rest_api_over_http: {
    on: { lines: '', holds: answersOverHttp("$sys_rest_api_over_http = '1';\n", 200) },
    off: { lines: '', holds: answersOverHttp('$sys_rest_api_over_http = 0;\n', 403) },
    absent: { lines: '', holds: answersOverHttp('', 403) },
  },
  sys_keep_md5_hashed_password: {
    on: { lines: '$sys_keep_md5_hashed_password = 1;', holds: keepsMd5(true) },
    off: { lines: '$sys_keep_md5_hashed_password = 0;', holds: keepsMd5(false) },
    absent: { lines: '', holds: keepsMd5(true) },
  },
  sys_available_theme_variants: {
    on: { lines: "$sys_available_theme_variants = 'blue, green';", holds: offersVariants(['blue', 'green'], 'blue') },
    'on as older files have it': {
      lines: "$sys_available_theme_variants = 'FlamingParrot_Red,FlamingParrot_Blue';",
      holds: offersVariants(['red', 'blue'], 'red'),
    },
    off: { lines: "$sys_available_theme_variants = '';", holds: offersVariants(allVariants, 'orange') },
    absent: { lines: '', holds: offersVariants(allVariants, 'orange') },
  },
  sys_default_theme_variant: {
    on: { lines: "$sys_default_theme_variant = 'green';", holds: offersVariants(allVariants, 'green') },
    'on, but not available': {
      lines: "$sys_default_theme_variant = 'green'; $sys_available_theme_variants = 'red, blue';",
      holds: offersVariants(['red', 'blue'], 'red'),
    },
    off: { lines: "$sys_default_theme_variant = '';", holds: offersVariants(allVariants, 'orange') },
    absent: { lines: '', holds: offersVariants(allVariants, 'orange') },
  },
  sys_project_backup_path: {
    on: { lines: `$sys_project_backup_path = '${backups}';`, holds: keepsArchives(backups) },
    'on, but no folder': { lines: `$sys_project_backup_path = '${backups}/none';`, holds: erasesNothing },
    absent: { lines: '', holds: keepsArchives('/var/tmp') },
  },
};

for (const [name, cases] of Object.entries(rows)) {
  describe(name, () => {
    for (const [state, { lines, holds }] of Object.entries(cases)) {
      it(`does its work when it is ${state}`, async (t) => {
        const test = await startApp({ settings: lines, archives: [sampleFolder('kanban')] });
        t.after(() => test.close());
        await holds(test);
      });
    }
  });
}

it('a choice that may not be made any more counts as none', async (t) => {
  const test = await startApp();
  t.after(() => test.close());
  await test.addUser('tina');
  const path = '/api/users/self/preferences';
  const read = async (): Promise<unknown> =>
    at((await test.call(`${path}?key=theme_variant`, { as: 'tina' })).json, 'value');
  const choose = { method: 'PATCH', path, as: 'tina', body: { key: 'theme_variant', value: 'purple' }, status: 200 };
  await expectRow(test, choose);
  await test.app.features.site.changeSetting('sys_available_theme_variants', 'blue, green');
  assert.equal(await read(), 'blue');
  await test.app.features.site.changeSetting('sys_available_theme_variants', 'blue, purple');
  assert.equal(await read(), 'purple');
});
