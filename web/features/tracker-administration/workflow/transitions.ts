// Which states lead where. Pure.
import type { DraftTransition, DraftWorkflow } from '../definition/definition-draft.ts';

export interface Move {
  /** A state; null: a new artifact. */
  from: number | null;
  to: number;
}

export const findTransition = (workflow: DraftWorkflow, from: number | null, to: number): DraftTransition | undefined =>
  workflow.transitions.find((one) => one.from === from && one.to === to);

/** The transition that its state is like unless somebody says otherwise, as the server has it. */
export const leadingWay = (ways: readonly DraftTransition[]): DraftTransition | undefined =>
  ways.find(({ from }) => from !== null) ?? ways[0];

/** As the server makes one; in simple mode it is as those that lead there already. */
export function addTransition(
  workflow: DraftWorkflow,
  from: number | null,
  to: number,
  members: string,
): DraftWorkflow {
  const like = workflow.isAdvanced ? undefined : leadingWay(workflow.transitions.filter((one) => one.to === to));
  const start = { groups: [members], notEmpty: [], needsComment: false, actions: [] };
  return { ...workflow, transitions: [...workflow.transitions, { ...(like ?? start), from, to }] };
}

/** Each state follows the one before it, the first a new artifact. */
export const chainTransitions = (workflow: DraftWorkflow, states: readonly number[], members: string): DraftWorkflow =>
  states.reduce((next, to, index) => addTransition(next, states[index - 1] ?? null, to, members), workflow);

export const removeTransition = (workflow: DraftWorkflow, from: number | null, to: number): DraftWorkflow => ({
  ...workflow,
  transitions: workflow.transitions.filter((one) => one.from !== from || one.to !== to),
});

/** In simple mode all that lead to the same state change. */
export const changeTransition = (
  workflow: DraftWorkflow,
  { from, to }: { from: number | null; to: number },
  change: Partial<DraftTransition>,
): DraftWorkflow => ({
  ...workflow,
  transitions: workflow.transitions.map((one) =>
    one.to === to && (!workflow.isAdvanced || one.from === from) ? { ...one, ...change } : one,
  ),
});

/** States that nothing leads to, and those that nothing leads out of; steps from a new artifact by state. */
export function survey(
  { transitions }: DraftWorkflow,
  states: readonly number[],
): { lost: number[]; ends: number[]; steps: ReadonlyMap<number, number> } {
  const steps = new Map<number, number>();
  let reached = transitions.filter(({ from }) => from === null).map(({ to }) => to);
  for (let step = 0; reached.length > 0; step += 1) {
    const fresh = [...new Set(reached)].filter((id) => !steps.has(id) && states.includes(id));
    for (const id of fresh) steps.set(id, step);
    reached = transitions.filter(({ from }) => from !== null && fresh.includes(from)).map(({ to }) => to);
  }
  return {
    steps,
    lost: states.filter((id) => !steps.has(id)),
    ends: states.filter((id) => transitions.every(({ from }) => from !== id)),
  };
}
