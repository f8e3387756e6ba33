// What narrows a board by the values of fields, kept in its address. Pure.

export interface FilterOption {
  id: string;
  label: string;
  colour?: string | null | undefined;
  picture?: string | undefined;
}

/** A field whose values can be chosen. */
export interface FilterGroup {
  id: string;
  label: string;
  options: readonly FilterOption[];
}

/** Ids of chosen values by group; a card must have one of them in each. */
export type BoardFilter = Readonly<Record<string, readonly string[]>>;

/** Stands for no value. */
export const noneOption = '100';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Nonsense in an address counts as nothing said. */
export function readBoardFilter(value: unknown): BoardFilter | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const groups = Object.entries(value).flatMap(([id, chosen]) => {
    const ids: unknown[] = Array.isArray(chosen) ? chosen : [];
    const known = [...new Set(ids.map((one) => (typeof one === 'number' ? String(one) : one)).filter(isText))];
    return known.length === 0 ? [] : [[id, known] as const];
  });
  return groups.length === 0 ? undefined : Object.fromEntries(groups);
}

/** The filter with these chosen in a group; undefined where nothing is left. */
export const chooseIn = (filter: BoardFilter, groupId: string, ids: readonly string[]): BoardFilter | undefined =>
  readBoardFilter({ ...filter, [groupId]: ids });

/** Whether a card passes; `valuesOf` gives the ids of what it has in a group. */
export const passes = (filter: BoardFilter, valuesOf: (groupId: string) => readonly string[]): boolean =>
  Object.entries(filter).every(([groupId, chosen]) => {
    const own = valuesOf(groupId);
    return (own.length === 0 ? [noneOption] : own).some((id) => chosen.includes(id));
  });
