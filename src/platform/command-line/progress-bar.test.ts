import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createProgressBar } from './progress-bar.ts';

const createStream = (isTTY: boolean) => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 50 });

test('a terminal sees the bar, redrawn in place only when the percentage changes', () => {
  const stream = createStream(true);
  const bar = createProgressBar(stream, 'scrum');
  bar.show(1, 200);
  bar.show(0, 200);
  bar.show(100, 200);
  assert.equal(
    stream.read(),
    `\r[${'.'.repeat(30)}]   0 % scrum\x1b[K\r[${'#'.repeat(15)}${'.'.repeat(15)}]  50 % scrum\x1b[K`,
  );
  bar.clear();
  assert.equal(stream.read(), '\r\x1b[K');
});

test('the bar is cut at the edge of the terminal, and is full where there is nothing to do', () => {
  const stream = createStream(true);
  createProgressBar(stream, 'x'.repeat(80)).show(0, 0);
  assert.equal(stream.read(), `\r[${'#'.repeat(30)}] 100 % ${'x'.repeat(10)}\x1b[K`);
});

test('no terminal, no bar', () => {
  const stream = createStream(false);
  const bar = createProgressBar(stream, 'scrum');
  bar.show(1, 2);
  bar.clear();
  assert.equal(stream.read(), null);
});
