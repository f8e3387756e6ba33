// Tier: all, because it starts and ends many servers.
// A disk that the system makes read-only because it fails: changes are refused and reads go on, until somebody mends it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { send } from '../request.ts';
import type { Reply } from '../request.ts';
import { makeSite } from '../site.ts';
import { startTrial, untilAnswered } from '../trial.ts';
import { noMount } from './small-disk.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-read-only-'));
const template = join(scratch, 'template');
let credentials: Record<string, string> = {};
before(async () => {
  credentials = await makeSite(template);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

const mayMake = existsSync('/usr/sbin/mkfs.ext4') || existsSync('/sbin/mkfs.ext4');
const skip = noMount || (mayMake ? false : 'there is no mkfs.ext4');

/** A disk of its own; gives what tells the system that it fails. Undefined and a skipped test where none can be had. */
function mountFailing(context: TestContext, folder: string): (() => void) | undefined {
  const image = `${folder}.img`;
  mkdirSync(folder);
  writeFileSync(image, Buffer.alloc(64 * 1024 * 1024));
  try {
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
    execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, folder], { stdio: 'pipe' });
  } catch (error) {
    context.skip(`no disk can be mounted here: ${String(error)}`);
    return undefined;
  }
  context.after(() => execFileSync('umount', ['--lazy', folder]));
  const device = execFileSync('findmnt', ['-n', '-o', 'SOURCE', folder], { encoding: 'utf8' }).trim();
  const [trigger] = globSync(`/sys/fs/ext4/${device.replace('/dev/', '')}/trigger_fs_error`);
  if (trigger !== undefined) return () => writeFileSync(trigger, 'a test');
  context.skip('the system has no way to let a disk fail');
  return undefined;
}

test('changes wait while the disk is read-only', { skip }, async (context) => {
  const disk = join(scratch, 'disk');
  const fail = mountFailing(context, disk);
  if (fail === undefined) return;
  const dataDir = join(disk, 'site');
  cpSync(template, dataDir, { recursive: true });
  const trial = await startTrial(dataDir, credentials);
  context.after(() => trial.dispose());
  await trial.write(untilAnswered(10, [200, 201]));
  fail();
  const refused: Reply[] = [];
  const until = untilAnswered(12, [500, 503]);
  await trial.write((reply) => {
    if (reply.status >= 500) refused.push(reply);
    return until(reply);
  });
  for (const { status, text, headers } of refused) {
    assert.equal(status, 503, text);
    assert.match(text, /the disk of the database (?:fails|is read-only|is full)/);
    assert.ok(Number(headers['retry-after']) > 0);
  }
  const read = await send(trial.line, { method: 'GET', path: '/projects/101' });
  assert.equal(read.status, 200);
  await trial.check();
});
