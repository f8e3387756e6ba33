// `npm run faults -- [--kills 500] [--seed N]`: the long form of the crash harness. Servers that break their promises come
// first, and the harness must notice each. Every 20 kills begin on a fresh site, so that checks stay quick.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawSeed, runCrashes } from './crash.ts';
import type { CrashReport } from './crash.ts';
import { missSabotage, sabotages } from './sabotages.ts';
import { makeSite } from './site.ts';

const killsPerSite = 20;

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = Number(values.kills ?? 500);
const seed = Number(values.seed ?? drawSeed());
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--kills takes a whole number from 1, --seed any whole number');
}

const scratch = mkdtempSync(join(tmpdir(), 'tepal-faults-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
for (const [signal, status] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
  process.on(signal, () => process.exit(status));
}

const template = join(scratch, 'template');
const credentials = await makeSite(template);
process.stdout.write(`${kills} kills, seed ${seed}\n`);

/** A new copy of the site. */
function copySite(name: string): string {
  const dataDir = join(scratch, name);
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

const missed: string[] = [];
for (const kind of sabotages) {
  const dataDir = copySite(kind);
  const report = await missSabotage(kind, { dataDir, credentials, seed });
  rmSync(dataDir, { recursive: true });
  if (report !== undefined) missed.push(kind);
  process.stdout.write(`${kind}: ${report === undefined ? 'noticed' : `MISSED: ${report}`}\n`);
}

const reports: CrashReport[] = [];
let done = 0;
while (done < kills && reports.every((report) => report.findings.length === 0)) {
  const dataDir = copySite(`site-${done}`);
  const wanted = Math.min(killsPerSite, kills - done);
  reports.push(await runCrashes({ dataDir, credentials, kills: wanted, seed: seed + done }));
  rmSync(dataDir, { recursive: true });
  done += wanted;
  process.stdout.write(`${done} of ${kills} kills, ${sum('acknowledged')} acknowledged writes\n`);
}

function sum(key: Exclude<keyof CrashReport, 'findings'>): number {
  return reports.reduce((total, report) => total + report[key], 0);
}

const findings = reports.flatMap((report) => report.findings);
for (const finding of findings) process.stdout.write(`FOUND: ${finding}\n`);
process.stdout.write(
  `${sum('kills')} kills, ${sum('killsWhileOpening')} of them while the server started; ` +
    `${sum('acknowledged')} acknowledged writes; of those without an answer ${sum('seen')} were there and ` +
    `${sum('absent')} were not; ${findings.length} findings (seed ${seed})\n`,
);
process.exitCode = findings.length === 0 && missed.length === 0 ? 0 : 1;
