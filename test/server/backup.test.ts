// Backups of a site that is written to, what is restored from them, and what is found out about a damaged site.
// Engine: both. On PostgreSQL the database itself is not in a backup.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { databaseFile, openApp, usesServer } from '../../src/app.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { artifactRecords } from '../../src/features/artifacts/index.ts';
import { writeBackup } from '../../src/features/backup/index.ts';
import { migrations } from '../../src/migrations/index.ts';
import { copySqliteFile } from '../../src/platform/database/sqlite/sqlite-file.ts';
import { writeSetting } from '../../src/settings/index.ts';
import { dump, query, writeHostileArchive } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-backup-'));
const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let test: TestApp;
let isOnServer = false;
before(async () => {
  const archive = await writeHostileArchive(scratch);
  test = await startApp({ archives: [sampleFolder('scrum'), archive] });
  isOnServer = usesServer(test.app.dataDir);
  await expectRow(test, { method: 'PUT', path: '/api/logo', as: 'root', body: { content: logo }, status: 200 });
});
after(async () => {
  await test.close();
  rmSync(scratch, { recursive: true });
});

interface Outcome {
  status: number;
  output: string;
  errors: string;
}

async function tepal(...args: string[]): Promise<Outcome> {
  const written = { output: '', errors: '' };
  const sink = (stream: 'output' | 'errors'): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        written[stream] += String(chunk);
        done();
      },
    });
  const io = {
    input: Readable.from([]),
    output: sink('output'),
    errors: sink('errors'),
    waitForStop: () => new Promise<void>(() => {}),
  };
  return { status: await runCommandLine(args, io), ...written };
}

async function succeed(...args: string[]): Promise<string> {
  const { status, output, errors } = await tepal(...args);
  assert.equal(status, 0, errors);
  return output;
}

async function fail(message: RegExp, ...args: string[]): Promise<void> {
  const { status, errors } = await tepal(...args);
  assert.equal(status, 1, errors);
  assert.match(errors, message);
  assert.match(errors, /^(?:tepal: warning: [^\n]*\n)*tepal: [^\n]*\n$/, 'one line');
}

let names = 0;
/** A path at which nothing is. */
const fresh = (): string => join(scratch, `new-${(names += 1)}`);

/** Names in a folder, but for those that SQLite keeps beside an open file. */
const list = (folder: string): string[] => readdirSync(folder).sort();

const copyOf = (folder: string): string => {
  const copy = fresh();
  cpSync(folder, copy, { recursive: true });
  return copy;
};

const dataDir = (): string => test.app.dataDir;

/** The one that a backup comes to last. */
async function lastFile(): Promise<{ path: string; name: string }> {
  const [row] = await query(
    test,
    'select path, name from artifact_files where size_bytes > 0 order by id desc limit 1',
  );
  return { path: String(row?.['path']), name: String(row?.['name']) };
}

async function backUp(): Promise<string> {
  const out = fresh();
  await succeed('backup', out, '--data', dataDir());
  return out;
}

