// When things of a roadmap begin and end.
import { formatIso } from '../../platform/texts/dates.ts';
import { fieldValues, loadTimeframes } from '../artifacts/index.ts';
import type { Artifacts, Subject } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';

export interface Times {
  startMs: number | undefined;
  endMs: number | undefined;
  start: string | null;
  end: string | null;
}

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : formatIso(ms));

/** By the id of one of the subjects. */
export async function readTimes(
  reading: Artifacts['reading'],
  viewer: Viewer,
  subjects: readonly Subject[],
): Promise<(id: number) => Times> {
  const timeframes = await loadTimeframes(reading, viewer, subjects);
  const known = new Map(
    subjects.map((subject): [number, Times] => {
      const { startMs, endMs } = fieldValues.timeframeOf(timeframes.readingOf(subject));
      return [subject.row.id, { startMs, endMs, start: iso(startMs), end: iso(endMs) }];
    }),
  );
  return (id) => known.get(id) ?? { startMs: undefined, endMs: undefined, start: null, end: null };
}
