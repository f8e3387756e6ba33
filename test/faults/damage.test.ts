// Tier: all, because it starts a process for each kind of damage.
// Folders and files that are not what they should be: one line that says what is wrong and what to do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import { withDatabase } from './check-database.ts';
import { runTepal } from './command.ts';
import { drawSeed } from './crash.ts';
import { createRandom } from './random.ts';
import { send } from './request.ts';
import { makeSite } from './site.ts';
import { checkFolder, startTrial, untilAnswered } from './trial.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-damage-'));
const template = join(scratch, 'template');
let credentials: Record<string, string> = {};
before(async () => {
  credentials = await makeSite(template);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
function copyOf(source: string): string {
  folders += 1;
  const folder = join(scratch, `copy-${folders}`);
  cpSync(source, folder, { recursive: true });
  return folder;
}

/** Overwrites a part of a file. */
function spoil(file: string, startBytes: number, content: Uint8Array): void {
  const bytes = readFileSync(file);
  bytes.set(content, startBytes);
  writeFileSync(file, bytes);
}

const starts: [what: string, damage: (file: string) => void, message: RegExp][] = [
  ['no database', (file) => rmSync(file), /there is no Tepal data folder at .*"tepal init --data .*" creates one/],
  ['an empty database', (file) => truncateSync(file), /tepal\.sqlite is empty; restore a backup, or create a new site/],
  [
    'a folder in its place',
    (file) => (rmSync(file), mkdirSync(file)),
    /a folder stands where a file belongs; move it away \(EISDIR: .*tepal\.sqlite'\)/,
  ],
  [
    'garbage for a header',
    (file) => spoil(file, 0, randomBytes(100)),
    /tepal\.sqlite: this is no SQLite database, or its beginning is damaged; restore a backup/,
  ],
  [
    'garbage for the list of tables',
    (file) => spoil(file, 100, Buffer.alloc(3000, 0xa5)),
    /tepal\.sqlite: the database is damaged; stop Tepal, keep a copy of the data folder and restore a backup/,
  ],
];

describe('a server does not start on', () => {
  for (const [what, damage, message] of starts) {
    test(what, async () => {
      const folder = copyOf(template);
      damage(join(folder, 'tepal.sqlite'));
      const { status, errors } = await runTepal(['serve', '--port', '0', '--data', folder]);
      assert.equal(status, 1);
      assert.match(errors, message);
      assert.match(errors, /^tepal: [^\n]*\n$/, 'one line');
    });
  }
});

/** Takes away the right to write, from root by a read-only mount. False where that is forbidden and the test skipped. */
function makeReadOnly(context: TestContext, folder: string): boolean {
  if (process.getuid?.() !== 0) {
    chmodSync(join(folder, 'tepal.sqlite'), 0o400);
    return true;
  }
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'pipe' });
    context.after(() => execFileSync('umount', ['--lazy', folder]));
    execFileSync('mount', ['-o', 'remount,bind,ro', folder], { stdio: 'pipe' });
    return true;
  } catch (error) {
    context.skip(`root may not make a folder read-only here: ${String(error)}`);
    return false;
  }
}

