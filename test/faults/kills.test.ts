// Commands that are killed between any two of their steps: nothing half done looks done, and a second run makes it whole.
// Process: its own; it starts many others, one at a time.
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { databaseFile, openApp } from '../../src/app.ts';
import { removeLeftovers } from '../../src/features/backup/index.ts';
import { triesOf } from '../support/depth.ts';
import { query, writeHostileArchive } from '../support/archive-world.ts';
import { runGit, skipGit } from '../support/git-client.ts';
import { startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { run, runTepal, skipSubversion } from '../support/hook-programs.ts';
import { expectRow } from '../support/scenario.ts';
import { chooseSteps, runKilled } from './killed-command.ts';
import { createRandom } from './random.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const random = createRandom(seed);
const kills = triesOf(2);
const skip = skipGit || skipSubversion;

describe(`commands that are killed (FAULTS_SEED=${seed})`, { skip }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'tepal-kills-'));
  const backups = join(scratch, 'backups');
  /** A site whose project `hostile` has attachments and repositories; and the same where it is erased. */
  const site = join(scratch, 'site');
  const erased = join(scratch, 'erased');
  let refs = '';
  let names = 0;

  const fresh = (): string => join(scratch, `new-${(names += 1)}`);
  const copyOf = (folder: string): string => {
    const copy = fresh();
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  /** Another archive of this second would have the same name. */
  const emptyBackups = (): void => {
    for (const name of readdirSync(backups)) rmSync(join(backups, name), { recursive: true });
  };
  const tepal = async (...args: string[]): Promise<string> => {
    const { status, output, errors } = await runTepal(args);
    assert.equal(status, 0, `${args.join(' ')}: ${output}${errors}`);
    return output;
  };
  const succeed = async (program: string, ...args: string[]): Promise<string> => {
    const { status, output, errors } = await run(program, args);
    assert.equal(status, 0, errors);
    return output;
  };
  const find = async (folder: string): Promise<string[]> => {
    const { output } = await runTepal(['verify', '--data', folder]);
    return output.split('\n').filter((line) => line !== '' && line !== 'no problems found');
  };
  const listProjects = async (folder: string): Promise<string> => tepal('project', 'list', '--data', folder);
  /** Refs of the Git repository and log of the other one, wherever they lie by now. */
  const describeRepositories = async (folder: string): Promise<string> => {
    const found: string[] = [];
    for (const name of readdirSync(join(folder, 'git')).filter((one) => one.endsWith('.git')))
      found.push(await runGit(join(folder, 'git', name), 'for-each-ref'));
    for (const name of readdirSync(join(folder, 'svn'), { withFileTypes: true }))
      if (name.isDirectory()) found.push(await succeed('svn', 'log', '-v', `file://${folder}/svn/${name.name}`));
    return found.join('\n');
  };

  /** Kills a command at steps of all of its run, each on a site of its own; `judge` gets what is there then. */
  async function killEach(
    prepare: () => string,
    argsOf: (folder: string) => string[],
    judge: (folder: string, status: number | undefined) => Promise<void>,
  ): Promise<void> {
    const whole = prepare();
    const { status, steps, said } = await runKilled(argsOf(whole), 0);
    assert.equal(status, 0, said);
    assert.ok(steps > 10, `${steps} steps`);
    await judge(whole, status);
    for (const step of chooseSteps(steps, kills, random.below)) {
      const folder = prepare();
      const killed = await runKilled(argsOf(folder), step);
      try {
        assert.ok(killed.status === undefined || killed.status === 0, killed.said);
        await judge(folder, killed.status);
      } catch (error) {
        throw new Error(`killed before step ${step} of ${steps}`, { cause: error });
      }
    }
  }

  before(async () => {
    mkdirSync(backups);
    const test: TestApp = await startApp({ archives: [await writeHostileArchive(scratch)] });
    const { app } = test;
    await app.features.site.changeSetting('sys_project_backup_path', backups);
    for (const kind of ['git', 'svn']) {
      const body = { project_id: 101, name: 'web', ...(kind === 'svn' ? { settings: svnSettings } : {}) };
      await expectRow(test, { path: `/api/${kind}`, method: 'POST', as: 'root', body, status: 201 });
    }
    const [row] = await query(test, 'select folder from git_repositories');
    const bare = join(app.dataDir, 'git', String(row?.['folder']));
    const clone = join(scratch, 'clone');
    await runGit(scratch, 'init', '--quiet', clone);
    writeFileSync(join(clone, 'file'), 'content');
    await runGit(clone, 'add', '.');
    await runGit(clone, 'commit', '--quiet', '-m', 'Begin');
    await runGit(clone, 'push', '--quiet', bare, 'HEAD:main', 'HEAD:other');
    await tepal('git', 'record', '--data', app.dataDir);
    await app.features.fullText.prepare();
    await app.features.fullText.rebuild({ isPolite: false });
    await app.features.projects.change('hostile', { status: 'deleted' });
    const { dataDir } = app;
    await app.database.transact(async () => {});
    await tepal('backup', join(scratch, 'backup'), '--data', dataDir);
    await tepal('restore', join(scratch, 'backup'), '--data', site);
    await test.close();
    refs = await describeRepositories(site);
    cpSync(site, erased, { recursive: true });
    await tepal('project', 'erase', 'hostile', '--data', erased);
    for (const kind of ['git', 'svn'])
      for (const name of readdirSync(join(erased, kind)))
        if (name !== 'hooks' && name !== 'run-hook') rmSync(join(erased, kind, name), { recursive: true });
    const database = new DatabaseSync(databaseFile(erased));
    database.exec('delete from jobs');
    database.close();
    assert.deepEqual(await find(site), []);
    assert.deepEqual(await find(erased), []);
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  const isPartial = (name: string): boolean => name.endsWith('.partial');

  it('leave no backup but a whole one', () =>
    killEach(
      () => {
        const place = fresh();
        mkdirSync(place);
        return place;
      },
      (place) => ['backup', join(place, 'out'), '--data', site],
      async (place) => {
        const out = join(place, 'out');
        for (const name of readdirSync(place).filter(isPartial)) {
          const refused = await runTepal(['restore', join(place, name), '--data', fresh()]);
          // One that lacks its name alone is whole.
          if (refused.status !== 0) assert.match(refused.errors, /there is no backup at|is damaged/);
        }
        if (!existsSync(out)) await tepal('backup', out, '--data', site);
        const target = fresh();
        await tepal('restore', out, '--data', target);
        assert.deepEqual(await find(target), []);
        assert.equal((await describeRepositories(target)).length > 0, true);
        assert.deepEqual(await find(site), []);
        rmSync(target, { recursive: true });
      },
    ));

  it('leave no restored site but a whole one', () =>
    killEach(
      fresh,
      (target) => ['restore', join(scratch, 'backup'), '--data', target],
      async (target) => {
        if (!existsSync(target)) await tepal('restore', join(scratch, 'backup'), '--data', target);
        assert.deepEqual(await find(target), []);
        assert.match(await listProjects(target), /hostile .*deleted/);
      },
    ));

  it('leave a project that is there or erased, with an archive that brings all of it back', () =>
    killEach(
      () => {
        emptyBackups();
        return copyOf(site);
      },
      (folder) => ['project', 'erase', 'hostile', '--data', folder],
      async (folder) => {
        assert.deepEqual(await find(folder), []);
        if (/hostile/.test(await listProjects(folder))) {
          assert.equal(await describeRepositories(folder), refs);
          emptyBackups();
          await tepal('project', 'erase', 'hostile', '--data', folder);
          assert.deepEqual(await find(folder), []);
        }
        for (const kind of ['git', 'svn'])
          for (const entry of readdirSync(join(folder, kind), { withFileTypes: true }))
            if (entry.isDirectory() && entry.name !== 'hooks')
              rmSync(join(folder, kind, entry.name), { recursive: true });
        await tepal('project', 'restore', 'hostile', '--data', folder);
        assert.deepEqual(await find(folder), []);
        assert.equal(await describeRepositories(folder), refs);
        for (const name of readdirSync(backups).filter(isPartial)) rmSync(join(backups, name));
      },
    ));

  it('leave a restored project that is there or not, and name what nobody needs', async () => {
    emptyBackups();
    await tepal('project', 'erase', 'hostile', '--data', copyOf(site));
    const [archive = ''] = readdirSync(backups).filter((name) => name.endsWith('.zip'));
    await killEach(
      () => copyOf(erased),
      (folder) => ['project', 'restore', join(backups, archive), '--data', folder],
      async (folder) => {
        const isForgotten = (line: string): boolean =>
          /^note: (?:git|svn): .* was left by a process that is gone; the server removes it$/.test(line);
        const findings = await find(folder);
        assert.ok(findings.every(isForgotten), findings.join('\n'));
        const app = await openApp({ dataDir: folder, logLevel: 'silent' });
        try {
          await removeLeftovers(app.database, app.features.parts.backup, []);
        } finally {
          await app.close();
        }
        for (const kind of ['git', 'svn'])
          assert.deepEqual(
            readdirSync(join(folder, kind)).filter((name) => name.endsWith('.unfinished')),
            [],
          );
        if (!/hostile/.test(await listProjects(folder)))
          await tepal('project', 'restore', join(backups, archive), '--data', folder);
        assert.deepEqual(await find(folder), []);
        assert.equal(await describeRepositories(folder), refs);
      },
    );
  });
});

const svnSettings = {
  layout: ['/trunk'],
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  email_notifications: [],
};
