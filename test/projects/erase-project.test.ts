// Engine: both
// Projects that end: marked as deleted, and erased once their archive is safe.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createProjectRemoval } from '../../src/features/archive/index.ts';
import { dump, importInto, query, writeHostileArchive } from '../support/archive-world.ts';
import { runTepal } from '../faults/command.ts';
import { at, createTestClock, readEventLog, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

let folder = '';
let archive = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-erase-'));
  archive = await writeHostileArchive(folder);
});
after(() => rm(folder, { recursive: true }));

const nowMs = Date.parse('2026-02-28T13:05:09.250Z');

/** A server with the scrum sample as project 101 and the project `hostile`, which has attachments, as 102. */
let test: TestApp;
let backups = '';
let clock = createTestClock(nowMs);
beforeEach(async () => {
  clock = createTestClock(nowMs);
  test = await startApp({ archives: [sampleFolder('scrum'), archive], clock });
  backups = await mkdtemp(join(folder, 'backups-'));
  await test.app.features.site.changeSetting('sys_project_backup_path', backups);
});
afterEach(() => test.close());

const remove: Omit<Row, 'status'> = { method: 'DELETE', path: '/api/projects/102', as: 'root' };
const erase: Omit<Row, 'status'> = { ...remove, path: '/api/projects/102?erase=true' };
const listFiles = (): Promise<string[]> => readdir(join(test.app.dataDir, 'files'));

describe('DELETE /projects/:id', () => {
  const refused: Row[] = [
    { ...remove, as: undefined, status: 401 },
    { ...remove, as: 'ann', status: 403 },
    { ...remove, as: 'ana', path: '/api/projects/101', status: 403 },
    { ...erase, as: 'ana', path: '/api/projects/101?erase=true', status: 403, lacks: ['meadow'] },
    { ...remove, as: 'ana', path: '/api/projects/999', status: 403 },
    { ...remove, path: '/api/projects/999', status: 404 },
    { ...erase, path: '/api/projects/999?erase=true', status: 404 },
    { ...remove, path: '/api/projects/100', status: 403 },
    { ...erase, path: '/api/projects/1?erase=true', status: 403 },
    { ...remove, path: '/api/projects/x', status: 400 },
    { ...remove, path: '/api/projects/102?erase=perhaps', status: 400, contains: ['erase'] },
    { ...erase, status: 409, contains: ['hostile', 'active'] },
    { ...erase, status: 409, headers: { accept: 'application/xml' }, contains: ['<error>', 'hostile'] },
  ].map(({ as, ...row }) => (as === undefined ? row : { ...row, as }));

  it('changes nothing when it refuses', async () => {
    const everything = await dump(test);
    for (const row of refused) await expectRow(test, row);
    assert.deepEqual(await dump(test), everything);
    assert.deepEqual(await readdir(backups), []);
  });

  for (const accept of ['application/json', 'application/xml'])
    it(`marks as deleted, once and again, with an empty answer as ${accept}`, async () => {
      for (let times = 0; times < 2; times += 1)
        assert.equal((await expectRow(test, { ...remove, headers: { accept }, status: 200 })).text, '');
      const shown = await expectRow(test, { path: '/api/projects/102', as: 'root', status: 200 });
      assert.equal(at(shown.json, 'status'), 'deleted');
      await expectRow(test, { path: '/api/projects/102', as: 'ann', status: 403 });
      assert.deepEqual(await readdir(backups), []);
    });
});

