// What the columns of a table are: by their names, or as somebody said.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { ArtifactImport } from './csv-imports.schema.ts';

export interface Columns {
  /** Of each column. */
  names: readonly string[];
  /** The fields that columns fill, by column. */
  fields: ReadonlyMap<number, Field>;
  id: number | undefined;
  comment: number | undefined;
}

const isFilled = (viewer: Viewer, tracker: Definition, field: Field): boolean =>
  field.isUsed &&
  fieldTypeOf(field.type).kind === 'stored' &&
  fieldTypeOf(field.type).readCell !== undefined &&
  (mayField(viewer, tracker, field, 'submit') || mayField(viewer, tracker, field, 'update'));

const sent = (name: string): string => name.trim().toLowerCase();

/** Names of the field with the artifact's number in exports, and what people call it. */
const idNames = new Set(['id', 'aid', 'artifact_id', 'artifact id', '@id', "'@id"]);

/** By names of fields, else by labels; each field once. */
export function guessColumns(viewer: Viewer, tracker: Definition, names: readonly string[]): Columns {
  const fields = new Map<number, Field>();
  const taken = new Set<number>();
  const own = tracker.fields
    .filter((field) => fieldIs.artifactId(field) && field.isUsed)
    .flatMap(({ name, label }) => [name, label]);
  const isId = (name: string): boolean => idNames.has(sent(name)) || own.map(sent).includes(sent(name));
  const filled = tracker.fields.filter((field) => isFilled(viewer, tracker, field));
  for (const [column, name] of names.entries()) {
    const free = filled.filter(({ id }) => !taken.has(id));
    const field =
      free.find((one) => sent(one.name) === sent(name)) ?? free.find((one) => sent(one.label) === sent(name));
    if (field === undefined || isId(name)) continue;
    taken.add(field.id);
    fields.set(column, field);
  }
  const place = (isMeant: (name: string) => boolean): number | undefined => {
    const found = names.findIndex((name, column) => isMeant(name) && !fields.has(column));
    return found < 0 ? undefined : found;
  };
  return { names, fields, id: place(isId), comment: place((name) => sent(name) === 'comment') };
}

/** Throws invalid for a column that the file lacks, one that is named twice, and a field that can't be filled from a cell. */
export function readColumns(
  viewer: Viewer,
  tracker: Definition,
  names: readonly string[],
  columns: NonNullable<Static<typeof ArtifactImport>['columns']>,
): Columns {
  const fields = new Map<number, Field>();
  const places = new Map<'id' | 'comment', number>();
  const used = new Set<string>();
  for (const [index, { column, target, field_id: fieldId }] of columns.entries()) {
    const path = `columns[${index}]`;
    if (column >= names.length)
      throw invalid(says('import.columns')`the file has ${names.length} columns`, `${path}.column`);
    for (const key of [
      `column ${column}`,
      ...(target === 'nothing' ? [] : [target === 'field' ? `field ${fieldId ?? 0}` : target]),
    ]) {
      if (used.has(key)) throw invalid(says('import.twice')`${key} is listed twice`, path);
      used.add(key);
    }
    if (target === 'id' || target === 'comment') places.set(target, column);
    if (target === 'field') fields.set(column, requireFilled(viewer, tracker, fieldId, `${path}.field_id`));
  }
  return { names, fields, id: places.get('id'), comment: places.get('comment') };
}

function requireFilled(viewer: Viewer, tracker: Definition, id: number | null, path: string): Field {
  const field = id === null ? undefined : tracker.fieldById.get(id);
  if (field !== undefined && isFilled(viewer, tracker, field)) return field;
  throw invalid(
    field === undefined || !mayField(viewer, tracker, field, 'read')
      ? says('import.no-field')`is not a field of this tracker`
      : says('import.never-filled')`the field "${field.label}" can't be imported`,
    path,
  );
}

/** As they are sent back, one for each column. */
export const viewColumns = ({ names, fields, id, comment }: Columns) =>
  names.map((name, column) => {
    const field = fields.get(column);
    const target =
      field !== undefined
        ? ('field' as const)
        : column === id
          ? ('id' as const)
          : column === comment
            ? ('comment' as const)
            : ('nothing' as const);
    return { column, name, target, field_id: field?.id ?? null };
  });
