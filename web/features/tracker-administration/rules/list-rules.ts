// Rules between two lists, as a matrix of their values. Pure.
import type { ListRule } from '../definition/definition-draft.ts';

export interface Pair {
  source: number;
  target: number;
}

/** The pairs of lists that have rules, in the order of their first ones. */
export const listPairs = (rules: readonly ListRule[]): Pair[] =>
  rules
    .filter(
      (rule, index) =>
        index === rules.findIndex(({ source, target }) => source === rule.source && target === rule.target),
    )
    .map(({ source, target }) => ({ source, target }));

export const isOf = ({ source, target }: Pair, rule: Pair): boolean => rule.source === source && rule.target === target;

export const isAllowed = (rules: readonly ListRule[], pair: Pair, sourceValue: number, targetValue: number): boolean =>
  rules.some((rule) => isOf(pair, rule) && rule.sourceValue === sourceValue && rule.targetValue === targetValue);

export const setAllowed = (
  rules: readonly ListRule[],
  pair: Pair,
  sourceValue: number,
  targetValue: number,
  isOn: boolean,
): ListRule[] => {
  const others = rules.filter(
    (rule) => !(isOf(pair, rule) && rule.sourceValue === sourceValue && rule.targetValue === targetValue),
  );
  return isOn ? [...others, { ...pair, sourceValue, targetValue }] : others;
};

/** A new pair, which allows everything: nothing is refused before somebody says what. */
export const allowAll = (
  rules: readonly ListRule[],
  pair: Pair,
  sourceValues: readonly number[],
  targetValues: readonly number[],
): ListRule[] => [
  ...rules,
  ...sourceValues.flatMap((sourceValue) => targetValues.map((targetValue) => ({ ...pair, sourceValue, targetValue }))),
];

/** Values of the source with which the target must stay empty, because no rule names them. */
export const findEmptying = (rules: readonly ListRule[], pair: Pair, sourceValues: readonly number[]): number[] =>
  sourceValues.filter((value) => !rules.some((rule) => isOf(pair, rule) && rule.sourceValue === value));
