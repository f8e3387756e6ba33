// `npm run contract`: writes contract/openapi.json, the reviewed copy of what /api/openapi.json says, and
// contract/access-matrix.tsv, the reviewed statuses of all routes for all kinds of readers, and contract/limits.tsv, every limit.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../src/app.ts';
import { finishNow } from '../src/platform/concurrency/time-slices.ts';
import { describeTepal } from '../src/features/explorer/index.ts';
import { openMatrixWorld, writeMatrix } from '../test/security/access-matrix.ts';
import { writeLimits } from '../test/security/limits.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tepal-contract-'));
const app = await openApp({ dataDir, logLevel: 'silent' });
try {
  const file = new URL('../contract/openapi.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(finishNow(describeTepal(app.features.routes)), undefined, 2)}\n`);
} finally {
  await app.close();
  rmSync(dataDir, { recursive: true });
}

writeFileSync(new URL('../contract/limits.tsv', import.meta.url), writeLimits());

const world = await openMatrixWorld();
try {
  const file = new URL('../contract/access-matrix.tsv', import.meta.url);
  writeFileSync(file, writeMatrix(await world.collect()));
} finally {
  await world.close();
}
