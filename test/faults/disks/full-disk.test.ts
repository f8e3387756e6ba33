// Tier: all, because it starts and ends many servers.
// A disk without room: changes are refused as a whole, reads go on, and with room again everything works without a restart.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { writeHostileArchive } from '../../support/archive-world.ts';
import { runTepal } from '../command.ts';
import type { Reply } from '../request.ts';
import { send } from '../request.ts';
import { makeSite } from '../site.ts';
import { fillUp, mountSmallDisk, noMount } from './small-disk.ts';
import { checkFolder, startTrial, untilAnswered } from '../trial.ts';
import type { Trial } from '../trial.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-full-disk-'));
const template = join(scratch, 'template');
let credentials: Record<string, string> = {};
before(async () => {
  credentials = await makeSite(template);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

const mayLift = existsSync('/usr/bin/prlimit') || process.env['TEPAL_REQUIRE_ALL'] === '1';
const noLimit = mayLift ? false : 'there is no /usr/bin/prlimit to lift a limit on file sizes';

const patient = (message: RegExp, replies: readonly Reply[]): void => {
  for (const { status, headers, text } of replies) {
    assert.equal(status, 503, text);
    assert.match(text, message);
    assert.ok(Number(headers['retry-after']) > 0);
  }
};

/** Writes until changes are refused, sees that reads go on, makes room, and writes again. */
async function fillAndFree(trial: Trial, message: RegExp, makeRoom: () => void): Promise<void> {
  const refused: Reply[] = [];
  const until = untilAnswered(12, [500, 503]);
  await trial.write((reply) => {
    if (reply.status === 503) refused.push(reply);
    return until(reply);
  });
  assert.ok(trial.ledger.acknowledged > 0, 'there was room at first');
  patient(message, refused);
  await trial.check();
  makeRoom();
  const before = trial.ledger.refused;
  await trial.write(untilAnswered(30, [200, 201, 500, 503]));
  assert.equal(trial.ledger.refused, before, 'with room again nothing is refused');
  await trial.check();
}

test('changes wait for room on a full disk', { skip: noMount }, async (context) => {
  const disk = join(scratch, 'small');
  if (!mountSmallDisk(context, disk, 16 * 1024)) return;
  const dataDir = join(disk, 'site');
  cpSync(template, dataDir, { recursive: true });
  const trial = await startTrial(dataDir, credentials);
  context.after(() => trial.dispose());
  const filler = fillUp(disk, 500);
  await fillAndFree(trial, /Service Unavailable: the disk of the database (?:is full|fails)/, () => rmSync(filler));
  fillUp(disk, 0);
  const read = await send(trial.line, { method: 'GET', path: '/projects/101' });
  assert.equal(read.status, 200);
  await trial.finish();
});

test('a limit on file sizes refuses changes until it is lifted', { skip: noLimit }, async (context) => {
  const dataDir = join(scratch, 'limited');
  cpSync(template, dataDir, { recursive: true });
  const trial = await startTrial(dataDir, credentials, { fileSizeMaxKib: 1200 });
  context.after(() => trial.dispose());
  await fillAndFree(trial, /Service Unavailable: the disk of the database fails; .* limit on file sizes/, () => {
    execFileSync('/usr/bin/prlimit', ['--pid', String(trial.server.pid), '--fsize=unlimited:unlimited']);
  });
  await trial.finish();
});

test('an import that finds no room says so and leaves nothing', { skip: noMount }, async (context) => {
  const archive = await writeHostileArchive(join(scratch, 'archive'));
  const disk = join(scratch, 'tight');
  if (!mountSmallDisk(context, disk, 4 * 1024)) return;
  const dataDir = join(disk, 'site');
  cpSync(template, dataDir, { recursive: true });
  const filler = fillUp(disk, 150);
  const order = ['import', archive, '--as', 'root', '--automap', 'no-email,create:A', '--data', dataDir];
  const noRoom = await runTepal(order);
  assert.equal(noRoom.status, 1);
  assert.match(noRoom.errors, /^tepal: the disk is full; free some space and try again \(ENOSPC: .*\)\n$/);
  rmSync(filler);
  await checkFolder(dataDir);
  fillUp(disk, 400);
  const noRows = await runTepal(order);
  assert.equal(noRows.status, 1);
  assert.match(noRows.errors, /^tepal: .*the disk of the database (?:is full|fails)[^\n]*\n$/);
  rmSync(filler);
  const done = await runTepal(order);
  assert.equal(done.status, 0, done.errors);
  await checkFolder(dataDir);
});
