// The tree of categories that projects are filed under. Pure.
import type { Static } from 'typebox';
import type { ProjectCategories } from './registration.schema.ts';
import type { CategoryRow } from './registration.store.ts';

/** The value, and all that narrow it. */
export function listNarrower(all: readonly CategoryRow[], valueId: number): number[] {
  const narrower = Map.groupBy(all, (row) => row.parent_id);
  const listBelow = (id: number): number[] => [id, ...(narrower.get(id) ?? []).flatMap((row) => listBelow(row.id))];
  return listBelow(valueId);
}

/** The category that a value belongs to, itself where it is one; undefined for no row. */
export function categoryOf(all: readonly CategoryRow[], row: CategoryRow | undefined): CategoryRow | undefined {
  const byId = new Map(all.map((one) => [one.id, one]));
  let found = row;
  while (found !== undefined && found.parent_id !== null) found = byId.get(found.parent_id);
  return found;
}

/** Categories by name, each with its values, those that narrow another right after it. */
export function arrangeCategories(all: readonly CategoryRow[]): Static<typeof ProjectCategories> {
  const byName = (a: CategoryRow, b: CategoryRow): number => a.name.localeCompare(b.name) || a.id - b.id;
  const below = (parentId: number): Static<typeof ProjectCategories>[number]['values'] =>
    all
      .filter((row) => row.parent_id === parentId)
      .sort(byName)
      .flatMap(({ id, name }) => [{ id, name, parent_id: parentId }, ...below(id)]);
  return all
    .filter((row) => row.parent_id === null)
    .sort(byName)
    .map(({ id, name, is_mandatory }) => ({ id, name, is_mandatory: is_mandatory === 1, values: below(id) }));
}
