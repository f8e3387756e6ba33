// What the address of the search says. Pure.

export interface SearchWish {
  /** Words, as the search takes them. */
  q?: string | undefined;
  /** Only what is of this type, such as artifact. */
  type?: string | undefined;
  /** Only what is in this project, by its id. */
  project?: number | undefined;
  /** Only what is in this tracker, by its id. */
  tracker?: number | undefined;
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** Every key is there, because the router keeps what an address says of keys that are left out. */
export const readSearch = ({ q, type, project, tracker }: Record<string, unknown>): SearchWish => ({
  q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
  type: typeof type === 'string' && /^[a-z-]{1,20}$/.test(type) ? type : undefined,
  project: isId(project) ? project : undefined,
  tracker: isId(tracker) ? tracker : undefined,
});

/** As addresses of references have it: a keyword, a number, and the project whose keyword it is; 0 for what is none. */
export const readReference = ({
  key,
  val,
  group_id: project,
}: Record<string, unknown>): { key: string; val: number; group_id: number } => ({
  key: typeof key === 'string' && /^\w+$/.test(key) ? key : '',
  val: isId(val) ? val : 0,
  group_id: isId(project) ? project : 0,
});

/** The wish with this part changed, or without it; another project drops the tracker of the one before. */
export function changeSearch(wish: SearchWish, change: SearchWish): SearchWish {
  const next = { ...wish, ...change };
  const isElsewhere = 'project' in change && change.project !== wish.project;
  return readSearch(isElsewhere ? { ...next, tracker: undefined } : next);
}
