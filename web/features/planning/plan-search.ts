// What of a plan is shown, as its address says it. Pure.

/** What of a plan is shown, kept in the address. */
export interface PlanSearch {
  /** Only items with these words in their title or number. */
  q?: string;
  mine?: true;
  unestimated?: true;
  /** Only what no milestone of the plan holds. */
  unplanned?: true;
  /** What is done as well: items, and milestones. */
  closed?: true;
  /** The item that is looked at beside the plan. */
  item?: number;
}

export const readSearch = ({ q, mine, unestimated, unplanned, closed, item }: Record<string, unknown>): PlanSearch => ({
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
  ...(mine === true ? { mine } : {}),
  ...(unestimated === true ? { unestimated } : {}),
  ...(unplanned === true ? { unplanned } : {}),
  ...(closed === true ? { closed } : {}),
  ...(Number.isSafeInteger(item) && Number(item) > 0 ? { item: Number(item) } : {}),
});
