// What a change of the mode makes of a workflow: in simple mode conditions and actions are those of states. Pure.
import { isSame } from '../definition/definition-draft.ts';
import type { DraftTransition, DraftWorkflow } from '../definition/definition-draft.ts';
import { leadingWay } from './transitions.ts';

/** A state whose transitions ask for different things. */
export interface TornState {
  to: number;
  ways: readonly DraftTransition[];
}

const stateActions: ReadonlySet<unknown> = new Set(['frozen_fields', 'hidden_fieldsets']);

/** New artifacts are never asked for a comment. */
const asksAlike = (one: DraftTransition, other: DraftTransition): boolean => {
  const needsComment = one.from !== null && other.from !== null ? {} : { needsComment: false };
  return isSame({ ...one, from: null, ...needsComment }, { ...other, from: null, ...needsComment });
};

/** Those that can't keep all that their transitions ask for in simple mode. */
export const listTorn = ({ transitions }: DraftWorkflow): TornState[] =>
  [...Map.groupBy(transitions, ({ to }) => to)].flatMap(([to, ways]) =>
    ways.every((way) => ways[0] !== undefined && asksAlike(way, ways[0])) ? [] : [{ to, ways }],
  );

/** `leaders`: by state, from where the transition comes that all others into it become like. */
export function makeSimple(
  workflow: DraftWorkflow,
  leaders: ReadonlyMap<number, number | null> = new Map(),
): DraftWorkflow {
  const byState = Map.groupBy(workflow.transitions, ({ to }) => to);
  const leaderOf = (to: number): DraftTransition | undefined => {
    const ways = byState.get(to) ?? [];
    return ways.find(({ from }) => leaders.has(to) && from === leaders.get(to)) ?? leadingWay(ways);
  };
  return {
    ...workflow,
    isAdvanced: false,
    transitions: workflow.transitions.map((one) => ({ ...one, ...leaderOf(one.to), from: one.from, to: one.to })),
  };
}

/** Actions that only states have, by state. */
export const listStateActions = ({
  transitions,
}: DraftWorkflow): { to: number; action: DraftTransition['actions'][number] }[] =>
  [...Map.groupBy(transitions, ({ to }) => to)].flatMap(([to, ways]) =>
    (leadingWay(ways)?.actions ?? []).filter(({ type }) => stateActions.has(type)).map((action) => ({ to, action })),
  );

/** Without the actions that only states have. */
export const makeAdvanced = (workflow: DraftWorkflow): DraftWorkflow => ({
  ...workflow,
  isAdvanced: true,
  transitions: workflow.transitions.map((one) => ({
    ...one,
    actions: one.actions.filter(({ type }) => !stateActions.has(type)),
  })),
});
