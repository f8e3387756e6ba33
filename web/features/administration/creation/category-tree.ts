// The tree of categories and their values, as its page shows and changes it. Pure.

/** As `GET /project_categories` has it. */
interface Category {
  id: number;
  name: string;
  is_mandatory: boolean;
  values: readonly { id: number; name: string; parent_id: number }[];
}

export interface Entry {
  id: number;
  name: string;
  /** null: a category. */
  parentId: number | null;
  isMandatory: boolean;
  below: readonly Entry[];
}

export const toTree = (categories: readonly Category[]): Entry[] =>
  categories.map(({ id, name, is_mandatory: isMandatory, values }) => {
    const listBelow = (parentId: number): Entry[] =>
      values
        .filter((value) => value.parent_id === parentId)
        .map((value) => ({ ...value, parentId, isMandatory: false, below: listBelow(value.id) }));
    return { id, name, parentId: null, isMandatory, below: listBelow(id) };
  });

/** These and all below them, from top to bottom. */
export const listAll = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...listAll(entry.below)]);

export interface Place {
  id: number;
  /** Names from the category down. */
  path: string;
}

/** Where a value may stand: below everything but itself and what is below it. */
export const listPlaces = (tree: readonly Entry[], moved: number | undefined, path = ''): Place[] =>
  tree
    .filter(({ id }) => id !== moved)
    .flatMap(({ id, name, below }) => [{ id, path: path + name }, ...listPlaces(below, moved, `${path}${name} / `)]);

/** The new parent of a value that goes below the one above it, or out beside its parent; undefined where there is none. */
export function findStep(tree: readonly Entry[], id: number, direction: 'in' | 'out'): number | undefined {
  const all = listAll(tree);
  const parent = all.find(({ below }) => below.some((one) => one.id === id));
  if (direction === 'out') return parent?.parentId ?? undefined;
  const at = parent?.below.findIndex((one) => one.id === id) ?? 0;
  return parent?.below[at - 1]?.id;
}
