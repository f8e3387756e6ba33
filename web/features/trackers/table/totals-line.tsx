// The line under the table: what the numbers of a column come to, over everything that matches.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { shownColumns } from './columns.ts';
import { isSummable } from '../fields.ts';
import css from '../report.module.css';
import { summaryQuery } from '../trackers.queries.ts';
import type { OpenReport } from '../use-report.ts';
import { totals } from '../view-settings.ts';
import type { Total } from '../view-settings.ts';

const keys = {
  sum: 'sum',
  average: 'average',
  min: 'min',
  max: 'max',
  count: 'count',
  deviation: 'standard_deviation',
} as const satisfies Record<Total, string>;

/** Digits after the point that a total shows. */
const digits = 100;

export function TotalsLine({ open, total }: { open: OpenReport; total: Total }): ReactNode {
  const { tracker, state, settings, filter, changeSettings } = open;
  const columns = shownColumns(tracker, state.columns, settings);
  const fields = [...new Set(columns.filter(({ field }) => isSummable(field)).map(({ field }) => field.field_id))];
  const { data } = useQuery({
    ...summaryQuery(tracker.id, filter, '', fields.join(',')),
    enabled: fields.length > 0,
    placeholderData: keepPreviousData,
  });
  const numberOf = (fieldId: number): number | null | undefined =>
    data?.numbers.find(({ field_id: id }) => id === fieldId)?.[keys[total]];
  return (
    <div role="rowgroup" className={css.totals}>
      <div role="row" className={css.totalsRow}>
        <div role="gridcell" className={css.boxCell} aria-label={t('trackers.total')} />
        {columns.map(({ key, field, isNumeric }, index) => {
          const value = isSummable(field) ? numberOf(field.field_id) : undefined;
          return (
            <div key={key} role="gridcell" className={isNumeric ? css.numberCell : css.cell}>
              {value === undefined || value === null
                ? index === 0 && !isSummable(field) && <span className={css.line}>Σ</span>
                : formatNumber(Math.round(value * digits) / digits)}
            </div>
          );
        })}
      </div>
      <label className={css.totalChoice}>
        <span className="visually-hidden">{t('trackers.total')}</span>
        <select
          value={total}
          onChange={({ target }) => changeSettings({ total: totals.find((known) => known === target.value) })}
        >
          {totals.map((one) => (
            <option key={one} value={one}>
              {t(`trackers.total.${one}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
