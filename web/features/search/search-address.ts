// What the address of the search says. Pure.

export interface SearchWish {
  /** Words, as the search takes them. */
  q?: string;
  /** Only what is of this type, such as artifact. */
  type?: string;
  /** Only what is in this project, by its id. */
  project?: number;
  /** Only what is in this tracker, by its id. */
  tracker?: number;
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** Drops what makes no sense. */
export const readSearch = ({ q, type, project, tracker }: Record<string, unknown>): SearchWish => ({
  ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
  ...(typeof type === 'string' && /^[a-z-]{1,20}$/.test(type) ? { type } : {}),
  ...(isId(project) ? { project } : {}),
  ...(isId(tracker) ? { tracker } : {}),
});

/** The wish with this part changed, or without it; another project drops the tracker of the one before. */
export function changeSearch(
  wish: SearchWish,
  change: { [Key in keyof SearchWish]?: SearchWish[Key] | undefined },
): SearchWish {
  const next = { ...wish, ...change };
  if ('project' in change && change.project !== wish.project) delete next.tracker;
  return readSearch(next);
}