describe('tepal backup', () => {
  it('holds everything, and is restored as it was', async () => {
    const out = await backUp();
    assert.deepEqual(list(out), [
      'SHA256SUMS',
      'conf',
      'files',
      'manifest.json',
      ...(isOnServer ? [] : ['tepal.sqlite']),
    ]);
    assert.deepEqual(list(join(out, 'files')), list(join(dataDir(), 'files')));
    assert.equal(list(join(out, 'files')).length, 4, 'three attachments and the logo');
    assert.equal(statSync(out).mode & 0o777, 0o700);
    if (!isOnServer) assert.equal(statSync(join(out, 'tepal.sqlite')).mode & 0o777, 0o600);
    const manifest: unknown = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    const accounts = await test.app.features.people.list();
    assert.equal(at(manifest, 'counts.users'), accounts.length, 'the server’s own accounts are nobody’s');
    const target = fresh();
    await succeed('restore', out, '--data', target);
    for (const name of list(join(out, 'files')))
      assert.deepEqual(readFileSync(join(target, 'files', name)), readFileSync(join(dataDir(), 'files', name)));
    assert.deepEqual(readFileSync(join(target, 'conf/local.inc')), readFileSync(join(dataDir(), 'conf/local.inc')));
    assert.equal(await succeed('verify', '--data', target), 'no problems found\n');
    if (isOnServer) return;
    const app = await openApp({ dataDir: target, logLevel: 'silent' });
    const restored = await dump({ ...test, app });
    await app.close();
    assert.deepEqual(restored, await dump(test));
  });

  it('leaves out what PostgreSQL holds, and says so', async (context) => {
    if (!isOnServer) return context.skip('the site is in a file');
    const out = fresh();
    const { status, errors } = await tepal('backup', out, '--data', dataDir());
    assert.equal(status, 0);
    assert.match(errors, /the database is on PostgreSQL and is not part of the backup; run pg_dump before each backup/);
    const { errors: told } = await tepal('restore', out, '--data', fresh());
    assert.match(told, /load its dump with pg_restore/);
  });

  it('never overwrites, and leaves nothing behind where it fails', async () => {
    const out = await backUp();
    const before = list(scratch);
    await fail(/already exists; a backup does not overwrite files/, 'backup', out, '--data', dataDir());
    await fail(/there is no folder .*nowhere/, 'backup', join(scratch, 'nowhere/out'), '--data', dataDir());
    assert.deepEqual(list(scratch), before);
  });

  it('holds settings and attachments that lie elsewhere; they are restored inside', async () => {
    const source = fresh();
    const elsewhere = fresh();
    mkdirSync(join(source, 'conf'), { recursive: true });
    cpSync(join(dataDir(), 'files'), elsewhere, { recursive: true });
    const conf = readFileSync(join(dataDir(), 'conf/local.inc'), 'utf8');
    writeFileSync(join(source, 'conf/local.inc'), `${conf}\n$attachments_folder = '${elsewhere}';\n`);
    writeFileSync(join(source, 'conf/ldap.inc'), '<?php // kept word for word\n');
    writeFileSync(join(source, 'conf/left.tmp'), '');
    writeFileSync(join(source, 'settings-carried.json'), '{}');
    if (!isOnServer) await copySqliteFile(join(dataDir(), 'tepal.sqlite'), join(source, 'tepal.sqlite'), () => {});
    const [out, target] = [fresh(), fresh()];
    await succeed('backup', out, '--data', source);
    await succeed('restore', out, '--data', target);
    assert.deepEqual(list(join(target, 'files')), list(elsewhere));
    assert.equal(readFileSync(join(target, 'conf/ldap.inc'), 'utf8'), '<?php // kept word for word\n');
    assert.deepEqual(list(join(target, 'conf')), ['ldap.inc', 'local.inc']);
    assert.ok(existsSync(join(target, 'settings-carried.json')));
    assert.equal(await succeed('config', 'get', 'attachments_folder', '--data', target), '\n');
  });

  it('leaves attachments in their bucket, and says so', async () => {
    const source = fresh();
    cpSync(join(dataDir(), 'conf'), join(source, 'conf'), { recursive: true });
    await writeSetting(source, 'attachments_s3_url', 'http://127.0.0.1:1/tepal');
    await writeSetting(source, 'attachments_s3_access_key', 'a');
    await writeSetting(source, 'attachments_s3_secret_key', 'b');
    if (!isOnServer) await copySqliteFile(databaseFile(dataDir()), databaseFile(source), () => {});
    const [out, target] = [fresh(), fresh()];
    const { status, errors } = await tepal('backup', out, '--data', source);
    assert.equal(status, 0, errors);
    assert.match(errors, /attachments are stored in a bucket and are not part of the backup/);
    assert.deepEqual(list(join(out, 'files')), []);
    assert.match((await tepal('restore', out, '--data', target)).errors, /they are expected in their bucket/);
    assert.deepEqual(list(join(target, 'files')), []);
  });

  it('tells what the site itself has lost', async () => {
    const { path, name } = await lastFile();
    const file = join(dataDir(), 'files', path);
    const bytes = readFileSync(file);
    rmSync(file);
    const { status, errors } = await tepal('backup', fresh(), '--data', dataDir());
    writeFileSync(file, bytes);
    assert.equal(status, 0, errors);
    assert.match(errors, new RegExp(`the file \\d+, "${name}": ${path} is missing on the site itself`));
  });

  it('goes back to a younger moment where a file vanishes meanwhile', async (context) => {
    if (isOnServer) return context.skip('nobody can change PostgreSQL in the middle of a callback');
    const { path } = await lastFile();
    const files = join(dataDir(), 'files');
    const successor = 'f'.repeat(32);
    const replace = (from: string, to: string): void => {
      renameSync(join(files, from), join(files, to));
      const db = new DatabaseSync(databaseFile(dataDir()));
      db.prepare('update artifact_files set path = ? where path = ?').run(to, from);
      db.close();
    };
    const { app } = test;
    const site = {
      ...app,
      file: databaseFile(dataDir()),
      attachments: files,
      parts: app.features.parts.backup,
      migrations,
    };
    const out = fresh();
    let hasVanished = false;
    const report = await writeBackup(site, out, (step) => {
      if (step === 'attachments' && !hasVanished) {
        hasVanished = true;
        replace(path, successor);
      }
    });
    replace(successor, path);
    assert.ok(hasVanished);
    assert.deepEqual(report.missing, []);
    assert.ok(existsSync(join(out, 'files', successor)));
    assert.equal(list(join(out, 'files')).length, 4);
    const target = fresh();
    await succeed('restore', out, '--data', target);
    assert.equal(await succeed('verify', '--data', target), 'no problems found\n');
  });
});

