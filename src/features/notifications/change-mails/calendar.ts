// Which event for calendars goes with the mail of an artifact.
import { fieldValues, loadTimeframes, parseValues } from '../../artifacts/index.ts';
import type { ArtifactRow, Artifacts, Reading, ChangeDescription } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { dateFields } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { writeCalendarEvent } from './calendar-event.ts';

/** The switch of a tracker, as archives name it. */
export const calendarFlag = 'should_send_event_in_notification';

interface CalendarScene {
  readonly row: ArtifactRow;
  readonly tracker: Definition;
  /** Id of the last changeset that is told of. */
  readonly sequence: number;
  readonly domain: string;
}

/** An end by a duration counts working days. */
function lastsWholeDays({ tracker }: Reading): boolean {
  const { timeframe } = tracker.semantics;
  if (timeframe === undefined || !('end_date_field_id' in timeframe)) return true;
  const fields = [timeframe.start_date_field_id, timeframe.end_date_field_id].map((id) => tracker.fieldById.get(id));
  return !fields.every((field) => field !== undefined && dateFields.isTimeShown(field));
}

/** Whether the viewer could read a start and an end before the changes. */
function hadTimeframe(reading: Reading, { fields, isNew }: ChangeDescription): boolean {
  const { timeframe } = reading.tracker.semantics;
  if (isNew || timeframe === undefined || 'implied_from_tracker' in timeframe) return false;
  const before = new Map(fields.map((field) => [field.fieldId, field.change.from !== '']));
  const ids = Object.values(timeframe);
  const wasThere = (id: number): boolean => before.get(id) ?? (reading.values[id] ?? null) !== null;
  return (
    ids.some((id) => before.has(id)) &&
    ids.every((id) => fieldValues.fieldWithId(reading, id) !== undefined && wasThere(id))
  );
}

/**
 * What gives the event for one of the viewers, by the timeframe as they may read it; undefined where the tracker sends none,
 * and where start or end are missing, hidden, or in the wrong order. Where the changes made it so, the event is taken back.
 */
export async function openCalendar(
  reading: Artifacts['reading'],
  { row, tracker, sequence, domain }: CalendarScene,
  viewers: readonly Viewer[],
): Promise<(viewer: Viewer, changes: ChangeDescription, url: string) => string | undefined> {
  const { semantics, settings } = tracker;
  if (settings.flags[calendarFlag] !== '1' || semantics.timeframe === undefined) return () => undefined;
  const subject = { row, tracker, values: parseValues(row) };
  const known = new Map<Viewer, Reading>();
  for (const viewer of new Set(viewers))
    known.set(viewer, (await loadTimeframes(reading, viewer, [subject])).readingOf(subject));
  return (viewer, changes, url) => {
    const own = known.get(viewer);
    if (own === undefined) return undefined;
    const { startMs, endMs } = fieldValues.timeframeOf(own);
    const takesPlace = startMs !== undefined && endMs !== undefined && endMs >= startMs;
    if (!takesPlace && !hadTimeframe(own, changes)) return undefined;
    return writeCalendarEvent({
      uid: `artifact-${row.id}@${domain}`,
      sequence,
      stampMs: row.updated_at_ms,
      time: takesPlace ? { startMs, endMs, isWholeDays: lastsWholeDays(own) } : undefined,
      summary: changes.title === '' ? `${tracker.itemName} #${row.id}` : changes.title,
      url,
    });
  };
}
