// How a tracker lays its fields out: fieldsets, columns beside each other, separators, texts. Pure.
import { listIn, numberIn } from '../../../platform/parse-unknown.ts';
import { fieldIs, fieldTypeOf, partsOf } from '../../fields/index.ts';
import type { Field } from '../../fields/index.ts';

export type Box =
  | { kind: 'fieldset'; field: Field; boxes: readonly Box[] }
  /** Beside each other. */
  | { kind: 'columns'; columns: readonly { id: number; boxes: readonly Box[] }[] }
  | { kind: 'field'; field: Field }
  /** What is no field, and shown as its type says. */
  | { kind: 'part'; field: Field };

/** The tree of `structure` with its fields; what has no field, or is not used, is left out. Columns in a row stand together. */
export function readLayout(structure: readonly unknown[], fields: ReadonlyMap<number, Field>): readonly Box[] {
  const boxes: Box[] = [];
  for (const node of structure) {
    const field = fields.get(numberIn(node, 'id') ?? 0);
    if (field === undefined) continue;
    const inner = (): readonly Box[] => readLayout(listIn(node, 'content'), fields);
    const last = boxes.at(-1);
    switch (fieldTypeOf(field.type).layout) {
      case 'fieldset':
        boxes.push({ kind: 'fieldset', field, boxes: inner() });
        break;
      case 'column':
        if (last?.kind === 'columns')
          boxes[boxes.length - 1] = { ...last, columns: [...last.columns, { id: field.field_id, boxes: inner() }] };
        else boxes.push({ kind: 'columns', columns: [{ id: field.field_id, boxes: inner() }] });
        break;
      case 'part':
        if (partsOf(field.type)?.loadReader !== undefined) boxes.push({ kind: 'part', field });
        break;
      case undefined:
        boxes.push({ kind: 'field', field });
    }
  }
  return boxes;
}

/** What is left of the boxes with only the fields that `isShown`; empty fieldsets and columns go. */
export function filterLayout(boxes: readonly Box[], isShown: (field: Field) => boolean): readonly Box[] {
  return boxes.flatMap((box): Box[] => {
    switch (box.kind) {
      case 'fieldset': {
        const inner = isShown(box.field) ? filterLayout(box.boxes, isShown) : [];
        return inner.some(holdsSomething) ? [{ ...box, boxes: inner }] : [];
      }
      case 'columns': {
        const columns = box.columns
          .map(({ id, boxes: held }) => ({ id, boxes: filterLayout(held, isShown) }))
          .filter(({ boxes: held }) => held.some(holdsSomething));
        return columns.length === 0 ? [] : [{ kind: 'columns', columns }];
      }
      case 'field':
        return isShown(box.field) ? [box] : [];
      case 'part':
        return [box];
    }
  });
}

const holdsSomething = (box: Box): boolean => box.kind !== 'part' || !fieldIs.decoration(box.field);
