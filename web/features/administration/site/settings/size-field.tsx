// A number of bytes in the unit that a person chooses.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { Select, TextField } from '../../../../ui/forms/fields.tsx';
import ui from '../../../../ui/ui.module.css';

const isAmount = (text: string): boolean => /^\d{1,15}$/.test(text);

/** The largest unit that gives a whole number, as a power of 1,024. */
function stepOf(value: string, count: number): number {
  const bytes = Number(value);
  let step = 0;
  while (isAmount(value) && bytes > 0 && step < count - 1 && bytes % 1024 ** (step + 1) === 0) step += 1;
  return step;
}

interface Props {
  label: string;
  /** Bytes in decimal, or what was typed that is no whole number. */
  value: string;
  onChange(value: string): void;
}

export function SizeField({ label, value, onChange }: Props): ReactNode {
  const units = t('ui.units').split(' ');
  const [chosen, choose] = useState<number>();
  const least = stepOf(value, units.length);
  const step = chosen === undefined || chosen > least ? least : chosen;
  const amount = isAmount(value) ? String(Number(value) / 1024 ** step) : value;
  const scale = (text: string, by: number): string => (isAmount(text) ? String(Number(text) * 1024 ** by) : text);
  return (
    <div className={ui.row}>
      <TextField
        label={label}
        isLabelHidden
        inputMode="numeric"
        value={amount}
        onChange={(text) => {
          choose(step);
          onChange(scale(text, step));
        }}
      />
      <Select
        label={t('admin.unitOf', { name: label })}
        isLabelHidden
        choices={units.map((unit, id) => ({ id: String(id), label: unit }))}
        value={String(step)}
        onChange={(id) => {
          choose(Number(id));
          onChange(scale(amount, Number(id)));
        }}
      />
    </div>
  );
}
