import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAskedBefore } from './asked-before.ts';
import type { Wanted } from './drawn-page.ts';
import { digestOf } from './page-digest.ts';

const wanted: Wanted = {
  address: '/trackers/1',
  languages: ['en-GB'],
  platform: '',
  nowMs: 1_000_000,
  answers: { '/api/site': { text: '{}', etag: '"1"', size: undefined }, '/api/users/self': { text: '{"id":1}' } },
};

it('tells apart whatever a page is drawn by', () => {
  const others: Partial<Wanted>[] = [
    { address: '/trackers/2' },
    { languages: ['fr-FR'] },
    { platform: 'MacIntel' },
    { nowMs: 1_060_000 },
    { answers: { ...wanted.answers, '/api/users/self': { text: '{"id":2}' } } },
    { answers: { ...wanted.answers, '/api/site': { text: '{}', etag: '"2"' } } },
    { answers: { '/api/site': { text: '{}', etag: '"1"' } } },
  ];
  const digests = [wanted, ...others.map((other) => ({ ...wanted, ...other }))].map(digestOf);
  assert.equal(new Set(digests).size, digests.length);
  assert.equal(digestOf({ ...wanted, nowMs: wanted.nowMs + 1 }), digests[0]);
});

it('knows of each person what their page needed, the last time alone, and of so many pages', () => {
  const known = createAskedBefore();
  const read = { url: '/artifacts/:id', params: { id: '1' }, query: {} };
  known.note('ana', '/trackers/1', [read]);
  assert.deepEqual(known.list('ana', '/trackers/1'), [read]);
  assert.deepEqual([...known.list('bruno', '/trackers/1'), ...known.list('ana', '/trackers/2')], []);
  for (let page = 2; page < 5000; page += 1) known.note('ana', `/trackers/${page}`, [read]);
  assert.deepEqual(known.list('ana', '/trackers/1'), []);
  known.note('ana', '/trackers/7', []);
  assert.deepEqual(known.list('ana', '/trackers/7'), []);
});
