// What everything that matches amounts to: how many there are, how many by value of a list, the numbers of fields. Only
// what the viewer sees and reads counts.
import type { Static } from 'typebox';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { displayName } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf, mayField } from '../../trackers/index.ts';
import type { Definition, Field, Trackers } from '../../trackers/index.ts';
import { keysOf, listKeys } from '../query/index.ts';
import type { ReadKeys } from '../query/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import type { ArtifactFilter } from '../lists/tracker-lists.ts';
import type { Summary, TrackerCounts } from './summaries.schema.ts';

export interface SummaryQuery {
  filters: readonly ArtifactFilter[];
  /** Id or short name of a list. */
  groupBy: string | undefined;
  /** Ids or short names of fields with numbers, comma separated. */
  fields: string | undefined;
}

interface Deps {
  artifacts: Artifacts;
  trackers: Trackers;
}

/** Number fields of one summary; more are answered 400. */
const fieldsMax = 20;

/** Throws as Trackers.read and Queries do; invalid for fields that are unknown, may not be read, or are of another kind. */
export async function summarize(
  deps: Deps,
  viewer: Viewer,
  trackerId: number,
  query: SummaryQuery,
): Promise<Static<typeof Summary>> {
  const { artifacts } = deps;
  const tracker = await deps.trackers.read(viewer, trackerId);
  const condition = await artifacts.readFilters(viewer, tracker, query.filters);
  const numberFields = (query.fields === undefined ? [] : query.fields.split(',')).map((name) =>
    findField(viewer, tracker, name.trim(), 'fields', ['integer', 'number', 'sum']),
  );
  if (numberFields.length > fieldsMax)
    throw invalid(says('summary.fields')`at most ${fieldsMax} fields can be summed`, 'fields');
  const groupField =
    query.groupBy === undefined
      ? undefined
      : findField(viewer, tracker, query.groupBy, 'group_by', ['list', 'open-list']);
  const columns = numberFields.map((field) => ({
    field,
    read: keysOf(artifacts.reading, viewer, tracker, field, 'fields'),
    tally: startTally(),
  }));
  const counts = new Map<number | null, number>();
  const startedMs = performance.now();
  let size = 0;
  for await (const ids of artifacts.listings.walk(viewer, tracker, condition)) {
    if (performance.now() - startedMs > viewer.site.settings.query_time_max_ms)
      throw invalid(says('summary.slow')`the summary takes too long; add filters`, 'query');
    size += ids.length;
    for (const { read, tally } of columns) if (read !== undefined) await addNumbers(tally, read, ids);
    if (groupField !== undefined) await countGroups(deps, counts, groupField, ids);
  }
  return {
    size,
    groups: groupField === undefined ? [] : await showGroups(deps, viewer, groupField, counts),
    numbers: columns.map(({ field, tally }) => ({ field_id: field.id, ...showTally(tally) })),
  };
}

function findField(
  viewer: Viewer,
  tracker: Definition,
  name: string,
  parameter: string,
  kinds: readonly string[],
): Field {
  const field = tracker.fieldByName.get(name) ?? tracker.fieldById.get(/^\d{1,15}$/.test(name) ? Number(name) : -1);
  if (field === undefined || field.settings.isDeleted === true || !mayField(viewer, tracker, field, 'read'))
    throw invalid(
      says('report.unread-field')`the tracker has no field ${JSON.stringify(name)} that you have access to`,
      parameter,
    );
  if (!kinds.includes(fieldTypeOf(field.type).search ?? ''))
    throw invalid(
      says('report.kind')`${field.name} can't be used here; use a field of type ${kinds.join(', ')}`,
      parameter,
    );
  return field;
}

/** Numbers seen so far, by Welford's method, which loses nothing where they are large and close together. */
interface Tally {
  count: number;
  sum: number;
  mean: number;
  squares: number;
  min: number;
  max: number;
}

const startTally = (): Tally => ({ count: 0, sum: 0, mean: 0, squares: 0, min: Infinity, max: -Infinity });

