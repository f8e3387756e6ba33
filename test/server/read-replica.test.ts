// Engine: PostgreSQL alone
// Two processes' worth of Tepal that read histories, renderings and logs from a replica: clients can't tell.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startPostgres } from '../../src/platform/database/postgres/postgres-server.testing.ts';
import { testPassword } from '../support/harness.ts';
import { runClients } from '../linearizability/run.ts';
import { openPlace } from '../linearizability/site.ts';
import { sampleFolder } from '../support/scenario.ts';

async function fill({ features, database, blobs }: App): Promise<number> {
  const { people, site } = features;
  await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password: testPassword });
  await site.changeSetting('sys_rest_api_over_http', '1');
  const order = { path: sampleFolder('kanban'), as: 'root', mode: { automap: 'A' } } as const;
  await importArchive({ database, clock: systemClock, blobs, parts: features.parts.archive }, order);
  await people.change('ana', { password: testPassword });
  return (await database.read.selectFrom('trackers').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

const seed = Number(process.env['LINEARIZABILITY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`artifacts and their histories stay linearizable with a replica (seed ${seed})`, async (context) => {
  const postgres = await startPostgres({ withReplica: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-replica-'));
  const closing: (() => Promise<unknown>)[] = [];
  context.after(async () => {
    for (const close of closing) await close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  mkdirSync(join(dataDir, 'conf'));
  const lines = [`$database_url = '${postgres.url}';`, `$database_read_url = '${postgres.replicaUrl}';`];
  writeFileSync(join(dataDir, 'conf', 'local.inc'), `<?php\n${lines.join('\n')}\n$database_read_wait = 1000;\n`);
  const apps: App[] = [];
  const bases: string[] = [];
  for (let number = 0; number < 2; number += 1) {
    const app = await openApp({ dataDir, logLevel: 'silent' });
    const server = createHttpServer(app);
    apps.push(app);
    bases.push(await server.listen({ port: 0, host: '127.0.0.1' }));
    closing.push(
      () => server.close(),
      () => app.close(),
    );
  }
  const [first] = apps;
  assert.ok(first !== undefined);
  const trackerId = await fill(first);
  const place = await openPlace(bases[0] ?? '', { username: 'ana', password: testPassword }, trackerId);
  const { faults } = await runClients({
    baseUrls: () => bases,
    place,
    clients: 6,
    operations: 400,
    artifacts: 3,
    seed,
  });
  assert.deepEqual(faults, []);
  for (const { database } of apps) assert.ok(database.stats().replicaReads > 50, 'the replica answers');
});
