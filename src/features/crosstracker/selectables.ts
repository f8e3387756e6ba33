// What a search can select, sort by and ask for: fields by their short names, and what trackers have in common, by names
// that start with @.
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { queryLanguage } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition, Field, SearchKind } from '../trackers/index.ts';

/** Types of columns, as the wire names them. */
export type ColumnType =
  | 'artifact'
  | 'date'
  | 'text'
  | 'numeric'
  | 'list_static'
  | 'list_user_group'
  | 'list_user'
  | 'user'
  | 'project'
  | 'tracker'
  | 'pretty_title'
  | 'link_type';

const commonTypes: Readonly<Record<string, ColumnType>> = {
  '@title': 'text',
  '@description': 'text',
  '@status': 'list_static',
  '@assigned_to': 'list_user',
  '@submitted_on': 'date',
  '@last_update_date': 'date',
  '@submitted_by': 'user',
  '@last_update_by': 'user',
  '@id': 'numeric',
  '@rank': 'numeric',
  '@project.name': 'project',
  '@tracker.name': 'tracker',
  '@pretty_title': 'pretty_title',
  '@link_type': 'link_type',
};

/** The field that a name stands for in a tracker; undefined where the viewer may not read it. */
export function fieldOf(viewer: Viewer, tracker: Definition, name: string): Field | undefined {
  const { title, description, status, contributor } = tracker.semantics;
  const semantics = { '@title': title, '@description': description, '@status': status, '@assigned_to': contributor };
  const semantic = Object.entries(semantics).find(([known]) => known === name.toLowerCase())?.[1];
  const field = name.startsWith('@') ? tracker.fieldById.get(semantic?.field_id ?? -1) : tracker.fieldByName.get(name);
  return field !== undefined && mayField(viewer, tracker, field, 'read') ? field : undefined;
}

/** What a name in a condition stands for. */
type Searchable = NonNullable<ReturnType<typeof queryLanguage.searchableField>>;

const common: Readonly<Record<string, Searchable['search']>> = {
  '@submitted_on': 'submitted-on',
  '@last_update_date': 'updated-on',
  '@submitted_by': 'submitted-by',
  '@last_update_by': 'updated-by',
  '@id': 'artifact-id',
  '@comments': 'comments',
  '@fulltext': 'full-text',
};

/** What a name in WHERE stands for in a tracker. */
export function findSearchable(viewer: Viewer, tracker: Definition, name: string): Searchable | undefined {
  const search = common[name.toLowerCase()];
  if (search !== undefined) return { name, search, field: undefined };
  const found = queryLanguage.searchableField({ viewer, tracker }, name, fieldOf(viewer, tracker, name));
  if (found === undefined) return undefined;
  return name.toLowerCase() === '@status' ? { ...found, openIds: tracker.semantics.status?.value_ids } : found;
}

const columnTypes: Readonly<Partial<Record<SearchKind, ColumnType>>> = {
  text: 'text',
  integer: 'numeric',
  number: 'numeric',
  sum: 'numeric',
  'artifact-id': 'numeric',
  'artifact-number': 'numeric',
  rank: 'numeric',
  date: 'date',
  'submitted-on': 'date',
  'updated-on': 'date',
  'submitted-by': 'user',
  'updated-by': 'user',
};

const listTypes = { static: 'list_static', users: 'list_user', ugroups: 'list_user_group' } as const;

function typeOfField({ type, settings }: Field): ColumnType | undefined {
  const { list, search } = fieldTypeOf(type);
  if (list !== undefined) return listTypes[settings.bind?.kind ?? 'static'];
  return search === undefined ? undefined : columnTypes[search];
}

/** Whether the numbers of a column name artifacts, as `#12` does, and count nothing. */
export const isIdentifier = (viewer: Viewer, trackers: readonly Definition[], name: string): boolean =>
  name.toLowerCase() === '@id' ||
  trackers.some((tracker) => {
    const field = fieldOf(viewer, tracker, name);
    return field !== undefined && fieldIs.identifier(field);
  });

/** The type of a column over all trackers. Throws invalid for what no tracker has, or where trackers differ. */
export function typeOfColumn(
  viewer: Viewer,
  trackers: readonly Definition[],
  name: string,
  parameter: string,
): ColumnType {
  const known = commonTypes[name.toLowerCase()];
  if (known !== undefined) return known;
  const fields = trackers.flatMap((tracker) => fieldOf(viewer, tracker, name) ?? []);
  if (fields.length === 0)
    throw invalid(says('query.no-select')`can't select '${name}': there is no such field`, parameter);
  const [type, ...others] = new Set(fields.map(typeOfField));
  if (type === undefined)
    throw invalid(says('query.no-select-type')`can't select '${name}': this type of field has no column`, parameter);
  if (others.length > 0)
    throw invalid(
      says('query.different-types')`the fields named '${name}' have different types in the trackers`,
      parameter,
    );
  return type;
}
