// What of a plan is shown, as its address says it. Pure.
import { readBoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';

/** What of a plan is shown, kept in the address. */
export interface PlanSearch {
  /** Only items with these words in their title or number. */
  q?: string;
  mine?: true;
  /** Only items with one of these in each, by `people` and the names of fields. */
  filter?: BoardFilter;
  unestimated?: true;
  /** Only what no milestone of the plan holds. */
  unplanned?: true;
  /** What is done as well: items, and milestones. */
  closed?: true;
  /** The item that is looked at beside the plan. */
  item?: number;
}

export const readSearch = ({
  q,
  mine,
  filter,
  unestimated,
  unplanned,
  closed,
  item,
}: Record<string, unknown>): PlanSearch => {
  const values = readBoardFilter(filter);
  return {
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(mine === true ? { mine } : {}),
    ...(values === undefined ? {} : { filter: values }),
    ...(unestimated === true ? { unestimated } : {}),
    ...(unplanned === true ? { unplanned } : {}),
    ...(closed === true ? { closed } : {}),
    ...(Number.isSafeInteger(item) && Number(item) > 0 ? { item: Number(item) } : {}),
  };
};
