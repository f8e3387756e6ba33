// What is drawn, and when a page goes out without. Needs the built pages.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../platform/concurrency/until.testing.ts';
import { findPageFolder } from '../page-folder.ts';
import type { Drawing, Wanted } from './drawn-page.ts';
import { createPageDrawer } from './page-drawer.ts';

const isBuilt = findPageFolder() !== undefined;
const wanted: Wanted = { address: '/trackers/1', languages: ['en-GB'], platform: '', nowMs: 0, answers: {} };

it('has a page wait for no thread that starts, and says what it needs', { skip: !isBuilt && 'no pages' }, async () => {
  const told: string[] = [];
  const { draw } = createPageDrawer(
    () => performance.now(),
    (reason) => told.push(reason),
  );
  assert.deepEqual(await Promise.all([draw(wanted), draw(wanted)]), [undefined, undefined]);
  let drawing: Drawing | undefined;
  await until(async () => (drawing = await draw(wanted)) !== undefined);
  assert.deepEqual(drawing, { missing: ['/api/users/self', '/api/site'] });
  const broken = { ...wanted, answers: { '/api/site': { text: 'null' }, '/api/users/self': { text: '7' } } };
  assert.equal(await draw(broken), undefined);
  assert.equal(told.length, 1);
  assert.deepEqual(await draw(wanted), drawing, 'one that can not be drawn leaves the thread as it was');
});
