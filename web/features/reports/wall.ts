// Artifacts as cards of a wall, and its columns. Pure.
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { personNameIn } from '../../platform/names/person-names.ts';
import type { Card, Column } from '../../ui/board/board-rules.ts';
import { valuesOf } from '../../platform/lists/list-values.ts';
import { chosenIn } from './chart-fields.ts';
import type { Schemas, Tracker } from './report-types.ts';

type Field = Tracker['fields'][number];
type Artifact = Pick<Schemas['Artifact'], 'id' | 'xref' | 'title' | 'values' | 'assignees' | 'full_status'>;

/** The column of those without a value. */
export const noneId = '100';

/**
 * A column for each visible value, one for those without any where there are some or may be some, and one for each value that
 * only cards know of, such as a person who left.
 */
export function columnsOf(
  field: Pick<Field, 'field_id' | 'values' | 'required'>,
  artifacts: readonly Artifact[],
  none: string,
): Column[] {
  const offered = valuesOf(field).map(({ id, label, colour }): Column => ({ id: String(id), label, colour }));
  const known = new Map(offered.map((column) => [column.id, column]));
  let hasNone = false;
  for (const { values } of artifacts) {
    const value = values?.find(({ field_id: id }) => id === field.field_id);
    if (chosenIn(values, field.field_id).length === 0) hasNone = true;
    for (const part of listIn(value, 'values')) {
      const id = numberIn(part, 'id');
      if (id === undefined || id === Number(noneId) || known.has(String(id)) || !isRecord(part)) continue;
      const label = textIn(part, 'label') ?? personNameIn(part) ?? String(id);
      known.set(String(id), { id: String(id), label, colour: textIn(part, 'tlp_color') ?? null });
    }
  }
  const columns = [...known.values()].filter(({ id }) => id !== noneId);
  return hasNone || !field.required ? [{ id: noneId, label: none, colour: null }, ...columns] : columns;
}

/** One card for each artifact, in the column of its first value. */
export const cardsOf = (fieldId: number, artifacts: readonly Artifact[], untitled: string): Card[] =>
  artifacts.map(({ id, xref, title, values, assignees, full_status: status }) => ({
    id,
    columnId: String(chosenIn(values, fieldId)[0] ?? noneId),
    title: title === null || title === '' ? untitled : title,
    name: xref,
    href: `/artifacts/${id}`,
    colour: status?.color ?? null,
    people: assignees,
  }));
