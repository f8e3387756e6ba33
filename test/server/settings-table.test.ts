// The rows of the specification's settings table: what each setting does when it is on, off and absent. A row writes the
// lines into conf/local.inc, starts the program on them, and looks at what clients see.
// Engine: SQLite alone; settings count before the database is asked, and what they change is tested on both beside it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openStandIn, run, runTepal, skipSubversion } from '../support/hook-programs.ts';
import { mailSiteOf } from '../mail/mail-site.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

interface Case {
  /** Why it can't be tried; absent or false where it can. */
  skip?: string | false;
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
    const contains = status === 400 ? ['`value`', `use one of ${offered.join(', ')}`] : [];
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
    contains: ['the project was not erased'],
  };
  await expectRow(test, { ...erase, status: 409 });
};

/** Commits with each of the messages to a real repository, of which these are refused. */
const refusesMessages = (refused: readonly string[]) => async (test: TestApp) => {
  const body = { project_id: 101, name: 'code' };
  await expectRow(test, { method: 'POST', path: '/api/svn', as: 'root', body, status: 201 });
  const standIn = await openStandIn(test.app.dataDir);
  await standIn.takeHooks();
  const { folder } = await test.app.database.read
    .selectFrom('svn_repositories')
    .select('folder')
    .executeTakeFirstOrThrow();
  for (const message of ['', ' \t\n', 'words']) {
    const url = `file://${join(test.app.dataDir, folder)}/x${message.length}`;
    const { errors } = await run('svn', ['mkdir', '--non-interactive', '-m', message, url]);
    if (refused.includes(message)) assert.match(errors, /the commit message is empty/);
    else assert.equal(errors, '', message);
  }
  await standIn.close();
};

/** Has CVS tell of a message whose bytes are `caf\xe9`. */
const recordsMessage = (message: string) => async (test: TestApp) => {
  const { database, dataDir } = test.app;
  const flags = ['--data', dataDir, '--project', 'harbor-kanban'];
  const told = Buffer.from('Log Message:\ncaf\xe9\n', 'latin1');
  const ran = await runTepal(['cvs-hook', 'loginfo', ...flags, '--', 'c1', 'root', 'web', 'a', '1.1', '1.2'], told);
  assert.deepEqual(ran, { status: 0, output: '', errors: '' });
  const rows = await database.read.selectFrom('commits').select('message').execute();
  assert.deepEqual(rows, [{ message }]);
};

/** An empty repository, as git asks what is in it. */
const speaksGit = (status: number) => async (test: TestApp) => {
  const body = { project_id: 101, name: 'tools' };
  await expectRow(test, { method: 'POST', path: '/api/git', as: 'root', body, status: 201 });
  const answer = await expectRow(test, { path: '/api/git/1', as: 'root', status: 200 });
  assert.equal(at(answer.json, 'clone_http_url') === null, status === 404);
  const start = '/plugins/git/harbor-kanban/tools.git/info/refs?service=git-upload-pack';
  await expectRow(test, { path: start, as: 'root', status });
};

/** Whether the address of a reply to a notification takes mail, at this domain. */
const takesReplies =
  (isTaken: boolean, at = 'localhost') =>
  async (test: TestApp): Promise<void> => {
    const address = (await (await mailSiteOf(test)).replyAddress('root', 31)).replace(/@.*/, `@${at}`);
    assert.equal((await test.app.features.mail.arrivals.refuse(address)) === undefined, isTaken);
  };

/** Sends what Outlook sends, and looks at the comment that it becomes. */
const keepsOriginals = (isKept: boolean) => async (test: TestApp) => {
  const site = await mailSiteOf(test);
  const { id } = await test.app.database.read
    .selectFrom('artifacts')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const original = 'From: Forge <f@example.com>\nSent: Monday\nTo: Root\nSubject: Work\n\nThe original.';
  const address = (await site.replyAddress('root', id)).replace(/@.*/, '@localhost');
  const [found] = await site.receive(`From: root@example.org\n\nYes.\n\n${original}\n`, address);
  assert.equal(found?.comment, isKept ? `Yes.\n\n${original}` : 'Yes.', found?.reason ?? '');
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
  git_http_url: {
    on: { lines: '$git_http_url = 1;', holds: speaksGit(200) },
    off: { lines: '$git_http_url = 0;', holds: speaksGit(404) },
    absent: { lines: '', holds: speaksGit(200) },
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
  sys_allow_empty_svn_commit_message: {
    on: { skip: skipSubversion, lines: '$sys_allow_empty_svn_commit_message = 1;', holds: refusesMessages([]) },
    off: {
      skip: skipSubversion,
      lines: '$sys_allow_empty_svn_commit_message = 0;',
      holds: refusesMessages(['', ' \t\n']),
    },
    absent: { skip: skipSubversion, lines: '', holds: refusesMessages([]) },
  },
  sys_cvs_convert_cp1252_to_utf8: {
    on: { lines: '$sys_cvs_convert_cp1252_to_utf8 = 1;', holds: recordsMessage('café') },
    off: { lines: '$sys_cvs_convert_cp1252_to_utf8 = 0;', holds: recordsMessage(String.raw`caf\xE9`) },
    absent: { lines: '', holds: recordsMessage(String.raw`caf\xE9`) },
  },
  sys_enable_reply_by_mail: {
    on: { lines: '$sys_enable_reply_by_mail = 1;', holds: takesReplies(true) },
    off: { lines: '$sys_enable_reply_by_mail = 0;', holds: takesReplies(false) },
    absent: { lines: '', holds: takesReplies(false) },
  },
  sys_strip_outlook: {
    on: { lines: '$sys_enable_reply_by_mail = 1; $sys_strip_outlook = 1;', holds: keepsOriginals(false) },
    off: { lines: '$sys_enable_reply_by_mail = 1; $sys_strip_outlook = 0;', holds: keepsOriginals(true) },
    absent: { lines: '$sys_enable_reply_by_mail = 1;', holds: keepsOriginals(true) },
  },
  sys_default_mail_domain: {
    on: {
      lines: "$sys_enable_reply_by_mail = 1; $sys_default_mail_domain = 'mail.example.com';",
      holds: takesReplies(true, 'mail.example.com'),
    },
    off: { lines: "$sys_enable_reply_by_mail = 1; $sys_default_mail_domain = '';", holds: takesReplies(true) },
    absent: { lines: '$sys_enable_reply_by_mail = 1;', holds: takesReplies(true) },
  },
};

for (const [name, cases] of Object.entries(rows)) {
  describe(name, () => {
    for (const [state, { lines, holds, skip = false }] of Object.entries(cases)) {
      it(`does its work when it is ${state}`, { skip }, async (t) => {
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
