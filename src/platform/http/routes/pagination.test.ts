import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileDecoder } from '../../wire/decode.ts';
import { paginationHeaders, paginationQuery } from './pagination.ts';

const decode = compileDecoder(Type.Object({ ...paginationQuery(10, 50) }));

test('limit and offset have defaults', () => {
  assert.deepEqual(decode({}, 'text'), { limit: 10, offset: 0 });
  assert.deepEqual(decode({ limit: '50', offset: '7' }, 'text'), { limit: 50, offset: 7 });
  assert.deepEqual(decode({ limit: '0', offset: '' }, 'text'), { limit: 0, offset: 0 });
});

const refused: [query: Record<string, string>, message: RegExp][] = [
  [{ limit: '51' }, /`limit` is 51; at most 50/],
  [{ limit: '-1' }, /`limit` is -1; at least 0/],
  [{ limit: 'x' }, /`limit` is "x"; a whole number/],
  [{ offset: '-1' }, /`offset` is -1; at least 0/],
  [{ offset: '99999999999999999999' }, /`offset` is out of range/],
];
for (const [query, message] of refused) {
  test(`the page ${JSON.stringify(query)} is refused`, () => assert.throws(() => decode(query, 'text'), message));
}

test('the headers tell the page, negative numbers as 0', () => {
  assert.deepEqual(paginationHeaders({ limit: 10, offset: -5, size: 120, limitMax: 50 }), {
    'X-PAGINATION-LIMIT': '10',
    'X-PAGINATION-OFFSET': '0',
    'X-PAGINATION-SIZE': '120',
    'X-PAGINATION-LIMIT-MAX': '50',
  });
});