test('a folder that can only be read is refused', async (context) => {
  const folder = copyOf(template);
  if (!makeReadOnly(context, folder)) return;
  const { status, errors } = await runTepal(['user', 'list', '--data', folder]);
  assert.equal(status, 1);
  assert.match(errors, /^tepal: [^\n]*(?:the disk is read-only|may not read or write)[^\n]*tepal\.sqlite'\)\n$/);
});

/** Overwrites the first page of a table, which a start does not read. */
function spoilTable(file: string, table: string): void {
  const db = new DatabaseSync(file);
  const root = db.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.['rootpage'];
  const size = db.prepare('pragma page_size').get()?.['page_size'];
  db.close();
  spoil(file, (Number(root) - 1) * Number(size), Buffer.alloc(Number(size), 0xa5));
}

test('a damaged page refuses what needs it and nothing else', async (context) => {
  const dataDir = copyOf(template);
  spoilTable(join(dataDir, 'tepal.sqlite'), 'comments');
  const app = await openApp({ dataDir, logLevel: 'silent' });
  const server = createHttpServer(app);
  const agent = new Agent();
  context.after(async () => {
    await server.close();
    await app.close();
  });
  const line = { base: await server.listen({ port: 0, host: '127.0.0.1' }), credentials, agent };
  const history = await send(line, { method: 'GET', path: '/artifacts/1/changesets' });
  assert.equal(history.status, 503);
  assert.match(history.text, /Service Unavailable: the database is damaged; stop Tepal/);
  assert.equal(history.headers['retry-after'], undefined, 'it does not pass by itself');
  assert.doesNotMatch(history.text, /sqlite|malformed/i);
  const body = { values: [], comment: { body: 'a comment' } };
  const update = await send(line, { method: 'PUT', path: '/artifacts/1', body });
  assert.equal(update.status, 503, update.text);
  assert.equal((await send(line, { method: 'GET', path: '/projects/101' })).status, 200);
  const preference = { key: 'colour', value: 'blue' };
  const path = `/users/${credentials['x-auth-userid']}/preferences`;
  assert.equal((await send(line, { method: 'PATCH', path, body: preference })).status, 200);
});

test('a damaged page is found by "tepal verify", and is no part of a backup', async () => {
  const dataDir = copyOf(template);
  assert.equal((await runTepal(['verify', '--data', dataDir])).status, 0);
  spoilTable(join(dataDir, 'tepal.sqlite'), 'comments');
  const { status, errors } = await runTepal(['verify', '--data', dataDir]);
  assert.equal(status, 1);
  assert.match(errors, /^tepal: \d+ problems? found\n$/);
  const out = join(scratch, 'damaged-backup');
  const backup = await runTepal(['backup', out, '--data', dataDir]);
  assert.equal(backup.status, 1);
  assert.match(backup.errors, /tepal\.sqlite is damaged \(.*\); stop Tepal and make a copy of the whole data folder/s);
  assert.equal(existsSync(out), false);
  truncateSync(join(dataDir, 'tepal.sqlite'), 5000);
  assert.equal((await runTepal(['verify', '--data', dataDir])).status, 1);
});

const countChangesets = (dataDir: string): Promise<number> =>
  withDatabase(dataDir, async ({ read }) => (await read.selectFrom('changesets').select('id').execute()).length);

const seed = Number(process.env['FAULTS_SEED'] ?? drawSeed());

test(`a broken end of the log costs what was in it and nothing else (FAULTS_SEED=${seed})`, async (context) => {
  const dataDir = copyOf(template);
  const trial = await startTrial(dataDir, credentials);
  context.after(() => trial.dispose());
  await trial.write(untilAnswered(30, [200, 201]));
  trial.server.send('SIGKILL');
  await trial.server.ended;
  const left = join(scratch, 'left');
  cpSync(dataDir, left, { recursive: true });
  const size = statSync(join(left, 'tepal.sqlite-wal')).size;
  const whole = await countChangesets(copyOf(left));
  const random = createRandom(seed);
  const counts: number[] = [];
  for (const at of [0, 1, size - 1, ...Array.from({ length: 6 }, () => random.below(size))]) {
    for (const isCut of [true, false]) {
      const folder = copyOf(left);
      const log = join(folder, 'tepal.sqlite-wal');
      if (isCut) truncateSync(log, at);
      else spoil(log, at, randomBytes(Math.min(size - at, 5000)));
      await checkFolder(folder);
      counts.push(await countChangesets(folder));
    }
  }
  assert.equal(Math.max(...counts, whole), whole);
  assert.ok(Math.min(...counts) < whole, 'what was cut off is gone');
});

test('a server asked to stop under load answers what it took and loses nothing', async (context) => {
  const dataDir = copyOf(template);
  const trial = await startTrial(dataDir, credentials);
  context.after(() => trial.dispose());
  let answers = 0;
  await trial.write(() => {
    answers += 1;
    if (answers === 25) trial.server.send('SIGTERM');
    return false;
  });
  const { status, errors } = await trial.server.ended;
  assert.equal(status, 0, errors);
  assert.equal(trial.ledger.refused, 0);
  await checkFolder(dataDir);
  const next = await startTrial(dataDir, credentials, {}, trial);
  context.after(() => next.dispose());
  await next.check();
  const unanswered = trial.ledger.writes.filter((write) => write.outcome === 'seen');
  assert.deepEqual(unanswered, [], 'what was written was answered');
});
