import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStopSwitch } from './stop-switch.ts';

test('the first signal stops, its repetition within a second is the same one, a later one forces', () => {
  const events: string[] = [];
  let nowMs = 5000;
  const signal = createStopSwitch({
    nowMs: () => nowMs,
    stop: () => events.push('stop'),
    force: () => events.push('force'),
  });
  signal();
  assert.deepEqual(events, ['stop']);
  nowMs += 999;
  signal();
  assert.deepEqual(events, ['stop']);
  nowMs += 1;
  signal();
  assert.deepEqual(events, ['stop', 'force']);
});
