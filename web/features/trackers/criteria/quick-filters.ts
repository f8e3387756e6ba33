// Filters by one key: what is mine, what is open. They are criteria like others. Pure.
import { selfValue } from '../../fields/index.ts';
import type { Criterion } from './criteria.ts';
import { fieldOfMeaning, openChoices } from '../fields.ts';
import type { Tracker } from '../fields.ts';

export type QuickFilter = 'mine' | 'open';

/** undefined where the tracker has nothing that means this. */
export function quickCriterion(
  tracker: Pick<Tracker, 'fields' | 'semantics'>,
  filter: QuickFilter,
): Criterion | undefined {
  const field = fieldOfMeaning(tracker, filter === 'mine' ? 'contributor' : 'status');
  const values = filter === 'mine' ? [selfValue] : openChoices(tracker).map(({ key }) => key);
  return field === undefined || values.length === 0 ? undefined : { field: field.name, operator: 'in', values };
}

const isSame = (a: Criterion, b: Criterion): boolean =>
  a.field === b.field && a.operator === b.operator && [...a.values].sort().join() === [...b.values].sort().join();

export const isOn = (criteria: readonly Criterion[], wanted: Criterion): boolean =>
  criteria.some((one) => isSame(one, wanted));

/** Instead of what else is asked of the field; taken away where it is on. */
export const toggleCriterion = (criteria: readonly Criterion[], wanted: Criterion): readonly Criterion[] =>
  isOn(criteria, wanted)
    ? criteria.filter((one) => !isSame(one, wanted))
    : [...criteria.filter(({ field }) => field !== wanted.field), wanted];
