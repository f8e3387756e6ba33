// A project whose attachments are kept in a bucket instead of a folder, from import to erasure.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { startBucket } from '../src/platform/blobs/bucket.testing.ts';
import type { Bucket } from '../src/platform/blobs/bucket.testing.ts';
import { attachments, exportFrom, importInto, query, writeHostileArchive } from './archive-world.ts';
import { startApp } from './harness.ts';

let folder = '';
let bucket: Bucket;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-bucket-test-'));
  bucket = await startBucket(folder);
});
after(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

it('is imported, exported and erased with its attachments', async () => {
  const { bucketUrl, region, accessKey, secretKey } = bucket.s3;
  const settings = [
    `$attachments_s3_url = '${bucketUrl}';`,
    `$attachments_s3_region = '${region}';`,
    `$attachments_s3_access_key = '${accessKey}';`,
    `$attachments_s3_secret_key = '${secretKey}';`,
    `$sys_project_backup_path = '${folder}';`,
  ].join('\n');
  const test = await startApp({ settings });
  try {
    await importInto(test, await writeHostileArchive(folder));
    const names = (await query(test, 'select path from artifact_files order by id')).map((row) => String(row['path']));
    assert.equal(names.length, attachments.length);
    for (const name of names) assert.ok(readdirSync(join(folder, 'tepal')).some((file) => file.includes(name)));
    assert.equal(existsSync(join(test.app.dataDir, 'files')), false);

    const exported = join(folder, 'exported');
    await exportFrom(test, 'hostile', exported);
    const sent = attachments.map(({ bytes }) => bytes.toString('base64')).sort();
    const files = readdirSync(join(exported, 'data')).map((name) => readFile(join(exported, 'data', name), 'base64'));
    assert.deepEqual((await Promise.all(files)).sort(), sent);

    await test.app.features.projects.change('hostile', { status: 'deleted' });
    assert.deepEqual((await test.app.features.removal.eraseByName('hostile')).leftFiles, []);
    for (const name of names) assert.ok(!readdirSync(join(folder, 'tepal')).some((file) => file.includes(name)));
  } finally {
    await test.close();
  }
});
