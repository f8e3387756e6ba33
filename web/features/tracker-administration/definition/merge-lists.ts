// Lists that two people changed, put together: what stands where in the form, and the values of a list. What the first one did counts
// where both did the same. Pure.
import { isSame, top } from './definition-draft.ts';
import type { DefinitionDraft, DraftField, DraftValue } from './definition-draft.ts';

type Children = DefinitionDraft['children'];
type Ids = readonly number[];

/** Whether those that stand in both do so in another order. */
function isReordered(base: Ids, now: Ids): boolean {
  const [inBase, inNow] = [new Set(base), new Set(now)];
  return !isSame(
    base.filter((id) => inNow.has(id)),
    now.filter((id) => inBase.has(id)),
  );
}

/** The members in the order of who changed it; what the other list alone has comes behind its neighbour there. */
function mergeOrder(base: Ids, first: Ids, second: Ids, isMember: (id: number) => boolean): number[] {
  const isFirst = isReordered(base, first) || !isReordered(base, second);
  const [chosen, other] = isFirst ? [first, second] : [second, first];
  const merged = chosen.filter(isMember);
  const placed = new Set(merged);
  let after = -1;
  for (const id of other) {
    if (placed.has(id)) after = merged.indexOf(id);
    else if (isMember(id)) {
      after += 1;
      merged.splice(after, 0, id);
      placed.add(id);
    }
  }
  return merged;
}

const areBothReordered = (base: Ids, first: Ids, second: Ids): boolean =>
  isReordered(base, first) && isReordered(base, second) && isReordered(first, second);

const parentsOf = (children: Children): Map<number, number> =>
  new Map(Object.entries(children).flatMap(([parent, ids]) => ids.map((id) => [id, Number(parent)] as const)));

const containersOf = (...forms: readonly Children[]): number[] => [
  ...new Set([top, ...forms.flatMap((children) => Object.keys(children).map(Number))]),
];

/** Elements whose container is gone come to the top; those that are not used are left out. */
export function mergePlaces(
  base: Children,
  first: Children,
  second: Children,
  fields: Readonly<Record<number, DraftField>>,
): Record<number, Ids> {
  const [was, one, other] = [parentsOf(base), parentsOf(first), parentsOf(second)];
  const isThere = (id: number): boolean => fields[id]?.isUsed === true;
  const homeOf = (id: number): number => {
    const [before, here] = [was.get(id), one.get(id)];
    const parent = (here === undefined || here === before ? other.get(id) : undefined) ?? here ?? top;
    return parent === top || isThere(parent) ? parent : top;
  };
  const all = new Set([...one.keys(), ...other.keys()].filter(isThere));
  const homes = new Map([...all].map((id) => [id, homeOf(id)]));
  const merged: Record<number, Ids> = {};
  for (const parent of containersOf(first, second)) {
    if (parent !== top && !isThere(parent)) continue;
    const inside = mergeOrder(
      base[parent] ?? [],
      first[parent] ?? [],
      second[parent] ?? [],
      (id) => homes.get(id) === parent,
    );
    const known = new Set(inside);
    merged[parent] = [...inside, ...[...all].filter((id) => homes.get(id) === parent && !known.has(id))];
  }
  return merged;
}

/** Whether both put the same element, or the same container's elements, otherwise. */
export function doPlacesClash(base: Children, first: Children, second: Children): boolean {
  const [was, one, other] = [parentsOf(base), parentsOf(first), parentsOf(second)];
  const isTorn = [...was].some(([id, parent]) => {
    const [here, there] = [one.get(id), other.get(id)];
    return here !== undefined && there !== undefined && here !== parent && there !== parent && here !== there;
  });
  return isTorn || containersOf(base).some((id) => areBothReordered(base[id] ?? [], first[id] ?? [], second[id] ?? []));
}

/** A set that both changed: what either of them added is in it, what either of them removed is not. */
export const mergeSets = (base: Ids, first: Ids, second: Ids): number[] => [
  ...second.filter((id) => first.includes(id) || !base.includes(id)),
  ...first.filter((id) => !base.includes(id) && !second.includes(id)),
];

const idsOf = (values: readonly DraftValue[]): number[] => values.map(({ id }) => id);
const byId = (values: readonly DraftValue[]): Map<number, DraftValue> =>
  new Map(values.map((value) => [value.id, value]));

type Values = readonly DraftValue[];

function mergeValue(was: DraftValue, one: DraftValue, other: DraftValue): DraftValue {
  const pick = <Key extends keyof DraftValue>(key: Key): DraftValue[Key] =>
    isSame(one[key], was[key]) ? other[key] : one[key];
  return { ...other, label: pick('label'), isHidden: pick('isHidden'), colour: pick('colour') };
}

/** Values that one of them removed are gone. */
export function mergeValues(base: Values, first: Values, second: Values): DraftValue[] {
  const [was, one, other] = [byId(base), byId(first), byId(second)];
  const mergeOne = (id: number): DraftValue | undefined => {
    const [before, here, there] = [was.get(id), one.get(id), other.get(id)];
    if (before === undefined) return here ?? there;
    return here === undefined || there === undefined ? undefined : mergeValue(before, here, there);
  };
  const order = mergeOrder(idsOf(base), idsOf(first), idsOf(second), (id) => mergeOne(id) !== undefined);
  return order.flatMap((id) => mergeOne(id) ?? []);
}

/** Whether both changed the same value, or the order, otherwise. */
export function doValuesClash(base: Values, first: Values, second: Values): boolean {
  const sorted = (values: Values): DraftValue[] => [...values].sort((a, b) => a.id - b.id);
  const [mine, theirs] = [mergeValues(base, first, second), mergeValues(base, second, first)];
  return !isSame(sorted(mine), sorted(theirs)) || areBothReordered(idsOf(base), idsOf(first), idsOf(second));
}
