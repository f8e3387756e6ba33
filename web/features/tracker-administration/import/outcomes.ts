// What becomes of the lines of a table. Pure.
import type { ImportLine } from './use-import.ts';

export type Outcome = 'new' | 'changed' | 'same' | 'refused';

export const outcomeOf = ({ problems, is_new: isNew, changes }: ImportLine): Outcome => {
  if (problems.length > 0) return 'refused';
  if (isNew) return 'new';
  return changes === 0 ? 'same' : 'changed';
};

/** How many lines come to what. */
export function countOutcomes(lines: readonly ImportLine[]): Record<Outcome, number> {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 };
  for (const line of lines) counts[outcomeOf(line)] += 1;
  return counts;
}

/** The first `max` lines in their order, where those that are refused go before all others. */
export function chooseShown(lines: readonly ImportLine[], max: number): readonly ImportLine[] {
  const refused = lines.filter((line) => outcomeOf(line) === 'refused');
  const others = lines.filter((line) => outcomeOf(line) !== 'refused');
  return [...refused, ...others].slice(0, max).toSorted((a, b) => a.line - b.line);
}
