// A project whose attachments are kept in a bucket instead of a folder, from import to erasure.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { Transformer } from '@napi-rs/image';
import { startBucket } from '../../src/platform/blobs/bucket.testing.ts';
import type { Bucket } from '../../src/platform/blobs/bucket.testing.ts';
import { credentialsOf, download, makeBytes } from '../support/attachment-world.ts';
import { attachments, exportFrom, importInto, query, writeHostileArchive } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

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

const settingsOf = (): string => {
  const { bucketUrl, region, accessKey, secretKey } = bucket.s3;
  return [
    `$attachments_s3_url = '${bucketUrl}';`,
    `$attachments_s3_region = '${region}';`,
    `$attachments_s3_access_key = '${accessKey}';`,
    `$attachments_s3_secret_key = '${secretKey}';`,
    `$sys_project_backup_path = '${folder}';`,
  ].join('\n');
};

it('is imported, exported and erased with its attachments', async () => {
  const test = await startApp({ settings: settingsOf() });
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

it('takes uploads in chunks, gives them back in part, makes previews, and forgets what is let go', async () => {
  const test = await startApp({ settings: settingsOf(), archives: [sampleFolder('scrum')] });
  try {
    const trackers = await test.call('/api/projects/101/trackers?limit=50', { as: 'ana' });
    const fields = listAt(trackers.json).flatMap((tracker) => listAt(tracker, 'fields'));
    const fieldId = Number(
      at(
        fields.find((field) => at(field, 'type') === 'file'),
        'field_id',
      ),
    );
    const credentials = await credentialsOf(test, 'ana');
    const picture = await Transformer.fromRgbaPixels(new Uint8Array(600 * 600 * 4).fill(90), 600, 600).png();
    // A PNG ends by itself; what follows makes it long.
    const bytes = Buffer.concat([picture, makeBytes(9_000_000)]);
    const body = { name: 'a.png', file_size: bytes.length, file_type: 'image/png' };
    const begun = await test.call(`/api/tracker_fields/${fieldId}/files`, { method: 'POST', as: 'ana', body });
    const href = String(at(begun.json, 'upload_href'));
    for (let offset = 0; offset < bytes.length; offset += 5_000_000) {
      const headers = {
        ...credentials,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      };
      const part = new Uint8Array(bytes.subarray(offset, offset + 5_000_000));
      const answer = await fetch(test.base + href, { method: 'PATCH', headers, body: part });
      assert.equal(answer.status, 204, await answer.text());
    }
    const path = String(at(begun.json, 'download_href'));
    assert.ok((await download(test, path, credentials)).bytes.equals(bytes));
    const part = await download(test, path, { ...credentials, range: 'bytes=4999990-5000009' });
    assert.deepEqual([part.status, part.bytes.equals(bytes.subarray(4_999_990, 5_000_010))], [206, true]);
    const preview = await download(test, path.replace('attachments/', 'attachments/preview/'), credentials);
    assert.deepEqual([preview.status, preview.headers.get('content-type')], [200, 'image/webp']);
    const cancel = { ...credentials, 'tus-resumable': '1.0.0' };
    assert.equal((await fetch(test.base + href, { method: 'DELETE', headers: cancel })).status, 204);
    assert.equal((await download(test, path, credentials)).status, 404);
  } finally {
    await test.close();
  }
});
