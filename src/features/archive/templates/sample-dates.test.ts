import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { moveToNow } from './sample-dates.ts';

const dayMs = 24 * 3_600_000;
const archive = (...moments: string[]): string =>
  moments.map((moment) => `<submitted_on format="ISO8601">${moment}</submitted_on>`).join('');

it('moves all times by the same number of days, and keeps the time of the day over a change of clocks', () => {
  const value = '<value format="ISO8601">2026-06-19T00:00:00+02:00</value>';
  const text = `${archive('2026-02-16T09:05:00+01:00', '2026-05-21T09:30:00+02:00')}${value}`;
  const moved = moveToNow(text, Date.parse('2026-11-25T12:00:00Z'));
  assert.equal(
    moved,
    `${archive('2026-08-23T09:05:00+02:00', '2026-11-25T09:30:00+01:00')}<value format="ISO8601">2026-12-24T00:00:00+01:00</value>`,
  );
  assert.equal(moveToNow(moved, Date.parse('2026-11-25T12:00:00Z')), moved);
});

it('leaves nothing to come where clocks were put back between', () => {
  const text = archive('2026-05-21T09:30:00+02:00');
  for (const [now, moved] of [
    ['2026-11-25T08:29:00Z', '2026-11-24T09:30:00+01:00'],
    ['2026-11-25T08:30:00Z', '2026-11-25T09:30:00+01:00'],
  ] as const)
    assert.equal(moveToNow(text, Date.parse(now)), archive(moved));
});

it('never moves anything back', () => {
  const text = archive('2026-05-21T09:30:00+02:00');
  assert.equal(moveToNow(text, Date.parse('2020-01-01T00:00:00Z')), text);
});

for (const sample of ['scrum', 'kanban'])
  it(`brings the last change of the sample ${sample} into the day before, whenever that is`, () => {
    const text = readFileSync(new URL(`../../../../samples/${sample}/project.xml`, import.meta.url), 'utf8');
    for (const nowMs of [Date.parse('2027-03-01T10:00:00Z'), Date.parse('2031-10-31T23:59:59Z')]) {
      const moved = moveToNow(text, nowMs);
      const changes = Array.from(moved.matchAll(/<submitted_on format="ISO8601">([^<]+)</g), ([, moment = '']) =>
        Date.parse(moment),
      );
      const ageMs = nowMs - Math.max(...changes);
      // An hour more, where clocks were changed between.
      assert.ok(ageMs >= 0 && ageMs <= dayMs + dayMs / 24, `${ageMs / dayMs} days`);
      assert.equal(moved.length, text.length);
    }
  });
