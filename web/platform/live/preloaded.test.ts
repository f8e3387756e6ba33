import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetPreloaded, offerPreloaded, takePreloaded } from './preloaded.ts';

const elementOf = (dataset: Record<string, string>, removed: string[] = []) => ({
  dataset,
  textContent: '{"id":7}',
  remove: () => void removed.push(dataset['preloaded'] ?? ''),
});

test('an answer is taken once, as a request would get it', async (context) => {
  context.mock.method(performance, 'now', () => 10);
  const removed: string[] = [];
  const date = 'Thu, 01 Jan 1970 00:00:00 GMT';
  offerPreloaded([elementOf({ preloaded: '/api/artifacts/7', date, etag: '"a"', size: '3' }, removed)]);
  assert.equal(takePreloaded('/api/artifacts/8'), undefined);
  const answer = takePreloaded('/api/artifacts/7');
  assert.deepEqual(await answer?.json(), { id: 7 });
  assert.equal(answer?.headers.get('date'), date);
  assert.equal(answer?.headers.get('etag'), '"a"');
  assert.equal(answer?.headers.get('x-pagination-size'), '3');
  assert.equal(takePreloaded('/api/artifacts/7'), undefined);
  assert.deepEqual(removed, ['/api/artifacts/7']);
});

test('answers are gone once something changed, and after a minute', (context) => {
  const { mock } = context.mock.method(performance, 'now', () => 10);
  offerPreloaded([elementOf({ preloaded: '/api/site' })]);
  forgetPreloaded();
  assert.equal(takePreloaded('/api/site'), undefined);
  offerPreloaded([elementOf({ preloaded: '/api/site' })]);
  mock.mockImplementation(() => 60_001);
  assert.equal(takePreloaded('/api/site'), undefined);
});
