// A short run of the crash harness, and a server that breaks its promises, which it must notice; `npm run faults` has more.
// Process: its own, because it takes long
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drawSeed, runCrashes } from './crash.ts';
import { missSabotage } from './sabotages.ts';
import { makeSite } from './site.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-crash-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const template = join(scratch, 'template');
let credentials: Record<string, string> = {};
before(async () => {
  credentials = await makeSite(template);
});

function copySite(name: string): string {
  const dataDir = join(scratch, name);
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

const kills = 20;
const seed = Number(process.env['FAULTS_SEED'] ?? drawSeed());

test(`${kills} kills lose nothing that was acknowledged (FAULTS_SEED=${seed})`, async (context) => {
  const report = await runCrashes({ dataDir: copySite('sound'), credentials, kills, seed });
  assert.deepEqual(report.findings, []);
  assert.ok(report.acknowledged > kills, 'the clients wrote');
  context.diagnostic(JSON.stringify(report));
});

test('the harness notices late commits', async () => {
  assert.equal(await missSabotage('late commits', { dataDir: copySite('late'), credentials, seed }), undefined);
});
