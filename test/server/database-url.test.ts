// The command line and the server on a database that database_url names.
// Engine: PostgreSQL alone, because it is what the setting names.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openApp } from '../../src/app.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { cleanUp } from '../../src/platform/database/database.fixture.ts';
import { createPostgresPlace } from '../../src/platform/database/test-place.testing.ts';

/** A data folder whose settings name this database. */
function makeFolder(context: TestContext, url: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-database-url-'));
  cleanUp(context, async () => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'conf'));
  writeFileSync(join(folder, 'conf', 'local.inc'), `<?php\n$database_url = '${url}';\n`);
  return folder;
}

async function tepal(folder: string, ...args: string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const io = { input: Readable.from([]), output: sink, errors: sink, waitForStop: () => new Promise<void>(() => {}) };
  return { status: await runCommandLine([...args, '--data', folder], io), text };
}

test('commands and server share the database, and the folder holds none', async (context) => {
  const { place, remove } = await createPostgresPlace();
  cleanUp(context, remove);
  assert.ok('url' in place);
  const folder = makeFolder(context, place.url);
  assert.match((await tepal(folder, 'init')).text, /its site administrator is admin/);
  const app = await openApp({ dataDir: folder, logLevel: 'silent' });
  cleanUp(context, () => app.close());
  const before = await app.features.site.current();
  assert.equal((await tepal(folder, 'config', 'set', 'access_mode', 'regular')).status, 0);
  const after = await app.features.site.current();
  assert.deepEqual([before.settings.access_mode, after.settings.access_mode], ['anonymous', 'regular']);
  assert.match((await tepal(folder, 'config', 'list')).text, /database_url +\*{8} /);
  assert.equal(existsSync(join(folder, 'tepal.sqlite')), false);
  assert.deepEqual(readdirSync(folder).toSorted(), ['conf', 'settings-carried.json']);
});

test('a server that is not there is told in one line, without the password', async (context) => {
  const folder = makeFolder(context, 'postgres://someone:very-secret@127.0.0.1:1/tepal');
  const { status, text } = await tepal(folder, 'user', 'list');
  assert.equal(status, 1);
  assert.match(text, /^tepal: the database at 127.0.0.1:1\/tepal can't be used: .*ECONNREFUSED.*\n$/);
  assert.doesNotMatch(text, /very-secret|someone/);
});

test('a URL that is none is refused by the settings, and not repeated', async (context) => {
  const folder = makeFolder(context, 'mysql://someone:very-secret@127.0.0.1/tepal');
  const { status, text } = await tepal(folder, 'user', 'list');
  assert.equal(status, 1);
  assert.match(
    text,
    /local.inc:2: the value of database_url can't be "\*{8}"; allowed: empty, or a URL such as postgres:/,
  );
  assert.doesNotMatch(text, /very-secret/);
});

test('a replica of no database is refused', async (context) => {
  const folder = makeFolder(context, '');
  writeFileSync(join(folder, 'conf', 'local.inc'), `<?php\n$database_read_url = 'postgres://127.0.0.1/tepal';\n`);
  const { status, text } = await tepal(folder, 'init');
  assert.equal(status, 1);
  assert.match(text, /database_read_url names a replica, but database_url names no database/);
  assert.equal(existsSync(join(folder, 'tepal.sqlite')), false);
});
