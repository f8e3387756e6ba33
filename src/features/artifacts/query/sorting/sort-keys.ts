// By what artifacts are sorted where a field decides: numbers and dates by size, texts without regard to case, chosen values
// in the order of the list, people by name. Only what the viewer may read has a key.
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { displayName } from '../../../people/index.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldTypeOf, mayField } from '../../../trackers/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import { listArtifactsByIds } from '../../artifact/artifacts.store.ts';
import { rankOf } from '../../ranking/rank.ts';
import { readRenderables } from '../../rendering/readable-artifacts.ts';
import { readComputed } from '../engine/computed-numbers.ts';
import type { RelationDeps } from '../../rendering/relations.ts';
import { foldForSearch, ownerOfField } from '../../artifact/search-texts.ts';
import type { SortKey } from './column-cache.ts';
import * as store from './sort-keys.store.ts';
import { standardField } from './standard-fields.ts';

/** Keys of some artifacts by id; those without one are left out. */
export type ReadKeys = (ids: readonly number[]) => Promise<ReadonlyMap<number, SortKey>>;

/** Characters of a text that sort. */
export const textStart = 100;

/** Whether artifacts can be sorted by the field. */
export const isSortable = (field: Field): boolean => {
  const { search } = fieldTypeOf(field.type);
  return search !== undefined && search !== 'files' && search !== 'groups';
};

/**
 * How keys of a field are read for one request; undefined where the viewer may not read it, or nothing can be sorted by it. It throws
 * as readComputed does, with the name of `parameter`.
 */
export function keysOf(
  deps: RelationDeps,
  viewer: Viewer,
  tracker: Definition,
  field: Field,
  parameter = 'sort',
): ReadKeys | undefined {
  if (!isSortable(field) || !mayField(viewer, tracker, field, 'read')) return undefined;
  switch (fieldTypeOf(field.type).search) {
    case 'text':
      return async (ids) => {
        const rows = await store.listTextStarts(deps.db, ownerOfField(field.id), ids, textStart);
        return new Map(rows.map((row) => [row.artifact_id, row.text]));
      };
    case 'list':
    case 'open-list':
      return listKeysOf(deps, viewer, field);
    case 'integer':
    case 'number':
    case 'date':
      return async (ids) =>
        new Map((await store.listKeys(deps.db, field.id, ids)).map((row) => [row.artifact_id, row.key]));
    case 'sum':
      return readComputed(deps, viewer, tracker, field, parameter);
    default:
      return ownKeysOf(deps, viewer, tracker, field);
  }
}

/** Gives the place of a value, by its key, in the list as it is shown; undefined for a value that is gone. */
export function placesOf(field: Field): (key: number) => number | undefined {
  const keys = [...field.values.map(({ id }) => id), ...field.openValues.map(({ id }) => -id)];
  const places = new Map(keys.map((key, place) => [key, place]));
  return (key) => places.get(key);
}

/** The first of several chosen values decides. */
function listKeysOf(deps: RelationDeps, viewer: Viewer, field: Field): ReadKeys {
  const placeOf = placesOf(field);
  return async (ids) => {
    const rows = await store.listKeys(deps.db, field.id, ids);
    const isPeople = field.settings.bind?.kind === 'users';
    const names = isPeople ? await namesOf(deps, viewer, new Set(rows.map((row) => row.key))) : undefined;
    const keys = new Map<number, SortKey>();
    for (const { artifact_id: id, key } of rows) {
      const place = (names === undefined ? placeOf(key) : names.get(key)) ?? null;
      const first = keys.get(id) ?? null;
      if (first === null || (place !== null && compareKeys(place, first) < 0)) keys.set(id, place);
    }
    return keys;
  };
}

/** By which people are sorted. */
export async function namesOf(
  deps: RelationDeps,
  viewer: Viewer,
  ids: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const users = await deps.people.findMany(ids, viewer.site.version);
  return new Map([...users].map(([id, user]) => [id, foldForSearch(displayName(user))]));
}

/** What every artifact has. Who changed it last, and when, are as the viewer may know them. */
function ownKeysOf(deps: RelationDeps, viewer: Viewer, tracker: Definition, field: Field): ReadKeys {
  const { search } = fieldTypeOf(field.type);
  if (search === 'artifact-id') return async (ids) => new Map(ids.map((id) => [id, id]));
  return async (ids) => {
    const rows = await listArtifactsByIds(deps.db, ids);
    if (search === 'rank') return new Map(rows.map((row) => [row.id, rankOf(row)]));
    const isOfChange = search === 'updated-by' || search === 'updated-on';
    const known = isOfChange
      ? (await readRenderables(deps, viewer, rows, new Map([[tracker.id, tracker]]))).renderables.map(({ row }) => row)
      : rows;
    if (search === 'submitted-by' || search === 'updated-by') {
      const column = search === 'submitted-by' ? 'submitted_by' : 'updated_by';
      const names = await namesOf(deps, viewer, new Set(known.map((row) => row[column])));
      return new Map(known.map((row) => [row.id, names.get(row[column]) ?? null]));
    }
    const column = search === 'submitted-on' ? 'submitted_at_ms' : search === 'updated-on' ? 'updated_at_ms' : 'number';
    return new Map(known.map((row) => [row.id, row[column]]));
  };
}

/** Nothing comes first. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

export interface SortStep {
  field: Field;
  isDescending: boolean;
}

/** Fields that one list is sorted by; more are answered 400. */
const stepsMax = 5;

/** Reads a text such as `-severity,@id`. Throws invalid with the path `sort` for unknown fields and those that sort nothing. */
export function readSortSteps(tracker: Definition, text: string): SortStep[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > stepsMax)
    throw invalid(says('query.sort-fields')`at most ${stepsMax} sort fields are allowed`, 'sort');
  return names.map((name) => {
    const isDescending = name.startsWith('-');
    const key = isDescending ? name.slice(1) : name;
    const field =
      standardField(tracker, key) ??
      tracker.fieldByName.get(key) ??
      tracker.fieldById.get(/^\d{1,15}$/.test(key) ? Number(key) : -1);
    if (field === undefined || field.settings.isDeleted === true)
      throw invalid(says('query.sort-unknown')`the tracker has no field ${JSON.stringify(key)}`, 'sort');
    if (!isSortable(field)) throw invalid(says('query.sort-type')`artifacts can't be sorted by ${field.name}`, 'sort');
    return { field, isDescending };
  });
}
