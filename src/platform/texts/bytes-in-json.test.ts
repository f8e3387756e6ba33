import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { countYields, shortenSlices } from '../concurrency/time-slices.ts';
import { writeJsonWithBytes } from './bytes-in-json.ts';

test('bytes of any length are the base64 of all of them, beside the other members, and rest between pieces', async (t) => {
  t.after(shortenSlices());
  for (const length of [0, 1, 2, 3, 196_607, 196_608, 196_609, 1_000_001]) {
    const bytes = randomBytes(length);
    const before = countYields();
    const json = await writeJsonWithBytes({ name: 'a "ü"', size: length }, 'content', bytes);
    assert.deepEqual(JSON.parse(json.toString()), { name: 'a "ü"', size: length, content: bytes.toString('base64') });
    if (length > 1_000_000) assert.ok(countYields() - before >= 3, `${countYields() - before} rests`);
  }
});
