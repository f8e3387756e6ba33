// When things of a roadmap begin and end.
import { formatIso } from '../../platform/texts/dates.ts';
import { fieldValues, loadTimeframes } from '../artifacts/index.ts';
import type { Artifacts, RenderableArtifact } from '../artifacts/index.ts';
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
  renderables: readonly RenderableArtifact[],
): Promise<(id: number) => Times> {
  const timeframes = await loadTimeframes(reading, viewer, renderables);
  const known = new Map(
    renderables.map((renderable): [number, Times] => {
      const { startMs, endMs } = fieldValues.timeframeOf(timeframes.readingOf(renderable));
      return [renderable.row.id, { startMs, endMs, start: iso(startMs), end: iso(endMs) }];
    }),
  );
  return (id) => known.get(id) ?? { startMs: undefined, endMs: undefined, start: null, end: null };
}
