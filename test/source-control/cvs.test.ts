// Tier: all, because it starts many programs of source control.
// Commits of CVS, told of by the real program.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openStandIn, run, runTepal, skipCvs } from '../support/hook-programs.ts';
import type { Ran, StandIn } from '../support/hook-programs.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

describe('CVS', { skip: skipCvs }, () => {
  let test: TestApp;
  let world: World;
  let standIn: StandIn;
  let root: string;
  let work: string;
  let artifact: number;
  let sam: number;

  before(async () => {
    test = await startApp();
    sam = await test.addUser('sam');
    world = await buildProject(test, {
      name: 'meadow',
      members: [sam],
      trackers: () => [
        {
          name: 'story',
          permissions: { full: [everybody] },
          fields: [{ name: 'cross', type: 'cross', read: [everybody] }],
        },
      ],
    });
    const changes = [{ by: sam, atMs: 1000 }];
    [artifact = 0] = await buildArtifacts(test, [{ trackerId: world.tracker('story'), changes }]);
    const { dataDir } = test.app;
    standIn = await openStandIn(dataDir);
    root = join(dataDir, 'root');
    work = join(dataDir, 'work');
    await mkdir(join(dataDir, 'new', 'sub dir'), { recursive: true });
    await writeFile(join(dataDir, 'new', 'a'), '');
    await writeFile(join(dataDir, 'new', 'sub dir', '-b c'), '');
    await cvs(dataDir, 'init');
    await cvs(dataDir, 'checkout', '-d', 'admin', 'CVSROOT');
    const line = `ALL ${standIn.path} cvs-hook loginfo --data ${dataDir} --project meadow -- %I sam %p %{sVv}\n`;
    await appendFile(join(dataDir, 'admin', 'loginfo'), line);
    await cvs(join(dataDir, 'admin'), 'commit', '-m', 'Tell Tepal', 'loginfo');
  });
  after(async () => {
    await standIn.close();
    await test.close();
  });

  const cvs = (cwd: string, ...args: string[]): Promise<Ran> => run('cvs', ['-Q', '-d', root, ...args], cwd);
  const list = () =>
    test.app.database.read
      .selectFrom('commits')
      .select(['repository', 'message', 'author_name', 'pushed_by', 'files_json'])
      .orderBy('id')
      .execute();
  const last = async () => (await list()).at(-1);
  const commit = async (message: string | Buffer): Promise<string> => {
    const file = join(test.app.dataDir, 'message');
    await writeFile(file, message);
    await appendFile(join(work, 'a'), 'x\n');
    const { errors } = await cvs(work, 'commit', '-F', file);
    return errors;
  };

  it('records an import, and a commit of several folders as one', async () => {
    const { dataDir } = test.app;
    await cvs(join(dataDir, 'new'), 'import', '-m', 'All of it', 'web', 'VENDOR', 'START');
    assert.deepEqual(await last(), {
      repository: 'meadow',
      message: 'All of it',
      author_name: 'sam',
      pushed_by: sam,
      files_json: '[]',
    });
    await cvs(dataDir, 'checkout', '-d', 'work', 'web');
    const before = (await list()).length;
    await appendFile(join(work, 'sub dir', '-b c'), 'x\n');
    assert.equal(await commit(`Mow (art #${artifact})\n\nstory #${artifact}, all of it`), '');
    assert.equal((await list()).length, before + 1);
    const made = await last();
    assert.equal(made?.message, `Mow (art #${artifact})\n\nstory #${artifact}, all of it`);
    assert.deepEqual(JSON.parse(made?.files_json ?? ''), ['web/a:1.2', 'web/sub dir/-b c:1.2']);
    const { json } = await expectRow(test, { path: `/api/artifacts/${artifact}`, status: 200 });
    const [entry, ...others] = listAt(valueOf(json, world.field('story', 'cross')), 'value');
    assert.match(String(at(entry, 'ref')), /^cvs #meadow\/\w{10,}$/);
    assert.deepEqual(others, []);
  });

  it('takes messages for what the setting says, with all of their bytes', async () => {
    const { site } = test.app.features;
    const odd = Buffer.from(`caf\xe9 \x80 \x81\x8d\x8f\x90\x9d art #${artifact}`, 'latin1');
    await commit(odd);
    assert.equal((await last())?.message, String.raw`caf\xE9 \x80 \x81\x8D\x8F\x90\x9D art #${artifact}`);
    await commit('Grüße – 日本');
    assert.equal((await last())?.message, 'Grüße – 日本');
    await site.changeSetting('sys_cvs_convert_cp1252_to_utf8', '1');
    await commit(odd);
    assert.equal((await last())?.message, `café € \u0081\u008d\u008f\u0090\u009d art #${artifact}`);
    await site.changeSetting('sys_cvs_convert_cp1252_to_utf8', '0');
    await commit(`${'art #1 '.repeat(5000)}${'x'.repeat(200_000)}`);
    assert.equal((await last())?.message.length, 100_000);
  });

  it('keeps what can’t be recorded, and records it later', async () => {
    const { dataDir } = test.app;
    const loginfo = (id: string, project: string): Promise<Ran> =>
      runTepal(
        ['cvs-hook', 'loginfo', '--data', dataDir, '--project', project, '--', id, 'nobody', 'web', 'a', '1', '2'],
        'Log Message:\nlate\n',
      );
    const before = (await list()).length;
    const [file, away] = [join(dataDir, 'conf', 'local.inc'), join(dataDir, 'away')];
    await rename(file, away);
    await writeFile(file, '<?php $database_url = 5;');
    assert.equal((await loginfo('one', 'meadow')).status, 1, 'the database can’t be opened');
    await rename(away, file);
    const unknown = await loginfo('two', 'harbour');
    assert.match(unknown.errors, /no project harbour; the calls of CVS are stored in/);
    assert.equal((await list()).length, before + 1, 'the first is recorded with the second');
    assert.deepEqual([(await last())?.author_name, (await last())?.pushed_by], ['nobody', 0]);
    await buildProject(test, { name: 'harbour' });
    const late = await runTepal(['cvs-hook', 'catch-up', '--data', dataDir]);
    assert.deepEqual(late, { status: 0, output: '1 call of CVS recorded\n', errors: '' });
    assert.deepEqual(await readdir(join(dataDir, 'cvs')), []);
    assert.match((await loginfo('a/b', 'meadow')).errors, /COMMIT/);
  });
});
