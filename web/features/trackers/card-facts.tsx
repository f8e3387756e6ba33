// What cards say of an artifact besides its title and its people: the values of fields that its tracker puts on cards.
import type { EffortUnit } from '../../../contract/effort-unit.ts';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { showEffort } from '../../platform/lists/effort-text.ts';
import { isRecord, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { formatDay, todayHere } from '../../ui/dates/calendar-day.ts';
import ui from '../../ui/ui.module.css';
import { cellOf } from './table/cells.ts';
import { fieldIs } from '../fields/index.ts';
import type { Cell, CellPart } from '../fields/index.ts';
import { describeCell } from './table/describe-cell.ts';
import css from './card-facts.module.css';

export interface CardRoles {
  /** When it must be done; red once that is over. */
  dueId: number | undefined;
  estimateId: number | undefined;
  /** Of the estimate; null where its field names none. */
  unit: EffortUnit | null;
}

interface Props {
  /** `card_fields` of an item; those without a value are left out. */
  fields: readonly unknown[];
  without?: ReadonlySet<number>;
  roles?: CardRoles | undefined;
  /** Nothing of it is due any more. */
  isClosed?: boolean;
}

/** People stand in the head of the card. */
const arePeople = (cell: Cell): boolean =>
  cell.kind === 'parts' && cell.parts.some(({ picture }) => picture !== undefined);

/** A day, red with a word for screen readers where it is over. */
function Due({ iso, isClosed }: { iso: string; isClosed: boolean }): ReactNode {
  const day = iso.slice(0, 10);
  const isOver = !isClosed && day < todayHere();
  return (
    <span className={css.due} data-over={isOver || undefined}>
      <CalendarClock aria-hidden="true" size={13} /> {formatDay(day)}
      {isOver && <span className="visually-hidden"> {t('boards.overdue')}</span>}
    </span>
  );
}

const Parts = ({ parts, areLabels }: { parts: readonly CellPart[]; areLabels: boolean }): ReactNode =>
  parts.map(({ key, label, colour }) => (
    <span key={key} className={areLabels ? ui.badge : css.choice}>
      {!areLabels && colour !== undefined && <span className={ui.dot} data-colour={colour} />}
      <span className={css.text}>{label}</span>
    </span>
  ));

function Fact({
  field,
  roles,
  isClosed,
}: {
  field: Record<string, unknown>;
  roles: CardRoles | undefined;
  isClosed: boolean;
}) {
  const id = numberIn(field, 'field_id');
  const type = textIn(field, 'type') ?? '';
  const label = textIn(field, 'label') ?? '';
  const cell = cellOf({ ...field, type }, {});
  const isEstimate = id !== undefined && id === roles?.estimateId;
  const text = isEstimate && cell.kind === 'number' ? showEffort(cell.value, roles?.unit ?? null) : describeCell(cell);
  if (text === undefined || arePeople(cell)) return null;
  const isSelfEvident = cell.kind === 'parts' || isEstimate || (id === roles?.dueId && cell.kind === 'date');
  return (
    <span className={css.cardFact} title={`${label}: ${text}`}>
      <span className={isSelfEvident ? 'visually-hidden' : undefined}>{label}: </span>
      {cell.kind === 'parts' ? (
        <Parts parts={cell.parts} areLabels={fieldIs.openList({ type })} />
      ) : cell.kind === 'date' && id === roles?.dueId ? (
        <Due iso={cell.iso} isClosed={isClosed} />
      ) : (
        <span className={css.text}>{text}</span>
      )}
    </span>
  );
}

export const CardFacts = ({ fields, without, roles, isClosed = false }: Props): ReactNode =>
  fields.map((field) => {
    const id = numberIn(field, 'field_id') ?? 0;
    if (!isRecord(field) || without?.has(id) === true) return null;
    return <Fact key={id} field={field} roles={roles} isClosed={isClosed} />;
  });