describe('tepal restore', () => {
  it('refuses what is no backup, damaged or newer, and makes nothing', async () => {
    const out = await backUp();
    const { path: attachment } = await lastFile();
    const Manifest = Type.Record(Type.String(), Type.Unknown());
    const edit = (folder: string, change: Record<string, unknown>): void => {
      const file = join(folder, 'manifest.json');
      const manifest = Value.Parse(Manifest, JSON.parse(readFileSync(file, 'utf8')));
      writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
    };
    const flip = (file: string): void => {
      const bytes = readFileSync(file);
      const middle = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      // The file may be a link to the site's own.
      rmSync(file);
      writeFileSync(file, bytes);
    };
    const damages: [RegExp, (folder: string) => void][] = [
      [/there is no backup at .*: it has no manifest/, (folder) => rmSync(join(folder, 'manifest.json'))],
      [/manifest\.json is not valid JSON/, (folder) => writeFileSync(join(folder, 'manifest.json'), '{')],
      [/manifest\.json was not written by Tepal/, (folder) => writeFileSync(join(folder, 'manifest.json'), '{}')],
      [/is newer than this program/, (folder) => edit(folder, { tepal_backup: 2, unheard: true })],
      [/is newer than this program/, (folder) => edit(folder, { schema: migrations.length + 1 })],
      [/does not have the expected format/, (folder) => edit(folder, { counts: 3 })],
      [/it has no SHA256SUMS/, (folder) => rmSync(join(folder, 'SHA256SUMS'))],
      [/SHA256SUMS is not the one/, (folder) => flip(join(folder, 'SHA256SUMS'))],
      [
        /it lists 6 files instead of 4|it lists 5 files instead of 3/,
        (folder) => edit(folder, { files: isOnServer ? 3 : 4 }),
      ],
      [new RegExp(`${attachment} does not match its checksum`), (folder) => flip(join(folder, 'files', attachment))],
      [/conf\/local\.inc does not match its checksum/, (folder) => flip(join(folder, 'conf/local.inc'))],
      [new RegExp(`${attachment} is missing`), (folder) => rmSync(join(folder, 'files', attachment))],
    ];
    if (!isOnServer)
      damages.push([/tepal\.sqlite does not match its checksum/, (folder) => flip(join(folder, 'tepal.sqlite'))]);
    for (const [message, damage] of damages) {
      const folder = copyOf(out);
      damage(folder);
      const parent = fresh();
      await fail(message, 'restore', folder, '--data', join(parent, 'data'));
      assert.deepEqual(existsSync(parent) ? list(parent) : [], [], String(message));
    }
  });

  it('takes an empty folder, and none that holds something', async () => {
    const out = await backUp();
    const target = fresh();
    mkdirSync(target);
    writeFileSync(join(target, 'mine'), 'x');
    await fail(/is not empty; restore the backup into a new or empty folder/, 'restore', out, '--data', target);
    assert.deepEqual(list(target), ['mine']);
    rmSync(join(target, 'mine'));
    await succeed('restore', out, '--data', target);
    await fail(/is not empty/, 'restore', out, '--data', target);
  });
});

