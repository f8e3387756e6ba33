// How cards come back to where they stood before they were moved. Pure.
import type { Beside, Card, Goal } from './board-rules.ts';

export interface WayBack {
  ids: readonly number[];
  goal: Goal;
}

/**
 * The ways that bring these cards back to where they stand among all now, to be gone one after another: one for each of their
 * columns or, where cards have an order, for each row of neighbours.
 */
export function waysBack(all: readonly Card[], moved: readonly Card[], isOrdered: boolean): WayBack[] {
  const ids = new Set(moved.map(({ id }) => id));
  return [...new Set(moved.map(({ columnId }) => columnId))].flatMap((columnId) => {
    const list = all.filter((card) => card.columnId === columnId).map(({ id }) => id);
    if (!isOrdered) return { ids: list.filter((id) => ids.has(id)), goal: { columnId } };
    return runsOf(list, ids).map(({ start, end }) => ({
      ids: list.slice(start, end),
      goal: { columnId, beside: neighbourOf(list[start - 1], list[end]) },
    }));
  });
}

/** Where those that are wanted stand in a list, each row of neighbours once. */
function runsOf(list: readonly number[], wanted: ReadonlySet<number>): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const [at, id] of list.entries()) {
    if (!wanted.has(id)) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}

function neighbourOf(previous: number | undefined, next: number | undefined): Beside | undefined {
  if (previous !== undefined) return { id: previous, direction: 'after' };
  return next === undefined ? undefined : { id: next, direction: 'before' };
}