describe('POST /projects/:id/restoration', () => {
  const restore: Omit<Row, 'status'> = { method: 'POST', path: '/api/projects/102/restoration', as: 'root' };

  it('brings a deleted project back as it was, for site administrators', async () => {
    await expectRow(test, { ...restore, status: 409, contains: ['not deleted'] });
    const { text } = await expectRow(test, { path: '/api/projects/102', as: 'ann', status: 200 });
    await expectRow(test, { ...remove, status: 200 });
    const { as: _, ...anonymous } = restore;
    await expectRow(test, { ...anonymous, status: 401 });
    await expectRow(test, { ...restore, as: 'ann', status: 403 });
    await expectRow(test, { ...restore, path: '/api/projects/999/restoration', status: 404 });
    await expectRow(test, { ...restore, path: '/api/projects/100/restoration', status: 403 });
    await expectRow(test, { path: '/api/projects/102', as: 'ann', status: 403 });
    assert.equal((await expectRow(test, { ...restore, status: 200 })).text, '');
    assert.equal((await expectRow(test, { path: '/api/projects/102', as: 'ann', status: 200 })).text, text);
    await expectRow(test, {
      path: '/api/audit_events?project_id=102&kind=project-restored',
      as: 'root',
      status: 200,
      contains: ['"name":"root"'],
    });
  });
});

