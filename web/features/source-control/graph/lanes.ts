// In which lane of a graph each commit of a history stands, and which lanes lead from line to line. Pure.

interface Node {
  id: string;
  parents: readonly string[];
}

/** One line between the top, the middle and the bottom of a row; `lane` gives its colour. */
export interface Stroke {
  half: 'upper' | 'lower';
  /** Columns, from 0, where it is at the upper and at the lower end. */
  from: number;
  to: number;
  lane: number;
}

export interface LaneRow {
  /** Where the commit itself stands. */
  column: number;
  lane: number;
  strokes: readonly Stroke[];
  /** Lanes that go on below, by column; undefined where there is none. They cross what stands between two commits. */
  below: readonly (number | undefined)[];
}

/** What comes in a lane next, and which colour it has. */
interface Lane {
  next: string;
  lane: number;
}

const firstFree = (lanes: readonly (Lane | undefined)[]): number => {
  const free = lanes.indexOf(undefined);
  return free < 0 ? lanes.length : free;
};

/** For commits of which children come before their parents; parents that came before all the same have no line to them. */
export function layLanes(commits: readonly Node[]): LaneRow[] {
  const lanes: (Lane | undefined)[] = [];
  const seen = new Set<string>();
  let count = 0;
  const begin = (next: string): Lane => {
    count += 1;
    return { next, lane: count - 1 };
  };
  return commits.map(({ id, parents }) => {
    seen.add(id);
    const found = lanes.findIndex((one) => one?.next === id);
    const column = found < 0 ? firstFree(lanes) : found;
    const own = lanes[column] ?? begin(id);
    const upper = lanes.flatMap((one, at): Stroke[] =>
      one === undefined ? [] : [{ half: 'upper', from: at, to: one.next === id ? column : at, lane: one.lane }],
    );
    const through = lanes.flatMap((one, at): Stroke[] =>
      one === undefined || one.next === id ? [] : [{ half: 'lower', from: at, to: at, lane: one.lane }],
    );
    for (const [at, one] of lanes.entries()) if (one?.next === id) lanes[at] = undefined;
    const lower = parents
      .filter((parent) => !seen.has(parent))
      .map((parent, index): Stroke => {
        const known = index === 0 ? column : lanes.findIndex((one) => one?.next === parent);
        const to = known >= 0 ? known : firstFree(lanes);
        const lane = lanes[to] ?? (index === 0 ? { ...own, next: parent } : begin(parent));
        lanes[to] = lane;
        return { half: 'lower', from: column, to, lane: lane.lane };
      });
    while (lanes.length > 0 && lanes.at(-1) === undefined) lanes.pop();
    return { column, lane: own.lane, strokes: [...upper, ...through, ...lower], below: lanes.map((one) => one?.lane) };
  });
}

/** How many columns all rows together need. */
export const widthOf = (rows: readonly LaneRow[]): number =>
  Math.max(
    1,
    ...rows.map(({ column, strokes }) => Math.max(column, ...strokes.map(({ from, to }) => Math.max(from, to))) + 1),
  );