const Findings = Type.Array(Type.Object({ check: Type.String(), finding: Type.String(), is_note: Type.Boolean() }));

describe('tepal verify', () => {
  const find = async (): Promise<string[]> => {
    const { output, status } = await tepal('verify', '--json', '--data', dataDir());
    const findings = Value.Parse(Findings, JSON.parse(output));
    assert.equal(status, findings.every((one) => one.is_note) ? 0 : 1);
    return findings.map(({ check, finding, is_note: isNote }) => `${isNote ? 'note: ' : ''}${check}: ${finding}`);
  };

  it('finds missing, short and orphaned files, and passes over young ones and those that a job removes', async () => {
    const files = join(dataDir(), 'files');
    const { path: short } = await lastFile();
    const missing = list(files).find((name) => name !== short) ?? '';
    const kept = [missing, short].map((name) => [join(files, name), readFileSync(join(files, name))] as const);
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    const [orphan, young, leaving] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    for (const name of [orphan, young, leaving]) writeFileSync(join(files, String(name)), 'x');
    for (const name of [orphan, leaving]) utimesSync(join(files, String(name)), old, old);
    const job = {
      kind: 'remove-blobs',
      payload_json: JSON.stringify({ names: [leaving] }),
      status: 'waiting',
    } as const;
    const times = { attempts: 0, created_at_ms: Date.now(), due_at_ms: Date.now() + 600_000 };
    await test.app.database.transact((tx) =>
      tx
        .insertInto('jobs')
        .values({ ...job, ...times })
        .execute(),
    );
    rmSync(join(files, missing));
    writeFileSync(join(files, short), '');
    const findings = await find();
    assert.equal(findings.length, 3, findings.join('\n'));
    assert.ok(findings.some((line) => new RegExp(`^attachments: .*${missing} is missing; restore it`).test(line)));
    assert.ok(findings.some((line) => new RegExp(`^attachments: .*${short} has 0 bytes instead of \\d+`).test(line)));
    assert.ok(findings.some((line) => new RegExp(`^note: files: .*${orphan} is named by nothing`).test(line)));
    await fail(/2 problems found/, 'verify', '--data', dataDir());
    for (const [path, bytes] of kept) writeFileSync(path, bytes);
    for (const name of [orphan, young, leaving]) rmSync(join(files, String(name)));
    await test.app.database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'remove-blobs').execute());
    assert.deepEqual(await find(), []);
  });

  it('finds search keys and counts that are not those of the artifacts', async () => {
    const [key] = await query(test, 'select artifact_id from artifact_keys limit 1');
    const id = Number(key?.['artifact_id']);
    const [tracker] = await query(test, `select tracker_id from artifacts where id = ${id}`);
    const trackerId = Number(tracker?.['tracker_id']);
    const { database } = test.app;
    const counts = await database.read
      .selectFrom('artifact_counts')
      .selectAll()
      .where('tracker_id', '=', trackerId)
      .execute();
    const keys = await database.read.selectFrom('artifact_keys').selectAll().where('artifact_id', '=', id).execute();
    await database.transact(async (tx) => {
      await tx.deleteFrom('artifact_keys').where('artifact_id', '=', id).execute();
      await tx.updateTable('artifact_counts').set({ artifacts: 7777 }).where('tracker_id', '=', trackerId).execute();
    });
    assert.deepEqual(await find(), [
      `artifacts: artifact ${id}: its search keys are not those of its values`,
      `artifacts: tracker ${trackerId}: its counts are not those of its artifacts`,
    ]);
    await database.transact(async (tx) => {
      await tx.insertInto('artifact_keys').values(keys).execute();
      await tx.deleteFrom('artifact_counts').where('tracker_id', '=', trackerId).execute();
      await tx.insertInto('artifact_counts').values(counts).execute();
    });
    assert.deepEqual(await database.snapshot((db) => Array.fromAsync(artifactRecords.listInconsistencies(db))), []);
    await expectRow(test, { path: '/api/projects/101', as: 'root', status: 200 });
  });
});