describe('erasing a deleted project', () => {
  it('leaves an archive that can be imported, and nothing else', async (context) => {
    const elsewhere = await startApp({ archives: [sampleFolder('scrum')] });
    context.after(() => elsewhere.close());
    assert.equal((await listFiles()).length, 3);
    await test.app.features.trackers.setDeleted('hostile', 'thing', true);
    await expectRow(test, { ...remove, status: 200 });
    assert.equal((await expectRow(test, { ...erase, status: 200 })).text, '');
    await expectRow(test, { path: '/api/projects/102', as: 'root', status: 404 });
    await expectRow(test, { ...erase, status: 404 });
    assert.deepEqual(await readdir(backups), ['hostile-20260228T130509Z.zip']);
    assert.deepEqual(await listFiles(), []);
    await expectRow(test, {
      path: '/api/audit_events?project_id=102',
      as: 'root',
      status: 200,
      contains: ['"kind":"project-deleted"', '"kind":"project-erased"', '"shortname":"hostile"', '"name":"root"'],
    });
    const logged = (await readEventLog(test.app)).filter(({ projectId }) => projectId === 102);
    assert.deepEqual(
      logged.map(({ kind }) => kind),
      ['project-erased'],
    );
    const rest = await dump(test);
    const other = await dump(elsewhere);
    const withoutTimes = (rows: string[] | undefined) => rows?.map((row) => row.replace(/"created_at_ms",\d+/, ''));
    const jobs = await query(test, 'select kind from jobs');
    assert.deepEqual(jobs, [{ kind: 'remove-blobs' }], 'what a kill leaves of its files goes later');
    for (const [table, rows] of Object.entries(rest)) {
      if (table === 'jobs') continue;
      const name = `table ${table}`;
      assert.deepEqual(withoutTimes(rows), withoutTimes(other[table]), name);
    }
    assert.deepEqual(await query(test, 'select * from archive_references where project_id = 102'), []);
    const report = await importInto(test, join(backups, 'hostile-20260228T130509Z.zip'));
    assert.deepEqual([report.artifacts, report.files, report.users], [3, 3, 0]);
    assert.deepEqual(await query(test, "select is_deleted from trackers where item_name = 'thing'"), [
      { is_deleted: 1 },
    ]);
  });

  it('is the same on the command line’s way, by name', async () => {
    const { removal, projects } = test.app.features;
    await assert.rejects(removal.eraseByName('hostile'), { kind: 'conflict', message: /active/ });
    await assert.rejects(removal.eraseByName('nobody'), { kind: 'not-found' });
    const [file] = await query(test, 'select artifact_id from artifact_files');
    await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '1');
    const path = `/api/artifacts/${Number(file?.['artifact_id'])}`;
    await expectRow(test, { method: 'DELETE', path, as: 'root', status: 200 });
    assert.equal((await listFiles()).length, 3, 'a deleted artifact keeps its attachments');
    await projects.change('hostile', { status: 'deleted' });
    const { archive: backup, leftFiles } = await removal.eraseByName('hostile');
    assert.ok(existsSync(backup));
    assert.deepEqual(leftFiles, []);
    assert.deepEqual(await listFiles(), []);
    assert.deepEqual(await query(test, 'select * from deleted_artifacts'), []);
  });

  it('takes links to it out of other projects, whose artifacts get a new version tag', async () => {
    const links = [{ id: 31, type: '' }];
    const field = (await query(test, `select id from tracker_fields where type = 'art_link' and tracker_id = 1`))[0];
    const values = [{ field_id: field?.['id'], links }];
    const path = '/api/artifacts/1';
    const put = await test.call(path, { as: 'root', method: 'PUT', body: { values } });
    assert.equal(put.status, 200, put.text);
    const before = await expectRow(test, { path, as: 'root', status: 200, contains: ['artifacts/31"'] });
    await expectRow(test, { ...remove, status: 200 });
    await expectRow(test, { ...erase, status: 200 });
    const after = await expectRow(test, { path, as: 'root', status: 200, lacks: ['artifacts/31"'] });
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  });

  it('is given up when the project comes back to life while its archive is written', async () => {
    const { database, blobs, logger, features } = test.app;
    await features.projects.change('hostile', { status: 'deleted' });
    const deleted = await dump(test);
    const site = {
      ...features.site,
      async current() {
        await features.projects.change('hostile', { status: 'active' });
        return features.site.current();
      },
    };
    const removal = createProjectRemoval({
      database,
      blobs,
      logger,
      site,
      clock: createTestClock(nowMs),
      parts: [],
    });
    await assert.rejects(removal.eraseByName('hostile'), { kind: 'conflict', message: /active/ });
    await features.projects.change('hostile', { status: 'deleted' });
    assert.deepEqual(await dump(test), deleted);
    assert.equal((await readdir(backups)).length, 1);
  });

  const obstacles: readonly { title: string; make: () => Promise<void>; reason: RegExp }[] = [
    {
      title: 'the backup folder is missing',
      make: () => test.app.features.site.changeSetting('sys_project_backup_path', join(folder, 'nowhere')),
      reason: /nowhere.* can't be written/,
    },
    {
      title: 'the backup folder is a file',
      async make() {
        await writeFile(join(backups, 'file'), '');
        await test.app.features.site.changeSetting('sys_project_backup_path', join(backups, 'file'));
      },
      reason: /not a directory.*file/,
    },
    {
      title: 'an attachment is missing',
      async make() {
        const [file] = await query(test, 'select path from artifact_files');
        await rm(join(test.app.dataDir, 'files', String(file?.['path'])));
      },
      reason: /the attachment .* is missing/,
    },
  ];
  for (const { title, make, reason } of obstacles)
    it(`changes nothing when ${title}, and names files of the server at its command line alone`, async () => {
      await expectRow(test, { ...remove, status: 200 });
      await make();
      const everything = await dump(test);
      const files = [await listFiles(), await readdir(backups)];
      for (const accept of ['application/json', 'application/xml']) {
        const contains = ['the project was not erased', 'sys_project_backup_path', 'server log'];
        const row: Row = { ...erase, headers: { accept }, status: 409, contains, lacks: [folder, test.app.dataDir] };
        await expectRow(test, row);
      }
      const local = test.app.features.removal.eraseByName('hostile');
      await assert.rejects(local, { kind: 'conflict', message: reason });
      assert.deepEqual(await dump(test), everything);
      assert.deepEqual([await listFiles(), await readdir(backups)], files);
    });
});

it('writes beside an archive of the same second', async () => {
  await mkdir(join(backups, 'hostile-20260228T130509Z.zip'));
  await expectRow(test, { ...remove, status: 200 });
  const { archive } = await test.app.features.removal.eraseByName('hostile');
  assert.equal(archive, join(backups, 'hostile-20260228T130509Z-2.zip'));
});

