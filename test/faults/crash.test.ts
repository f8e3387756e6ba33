// A short run of the crash harness, and servers that break their promises, which it must notice.
// Engine: SQLite alone
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drawSeed, runCrashes } from './crash.ts';
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

const sabotages: [kind: string, complaint: RegExp][] = [
  ['late commits', /lost|gone|acknowledged is|there is no user group/],
  ['lost keys', /its search keys are not those of its values/],
  ['lost comments', /is half written: its comment is ""/],
];

for (const [kind, complaint] of sabotages) {
  test(`the harness notices ${kind}`, async () => {
    const server = { imports: [join(import.meta.dirname, 'sabotage.ts')], env: { SABOTAGE: kind } };
    const report = await runCrashes({ dataDir: copySite(kind), credentials, kills: 10, seed, server });
    assert.ok(
      report.findings.some((finding) => complaint.test(finding)),
      JSON.stringify(report),
    );
  });
}
