// Efforts as pages write them: the amount with its unit.
import { formatNumber, t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/schemas.ts';

export type Effort = Schemas['MilestoneEffort'];
export type EffortUnit = Effort['unit'];

/** Such as “4.5 hours”; the amount alone where no field names a unit. */
export const showEffort = (value: number, unit: EffortUnit): string => {
  const amount = formatNumber(value);
  return unit === null ? amount : t(`planning.effort.${unit}`, { amount, count: value });
};

/** What remains, as all pages show it; undefined where nobody says how much it is. */
export const showRemaining = ({ remaining, unit }: Pick<Effort, 'remaining' | 'unit'>): string | undefined =>
  remaining === null ? undefined : t('planning.remains', { effort: showEffort(remaining, unit) });
