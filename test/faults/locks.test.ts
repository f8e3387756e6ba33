// Engine: PostgreSQL alone
// A lock that somebody keeps on one table, as a VACUUM FULL or a REINDEX does: what needs the table is refused soon, and who asks
// for anything else is answered as ever.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { postgresOnly } from '../../src/platform/database/test-place.testing.ts';
import { startApp } from '../support/harness.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

/** Without other work on this machine each takes some milliseconds. */
const soonMs = 1500;

test('a table that is locked holds up nothing but itself', postgresOnly, async (context) => {
  const site = await startApp({ archives: [sampleFolder('scrum')] });
  const path = join(site.app.dataDir, 'conf', 'local.inc');
  const url = /\$database_url = '([^']+)'/.exec(readFileSync(path, 'utf8'))?.[1];
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  context.after(async () => {
    await other.end();
    await site.close();
  });
  const trackers = await site.app.database.read.selectFrom('trackers').select('id').orderBy('id').execute();
  const query = encodeURIComponent(JSON.stringify({ title: 'a title that nothing has' }));
  const read = `/api/trackers/${trackers[0]?.id}/artifacts?query=${query}`;
  await expectRow(site, { path: read, as: 'ana', status: 200 });

  await other.query('begin; lock table search_texts, artifacts in access exclusive mode');
  const held = Array.from({ length: 4 }, () => site.call(read, { as: 'ana' }));
  for (const one of ['/api/version', '/ready', '/api/users/self']) {
    const startMs = performance.now();
    const answer = await site.call(one, { as: 'ana' });
    const tookMs = performance.now() - startMs;
    assert.equal(answer.status, 200, `${one}: ${answer.text}`);
    assert.ok(tookMs < soonMs, `${one} took ${tookMs.toFixed(0)} ms`);
  }
  for (const { status, headers, text } of await Promise.all(held)) {
    assert.equal(status, 503, text);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  await other.query('rollback');
  await expectRow(site, { path: read, as: 'ana', status: 200 });
});
