// Which fields of a tracker the page of an artifact shows where: in its head, as its text, in the column beside it. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import { listIn, numberIn } from '../../../platform/parse-unknown.ts';
import { fieldIs, fieldTypeOf } from '../../fields/index.ts';
import type { Field } from '../../fields/index.ts';

type Tracker = Pick<Schemas['Tracker'], 'fields' | 'semantics'>;

export interface PageParts {
  title: Field | undefined;
  description: Field | undefined;
  status: Field | undefined;
  /** In their order; the status is not among them. */
  column: readonly Field[];
}

/** What fits a narrow column. */
const fitsColumn = (field: Field): boolean =>
  fieldIs.links(field) ||
  fieldIs.line(field) ||
  (!fieldIs.layout(field) &&
    fieldTypeOf(field.type).isWide !== true &&
    fieldTypeOf(field.type).isShownElsewhere !== true);

/**
 * The column has the assignee, the fields of cards (all lists where cards have none), dates, what is estimated and what remains, and
 * links.
 */
export function pageParts({ fields, semantics }: Tracker): PageParts {
  const find = (name: string, key = 'field_id'): Field | undefined => {
    const id = numberIn(semantics[name], key);
    return fields.find(({ field_id: fieldId }) => fieldId === id);
  };
  const [title, description, status] = [find('title'), find('description'), find('status')];
  const cardIds = listIn(semantics['plugin_cardwall_card_fields'], 'field_ids');
  const ofCards = cardIds.flatMap((id) => fields.find(({ field_id: fieldId }) => fieldId === id) ?? []);
  const wanted = [
    find('contributor'),
    ...(ofCards.length === 0 ? fields.filter(fieldIs.anyList) : ofCards),
    find('timeframe', 'start_date_field_id'),
    find('timeframe', 'end_date_field_id'),
    find('timeframe', 'duration_field_id'),
    ...fields.filter(fieldIs.date),
    find('initial_effort'),
    find('progress', 'total_effort_field_id'),
    find('progress', 'remaining_effort_field_id'),
    ...fields.filter(fieldIs.links),
  ];
  const elsewhere = [title, description, status];
  const column = wanted.flatMap((field) =>
    field === undefined || elsewhere.includes(field) || !fitsColumn(field) ? [] : [field],
  );
  return { title, description, status, column: [...new Set(column)] };
}