describe('the archive of an erased project', () => {
  async function eraseBy(nameOfProject: string): Promise<string> {
    const { projects, removal } = test.app.features;
    await projects.change(nameOfProject, { status: 'deleted' });
    return (await removal.eraseByName(nameOfProject)).archive;
  }
  const restore = (text: string) => runTepal(['project', 'restore', text, '--data', test.app.dataDir]);
  const refuse = async (text: string, message: RegExp): Promise<void> => {
    const { status, errors } = await restore(text);
    assert.equal(status, 1);
    assert.match(errors, message);
  };

  it('brings the project back, by name or by file', async () => {
    const artifacts = await query(test, 'select number, version, values_json from artifacts where tracker_id > 1');
    await refuse('hostile', /the project "hostile" is not deleted, but active/);
    await refuse('nobody', /no project "nobody" was erased here/);
    await test.app.features.projects.change('hostile', { status: 'deleted' });
    assert.equal((await restore('hostile')).status, 0, 'what is only marked as deleted comes back as it was');
    await expectRow(test, { path: '/api/projects/102', as: 'root', status: 200, contains: ['"active"'] });
    for (const name of ['name', 'file']) {
      const path = await eraseBy('hostile');
      const { status, errors } = await restore(name === 'name' ? 'hostile' : path);
      assert.equal(status, 0, errors);
      assert.ok(existsSync(path), 'it stays where it is');
      const shown = await expectRow(test, {
        path: '/api/projects?query={"shortname":"hostile"}',
        as: 'root',
        status: 200,
      });
      assert.match(shown.text, /"shortname":"hostile"/);
      assert.equal((await listFiles()).length, 3);
      await rm(path);
    }
    assert.equal((await query(test, 'select id from artifacts where tracker_id > 1')).length, artifacts.length);
    await eraseBy('hostile');
    await rm(backups, { recursive: true });
    await refuse('hostile', /the archive of "hostile" no longer exists: .*hostile-20260228T130509Z\.zip/);
  });

  it('is warned of where many systems clean up, and not elsewhere', async () => {
    const passing = await mkdtemp('/var/tmp/tepal-erase-');
    try {
      for (const [place, isWarned] of [
        [passing, true],
        [join(test.app.dataDir, 'erased'), false],
      ] as const) {
        await mkdir(place, { recursive: true });
        await test.app.features.site.changeSetting('sys_project_backup_path', place);
        await test.app.features.projects.change('hostile', { status: 'deleted' });
        // A folder of tests may be one of those that are cleaned up itself.
        const isExpected = isWarned || place.startsWith('/tmp/');
        const { status, errors } = await runTepal(['project', 'erase', 'hostile', '--data', test.app.dataDir]);
        assert.equal(status, 0, errors);
        assert.equal(errors.includes(`many systems clean up ${place}; move the archive`), isExpected, errors);
        assert.equal((await restore('hostile')).status, 0);
      }
    } finally {
      await rm(passing, { recursive: true });
    }
  });

  it('goes after project_archive_lifetime days, and nothing else goes', async () => {
    const { jobs, database, features } = test.app;
    const path = await eraseBy('hostile');
    const foreign = join(backups, 'other-20200101T000000Z.zip');
    await writeFile(foreign, '');
    const runNight = async (): Promise<void> => {
      jobs.start();
      const isOver = async (): Promise<boolean> => {
        const rows = await database.read.selectFrom('jobs').select(['kind', 'due_at_ms']).execute();
        return rows.some(({ kind }) => kind === 'daily-cleaning') && rows.every((row) => row.due_at_ms === null);
      };
      await until(isOver);
      await jobs.stop(0);
      await database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'daily-cleaning').execute());
    };
    const dayMs = 24 * 60 * 60 * 1000;
    for (const [lifetime, daysLater, isKept] of [
      [0, 40, true],
      [42, 1, true],
      [40, 1, false],
    ] as const) {
      await features.site.changeSetting('project_archive_lifetime', String(lifetime));
      clock.advance(daysLater * dayMs);
      await runNight();
      assert.equal(existsSync(path), isKept, `${lifetime} days`);
      assert.ok(existsSync(foreign));
    }
  });
});
