// Artifacts with their dates, as bars of a plan.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { formatDay, formatIso } from '../../../platform/texts/dates.ts';
import type { Viewer } from '../../projects/index.ts';
import { dateFields, mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { listKeys } from '../query/index.ts';
import type { Condition } from '../query/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import { statusOf, titleOf } from '../semantics/semantics.ts';
import { startTimeLimit } from './time-limit.ts';

export interface TimeSpan {
  artifact: { id: number; uri: string; title: string };
  color_name: string | null;
  start: string | null;
  end: string | null;
  /** From 0 to 1. */
  progress: number | null;
}

export interface SpanFields {
  start: Field | undefined;
  /** The first that an artifact has counts. */
  ends: readonly Field[];
  progress: Field | undefined;
}

interface Span {
  id: number;
  startS: number | undefined;
  endS: number | undefined;
  endField: Field | undefined;
}

/** Spans of one answer, those that start first. */
const spansMax = 500;

/** Those that start first; `isComplete` false where there are more. The viewer must be allowed to read the fields. Throws invalid where it takes too long. */
export async function listTimeSpans(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  fields: SpanFields,
): Promise<{ size: number; spans: TimeSpan[]; isComplete: boolean }> {
  const requireTime = startTimeLimit(viewer);
  const found: Span[] = [];
  let size = 0;
  const read = async (field: Field | undefined, ids: readonly number[]): Promise<Map<number, number>> =>
    field === undefined
      ? new Map()
      : new Map((await listKeys(artifacts.reading.db, field.id, ids)).map((row) => [row.artifact_id, row.key]));
  for await (const ids of artifacts.listings.walk(viewer, tracker, condition)) {
    requireTime();
    size += ids.length;
    const starts = await read(fields.start, ids);
    const ends: { field: Field; keys: Map<number, number> }[] = [];
    for (const field of fields.ends) ends.push({ field, keys: await read(field, ids) });
    for (const id of ids) {
      const end = ends.find(({ keys }) => keys.has(id));
      const [startS, endS] = [starts.get(id), end?.keys.get(id)];
      if (startS !== undefined || endS !== undefined) found.push({ id, startS, endS, endField: end?.field });
    }
    if (isSliceOver()) await yieldSlice();
  }
  const firstS = ({ startS, endS }: Span): number => startS ?? endS ?? 0;
  const shown = found.sort((a, b) => firstS(a) - firstS(b) || a.id - b.id).slice(0, spansMax);
  const progress = await read(
    fields.progress,
    shown.map(({ id }) => id),
  );
  const spans = await showSpans(artifacts, viewer, tracker, shown, fields.start, progress);
  return { size, spans, isComplete: found.length <= spansMax };
}

async function showSpans(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  shown: readonly Span[],
  startField: Field | undefined,
  progress: ReadonlyMap<number, number>,
): Promise<TimeSpan[]> {
  const rows = await listArtifactsByIds(
    artifacts.reading.db,
    shown.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  return shown.flatMap(({ id, startS, endS, endField }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const values = parseValues(row);
    return [
      {
        artifact: { id, uri: `artifacts/${id}`, title: titleOf(tracker, values, isReadable) ?? '' },
        color_name: statusOf(tracker, values, isReadable, () => undefined).color,
        start: showDate(startField, startS),
        end: showDate(endField, endS),
        progress: readProgress(progress.get(id)),
      },
    ];
  });
}

const showDate = (field: Field | undefined, seconds: number | undefined): string | null =>
  field === undefined || seconds === undefined
    ? null
    : dateFields.isTimeShown(field)
      ? formatIso(seconds * 1000)
      : formatDay(seconds * 1000);

/** Shares up to 1 are as they are, greater numbers percents. */
const readProgress = (value: number | undefined): number | null =>
  value === undefined || value < 0 ? null : Math.min(1, value > 1 ? value / 100 : value);
