// Tier: all, because it starts and ends many servers.
// Backups beside a server that writes, and backups and restores that are killed in the middle.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { runTepal } from './command.ts';
import { prepareServer } from './server-process.ts';
import { makeSite } from './site.ts';
import { checkFolder, startTrial, untilAnswered } from './trial.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-backup-faults-'));
const template = join(scratch, 'template');
let credentials: Record<string, string> = {};
before(async () => {
  credentials = await makeSite(template);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

async function succeed(...args: string[]): Promise<void> {
  const { status, errors } = await runTepal(args);
  assert.equal(status, 0, errors);
}

const backupsUnderLoad = 4;
const largeBytes = 100 * 1024 * 1024;

test('each backup of a site under load fits together, and one of a site at rest has everything', async (context) => {
  const dataDir = join(scratch, 'busy');
  cpSync(template, dataDir, { recursive: true });
  const trial = await startTrial(dataDir, credentials);
  context.after(() => trial.dispose());
  await trial.write(untilAnswered(50, [200, 201]));
  let isOver = false;
  const writing = trial.write(() => isOver);
  const folders: string[] = [];
  for (let count = 0; count < backupsUnderLoad; count += 1) {
    const out = join(scratch, `backup-${count}`);
    const folder = join(scratch, `restored-${count}`);
    await succeed('backup', out, '--data', dataDir);
    await succeed('restore', out, '--data', folder);
    folders.push(folder);
  }
  await succeed('verify', '--data', dataDir);
  isOver = true;
  await writing;
  for (const folder of folders) await checkFolder(folder);
  await trial.check();
  await succeed('backup', join(scratch, 'last'), '--data', dataDir);
  await trial.finish();
  const folder = join(scratch, 'restored-last');
  await succeed('restore', join(scratch, 'last'), '--data', folder);
  const next = await startTrial(folder, credentials, {}, trial);
  context.after(() => next.dispose());
  await next.check();
  await next.finish();
});

/** Runs a command and kills it once it has begun to write into `folder`; gives what is there then. */
async function killInTheMiddle(folder: string, ...args: string[]): Promise<string[]> {
  mkdirSync(folder);
  const command = prepareServer({ dataDir: folder, args });
  const opened = command.open().catch(() => undefined);
  while (readdirSync(folder).length === 0) await delay(1);
  command.send('SIGKILL');
  assert.equal((await command.ended).signal, 'SIGKILL', command.errors());
  await opened;
  return readdirSync(folder);
}

test('a backup and a restore that are killed leave nothing with a name of its own', async () => {
  const dataDir = join(scratch, 'large');
  cpSync(template, dataDir, { recursive: true });
  const ballast = join(dataDir, 'conf/ballast');
  mkdirSync(join(dataDir, 'conf'), { recursive: true });
  writeFileSync(ballast, '');
  truncateSync(ballast, largeBytes);
  const places = [join(scratch, 'killed-backup'), join(scratch, 'killed-restore')] as const;
  const out = join(places[0], 'out');
  const [partial = '', ...others] = await killInTheMiddle(places[0], 'backup', out, '--data', dataDir);
  assert.match(partial, /^\.out\.[\w-]+\.partial$/);
  assert.deepEqual(others, []);
  const refused = await runTepal(['restore', join(places[0], partial), '--data', join(scratch, 'never')]);
  assert.equal(refused.status, 1);
  assert.match(refused.errors, /there is no backup at/);
  await succeed('backup', out, '--data', dataDir);
  const target = join(places[1], 'data');
  const left = await killInTheMiddle(places[1], 'restore', out, '--data', target);
  assert.match(left.join(' '), /^\.data\.[\w-]+\.partial$/);
  await succeed('restore', out, '--data', target);
  await checkFolder(target);
  assert.equal(existsSync(join(scratch, 'never')), false);
});
