// What cards say of an artifact besides its title and its people: the values of fields that its tracker puts on cards.
import type { ReactNode } from 'react';
import { isRecord, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { cellOf } from './table/cells.ts';
import type { Cell } from '../fields/index.ts';
import { describeCell } from './table/describe-cell.ts';
import css from './card-facts.module.css';

/** People stand in the head of the card. */
const arePeople = (cell: Cell): boolean =>
  cell.kind === 'parts' && cell.parts.some(({ picture }) => picture !== undefined);

/** `fields` are `card_fields` of an item; those without a value, and those of `without`, are left out. Values of lists speak for themselves. */
export const CardFacts = ({
  fields,
  without,
}: {
  fields: readonly unknown[];
  without?: ReadonlySet<number>;
}): ReactNode =>
  fields.map((field) => {
    const [id, label, type] = [numberIn(field, 'field_id') ?? 0, textIn(field, 'label'), textIn(field, 'type')];
    if (!isRecord(field) || type === undefined || without?.has(id) === true) return null;
    const cell = cellOf({ ...field, type }, {});
    const text = describeCell(cell);
    if (text === undefined || arePeople(cell)) return null;
    return (
      <span key={id} className={css.cardFact} title={`${label ?? ''}: ${text}`}>
        <span className={cell.kind === 'parts' ? 'visually-hidden' : undefined}>{label}: </span>
        {text}
      </span>
    );
  });
