// The board of a tracker's milestones while it is set up: columns, and the lists by which cards stand in them. Pure.
import { numberIn } from '../../../platform/parse-unknown.ts';
import { valuesOf } from '../../../platform/lists/list-values.ts';
import { fieldIs } from '../../fields/index.ts';

/** What is looked at in a tracker. */
export interface CardTracker {
  id: number;
  label: string;
  parent: { id: number } | null;
  fields: readonly {
    field_id: number;
    label: string;
    type: string;
    bindings: { type: string | null };
    values: unknown;
  }[];
  semantics: Readonly<Record<string, unknown>>;
}

export interface WallSetting {
  columns: readonly { id: number; label: string; color: string; value_ids: number[]; none_of: number[] }[];
  mappings: readonly { tracker_id: number; field_id: number }[];
}

export interface DraftColumn {
  /** Of this column in the draft. */
  key: string;
  /** Of a column that is saved. */
  id?: number;
  label: string;
  colour: string;
  /** What stands in it, as choices have it. */
  places: readonly string[];
}

export interface WallDraft {
  columns: readonly DraftColumn[];
  /** The list of each tracker that has one, by its id; others stand by their status. */
  lists: ReadonlyMap<number, number>;
}

/** Lists by whose values cards of the tracker can stand in columns. */
export const wallLists = ({ fields }: CardTracker): CardTracker['fields'] =>
  fields.filter((field) => fieldIs.list(field) && field.bindings.type === 'static');

const placeOfValue = (id: number): string => `value ${id}`;
const placeOfNone = (trackerId: number): string => `none ${trackerId}`;

/** Of what is set up. */
export const openDraft = ({ columns, mappings }: WallSetting): WallDraft => ({
  columns: columns.map(({ id, label, color, value_ids: values, none_of: none }) => ({
    key: String(id),
    id,
    label,
    colour: color,
    places: [...values.map(placeOfValue), ...none.map(placeOfNone)],
  })),
  lists: new Map(mappings.map(({ tracker_id: trackerId, field_id: fieldId }) => [trackerId, fieldId])),
});

/**
 * A board to begin with: a column for each state of what is below the items, or of the items where nothing is, in which cards
 * stand by equal labels.
 */
export function suggestDraft(trackers: readonly CardTracker[], itemTrackerIds: readonly number[]): WallDraft {
  const below = trackers.filter(({ parent }) => parent !== null && itemTrackerIds.includes(parent.id));
  const items = trackers.filter(({ id }) => itemTrackerIds.includes(id));
  const states = (below.length > 0 ? below : items).flatMap((tracker) => {
    const status = tracker.fields.find(({ field_id: id }) => id === numberIn(tracker.semantics['status'], 'field_id'));
    return status === undefined ? [] : valuesOf(status);
  });
  const byLabel = new Map(states.filter(({ id }) => id !== 100).map((state) => [state.label, state]));
  return {
    columns: [...byLabel.values()].map(({ label, colour }) => ({
      key: label,
      label,
      colour: colour ?? '',
      places: [],
    })),
    lists: new Map(),
  };
}

/** What may stand in columns by the lists that were chosen. */
export function targetsOf(
  trackers: readonly CardTracker[],
  { lists }: WallDraft,
  none: string,
): { id: string; label: string }[] {
  return trackers.flatMap((tracker) => {
    const field = wallLists(tracker).find(({ field_id: id }) => id === lists.get(tracker.id));
    if (field === undefined) return [];
    const values = valuesOf(field).filter(({ id }) => id !== 100);
    return [
      { id: placeOfNone(tracker.id), label: `${tracker.label}: ${none}` },
      ...values.map(({ id, label }) => ({ id: placeOfValue(id), label: `${tracker.label}: ${label}` })),
    ];
  });
}

/** Another list for a tracker, or its status; what stood in columns by the list before is gone. */
export function chooseList(
  trackers: readonly CardTracker[],
  draft: WallDraft,
  trackerId: number,
  fieldId: number | undefined,
): WallDraft {
  const lists = new Map(draft.lists);
  if (fieldId === undefined) lists.delete(trackerId);
  else lists.set(trackerId, fieldId);
  const known = new Set(targetsOf(trackers, { ...draft, lists }, '').map(({ id }) => id));
  const columns = draft.columns.map((column) => ({ ...column, places: column.places.filter((id) => known.has(id)) }));
  return { columns, lists };
}

/** One place up or down; as it is at the end. */
export function moveOne<T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const one = list[at];
  return one === undefined || at + by < 0 || at + by >= list.length
    ? list
    : list.toSpliced(at, 1).toSpliced(at + by, 0, one);
}

const idsIn = (places: readonly string[], kind: 'value' | 'none'): number[] =>
  places.flatMap((place) => (place.startsWith(`${kind} `) ? Number(place.slice(kind.length + 1)) : []));

/** What is sent. */
export const writeWall = ({ columns, lists }: WallDraft) => ({
  columns: columns.map(({ id, label, colour, places }) => ({
    ...(id === undefined ? {} : { id }),
    label: label.trim(),
    color: colour,
    value_ids: idsIn(places, 'value'),
    none_of: idsIn(places, 'none'),
  })),
  mappings: [...lists].map(([trackerId, fieldId]) => ({ tracker_id: trackerId, field_id: fieldId })),
});
