// What each column of a table is.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import css from './import.module.css';
import type { ImportColumn, ImportLine } from './use-import.ts';

interface Field {
  field_id: number;
  label: string;
  type: string;
}

interface Props {
  columns: readonly ImportColumn[];
  /** Fields that a cell can fill. */
  fields: readonly Field[];
  /** From which examples are taken. */
  lines: readonly ImportLine[];
  onChange(columns: readonly ImportColumn[]): void;
}

const targets = ['nothing', 'id', 'comment'] as const;

const choiceOf = ({ target, field_id: id }: ImportColumn): string => (target === 'field' ? String(id) : target);

/** With one column set; what it is now, no other column is any more. */
function setTarget(columns: readonly ImportColumn[], column: number, choice: string): readonly ImportColumn[] {
  const target = targets.find((one) => one === choice) ?? 'field';
  return columns.map((one) => {
    if (one.column === column) return { ...one, target, field_id: target === 'field' ? Number(choice) : null };
    const isTaken = choice !== 'nothing' && choiceOf(one) === choice;
    return isTaken ? { ...one, target: 'nothing', field_id: null } : one;
  });
}

export function Columns({ columns, fields, lines, onChange }: Props): ReactNode {
  const choices = [
    ...targets.map((id) => ({ id: String(id), label: t(`import.target.${id}`) })),
    ...fields.map(({ field_id: id, label }) => ({ id: String(id), label })),
  ];
  const example = (column: number): string =>
    lines.map(({ cells }) => cells[column]?.trim() ?? '').find((cell) => cell !== '') ?? '';
  return (
    <section className={`${ui.card} ${css.part}`} aria-label={t('import.columns')}>
      <h2>{t('import.columns')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('import.columnsText')}</p>
      <ul className={css.columns}>
        {columns.map((column) => (
          <li key={column.column} data-unused={column.target === 'nothing'}>
            <Select
              label={column.name === '' ? t('import.unnamed', { number: column.column + 1 }) : column.name}
              choices={choices}
              value={choiceOf(column)}
              onChange={(choice) => onChange(setTarget(columns, column.column, choice))}
            />
            <span className={`${ui.faint} ${ui.small} ${css.example}`}>{example(column.column)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
