// Ranges of bytes (RFC 9110, section 14).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readByteRange } from './downloads.ts';

const rows: [header: string | undefined, size: number, range: ReturnType<typeof readByteRange>][] = [
  [undefined, 10, undefined],
  ['bytes=0-4', 10, { start: 0, end: 5 }],
  ['bytes=5-', 10, { start: 5, end: 10 }],
  ['bytes=-3', 10, { start: 7, end: 10 }],
  ['bytes=-30', 10, { start: 0, end: 10 }],
  ['bytes=9-99', 10, { start: 9, end: 10 }],
  ['bytes = 0 - 4', 10, { start: 0, end: 5 }],
  ['bytes=10-', 10, 'none'],
  ['bytes=-0', 10, 'none'],
  ['bytes=0-', 0, 'none'],
  ['bytes=5-4', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=--1', 10, undefined],
  ['bytes=-', 10, undefined],
  ['lines=0-1', 10, undefined],
  ['bytes=0-99999999999999999999', 10, undefined],
];
for (const [header, size, range] of rows)
  it(`${header} of ${size}`, () => assert.deepEqual(readByteRange(header, size), range));
