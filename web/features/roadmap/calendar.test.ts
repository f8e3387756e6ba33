import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, daysBetween, firstLook, moveSpan, rangeOf, ticksOf, workingDays } from './calendar.ts';

describe('days of a roadmap', () => {
  it('are counted over months and changes of the clock', () => {
    assert.equal(addDays('2026-02-27', 3), '2026-03-02');
    assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
    assert.equal(workingDays('2026-03-02', '2026-03-09'), 5);
    assert.equal(workingDays('2026-03-06', '2026-03-08'), 0);
  });

  it('move as a whole, or by one end, which never passes the other', () => {
    const span = { start: '2026-03-02', end: '2026-03-06' };
    assert.deepEqual(moveSpan(span, 'whole', 7), { start: '2026-03-09', end: '2026-03-13' });
    assert.deepEqual(moveSpan(span, 'start', -1), { start: '2026-03-01', end: '2026-03-06' });
    assert.deepEqual(moveSpan(span, 'start', 9), { start: '2026-03-06', end: '2026-03-06' });
    assert.deepEqual(moveSpan(span, 'end', -9), { start: '2026-03-02', end: '2026-03-02' });
    assert.deepEqual(moveSpan({ start: null, end: '2026-03-06' }, 'whole', 1), { start: null, end: '2026-03-07' });
    assert.deepEqual(moveSpan({ start: null, end: '2026-03-06' }, 'end', 1), { start: null, end: '2026-03-06' });
  });

  it('reach from before the first thing to behind the last, today among them', () => {
    const range = rangeOf([{ start: '2026-03-25', end: null }], '2026-05-10');
    assert.equal(range.first, '2026-03-01');
    assert.equal(addDays(range.first, range.count), '2026-06-19');
    assert.deepEqual(
      ticksOf(range, 'month').map(({ day }) => day),
      ['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
    );
    assert.deepEqual(ticksOf(range, 'quarter'), [{ day: '2026-04-01', at: 31 }]);
    assert.equal(ticksOf(range, 'week')[0]?.day, '2026-03-02');
  });

  it('are looked at from today, or where the last thing began', () => {
    const past = [
      { start: '2026-01-05', end: '2026-02-01' },
      { start: '2026-02-02', end: null },
    ];
    assert.equal(firstLook(past, '2026-05-10'), '2026-02-02');
    assert.equal(firstLook([...past, { start: null, end: '2026-05-10' }], '2026-05-10'), '2026-05-10');
    assert.equal(firstLook([{ start: null, end: null }], '2026-05-10'), '2026-05-10');
  });
});
