// Efforts as pages write them: the amount with its unit.
import { t } from '../../platform/i18n.ts';
import { showEffort } from '../../platform/lists/effort-text.ts';
import type { Schemas } from '../../platform/schemas.ts';

export type Effort = Schemas['MilestoneEffort'];
export type EffortUnit = Effort['unit'];

export { showEffort };

/** What remains, as all pages show it; undefined where nobody says how much it is. */
export const showRemaining = ({ remaining, unit }: Pick<Effort, 'remaining' | 'unit'>): string | undefined =>
  remaining === null ? undefined : t('planning.remains', { effort: showEffort(remaining, unit) });
