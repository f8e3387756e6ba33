// How a table writes its dates and numbers, where that is asked or may be corrected.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import type { Forms } from './use-import.ts';

interface Props {
  forms: Forms;
  /** The forms to choose. */
  asked: readonly (keyof Forms)[];
  onChange(forms: Forms): void;
}

const dateOrders = ['day_month_year', 'month_day_year'] as const;
const decimalSeparators = ['comma', 'point'] as const;

export function TableForms({ forms, asked, onChange }: Props): ReactNode {
  const { date_order: order, decimal_separator: decimal, ...others } = forms;
  const automatic = { id: '', label: t('import.asWritten') };
  return (
    <>
      {asked.includes('date_order') && (
        <Select
          label={t('import.dates')}
          choices={[automatic, ...dateOrders.map((id) => ({ id: String(id), label: t(`import.dates.${id}`) }))]}
          value={order ?? ''}
          onChange={(id) => {
            const chosen = dateOrders.find((one) => one === id);
            const kept = decimal === undefined ? others : { ...others, decimal_separator: decimal };
            onChange(chosen === undefined ? kept : { ...kept, date_order: chosen });
          }}
        />
      )}
      {asked.includes('decimal_separator') && (
        <Select
          label={t('import.numbers')}
          choices={[
            automatic,
            ...decimalSeparators.map((id) => ({ id: String(id), label: t(`import.numbers.${id}`) })),
          ]}
          value={decimal ?? ''}
          onChange={(id) => {
            const chosen = decimalSeparators.find((one) => one === id);
            const kept = order === undefined ? others : { ...others, date_order: order };
            onChange(chosen === undefined ? kept : { ...kept, decimal_separator: chosen });
          }}
        />
      )}
    </>
  );
}
