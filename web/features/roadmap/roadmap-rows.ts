// The rows of a roadmap: tasks, and below those that are open what is below them. Pure.
import type { Span } from './calendar.ts';
import type { Task } from './roadmap.queries.ts';

export interface RoadmapRow {
  task: Task;
  isInner: boolean;
}

export const rowsOf = (
  tasks: readonly Task[],
  inner: ReadonlyMap<number, readonly Task[]>,
  withClosed: boolean,
): RoadmapRow[] =>
  tasks
    .flatMap((task) => [
      { task, isInner: false },
      ...(inner.get(task.id) ?? []).map((one) => ({ task: one, isInner: true })),
    ])
    .filter(({ task }) => withClosed || task.is_open);

export interface Arrow {
  key: string;
  from: { row: number; day: string };
  to: { row: number; day: string };
  /** What must come first ends after what follows has begun. */
  isWrong: boolean;
}

const childType = '_is_child';

/** From the end of a task to the start of what it links to, where both are rows with dates. */
export function arrowsOf(rows: readonly RoadmapRow[], shownOf: (task: Task) => Span): Arrow[] {
  const places = new Map(rows.map(({ task }, row) => [task.id, row]));
  return rows.flatMap(({ task }, row) => {
    const { start, end } = shownOf(task);
    const from = end ?? start;
    return Object.entries(task.dependencies).flatMap(([type, ids]) => {
      if (from === null || type === childType || !Array.isArray(ids)) return [];
      return ids.flatMap((id: number): Arrow[] => {
        const at = places.get(id);
        const target = at === undefined ? undefined : rows[at];
        const span = target && shownOf(target.task);
        const day = span?.start ?? span?.end ?? null;
        if (at === undefined || day === null) return [];
        return [
          { key: `${task.id} ${type} ${id}`, from: { row, day: from }, to: { row: at, day }, isWrong: from > day },
        ];
      });
    });
  });
}