async function addNumbers(tally: Tally, read: ReadKeys, ids: readonly number[]): Promise<void> {
  for (const value of (await read(ids)).values()) {
    if (typeof value !== 'number') continue;
    tally.count += 1;
    tally.sum += value;
    const before = value - tally.mean;
    tally.mean += before / tally.count;
    tally.squares += before * (value - tally.mean);
    tally.min = Math.min(tally.min, value);
    tally.max = Math.max(tally.max, value);
  }
  if (isSliceOver()) await yieldSlice();
}

const showTally = ({ count, sum, mean, squares, min, max }: Tally) => ({
  count,
  sum,
  average: count === 0 ? null : mean,
  min: count === 0 ? null : min,
  max: count === 0 ? null : max,
  standard_deviation: count === 0 ? null : Math.sqrt(squares / count),
});

async function countGroups(
  { artifacts }: Deps,
  counts: Map<number | null, number>,
  field: Field,
  ids: readonly number[],
): Promise<void> {
  const rows = await listKeys(artifacts.reading.db, field.id, ids);
  const having = new Set<number>();
  for (const { artifact_id: id, key } of rows) {
    having.add(id);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const without = ids.length - having.size;
  if (without > 0) counts.set(null, (counts.get(null) ?? 0) + without);
  if (isSliceOver()) await yieldSlice();
}

/** Values in the order of the list, people by name, then those without a value. */
async function showGroups(
  { artifacts }: Deps,
  viewer: Viewer,
  field: Field,
  counts: ReadonlyMap<number | null, number>,
): Promise<Static<typeof Summary>['groups']> {
  const keys = [...counts.keys()].filter((key) => key !== null);
  const known = await nameValues(artifacts, viewer, field, keys);
  const shown = known.flatMap((value) => {
    const count = counts.get(value.id);
    return count === undefined ? [] : [{ value, count }];
  });
  const counted = shown.reduce((sum, { count }) => sum + count, 0);
  const all = [...counts].reduce((sum, [key, count]) => sum + (key === null ? 0 : count), 0);
  const without = (counts.get(null) ?? 0) + all - counted;
  return without === 0 ? shown : [...shown, { value: null, count: without }];
}

interface NamedValue {
  id: number;
  label: string;
  color_name: string | null;
}

/** The values of a list in its order; of a list of people those with these ids, by name. */
export const nameValues = async (
  artifacts: Artifacts,
  viewer: Viewer,
  field: Field,
  userIds: readonly number[],
): Promise<NamedValue[]> =>
  field.settings.bind?.kind === 'users'
    ? namePeople(artifacts, viewer, userIds)
    : [
        ...field.values.map(({ id, label, color }) => ({ id, label, color_name: colourOf(color) })),
        ...field.openValues.map(({ id, label }) => ({ id: -id, label, color_name: null })),
      ];

const colourOf = (color: string): string | null => (color === '' || color.startsWith('#') ? null : color);

async function namePeople({ reading }: Artifacts, viewer: Viewer, ids: readonly number[]) {
  const users = await reading.people.findMany(new Set(ids), viewer.site.version);
  return [...users]
    .map(([id, user]) => ({ id, label: displayName(user), color_name: null }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** How many artifacts of each of the project's trackers the viewer sees, and how many of them are open. Throws as Trackers.listOfProject. */
export async function countByTracker(
  { artifacts, trackers }: Deps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof TrackerCounts>> {
  const counts: Static<typeof TrackerCounts> = [];
  for (const tracker of await trackers.listOfProject(viewer, projectId, false)) {
    const count = async (...filters: readonly ArtifactFilter[]): Promise<number> => {
      const condition = await artifacts.readFilters(viewer, tracker, filters);
      const page = { limit: 1, offset: 0, isDescending: false };
      return (await artifacts.queries.list(viewer, tracker, condition, page, 'id')).size;
    };
    const { status } = tracker.semantics;
    const field = tracker.fieldById.get(status?.field_id ?? -1);
    const open =
      status === undefined || field === undefined || !mayField(viewer, tracker, field, 'read')
        ? null
        : await count({
            parameter: 'query',
            text: JSON.stringify({ [field.id]: { operator: 'contains', value: status.value_ids } }),
          });
    counts.push({ tracker: { id: tracker.id, uri: `trackers/${tracker.id}` }, size: await count(), open });
    if (isSliceOver()) await yieldSlice();
  }
  return counts;
}
