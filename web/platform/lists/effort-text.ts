// Efforts in words.
import type { EffortUnit } from '../../../contract/effort-unit.ts';
import { formatNumber, t } from '../i18n.ts';

/** Such as “4.5 hours”; the amount alone where no field names a unit. */
export const showEffort = (value: number, unit: EffortUnit | null): string => {
  const amount = formatNumber(value);
  return unit === null ? amount : t(`planning.effort.${unit}`, { amount, count: value });
};
