import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCoding } from './content-coding.ts';

const rows: [header: string | undefined, coding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0.0', undefined],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['deflate, zstd', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['gzip;q=2, br;q=x', undefined],
  ['gzip;q=0.1234, br;q=0.2', 'br'],
  [' , gzip ; q = 1 ,', 'gzip'],
  ['gzip;level=1', undefined],
];
for (const [header, coding] of rows) {
  test(`Accept-Encoding: ${header}`, () => assert.equal(chooseCoding(header, ['br', 'gzip']), coding));
}

test('only what is offered', () => {
  assert.equal(chooseCoding('br, gzip;q=0.1', ['gzip']), 'gzip');
  assert.equal(chooseCoding('br, gzip', []), undefined);
});
