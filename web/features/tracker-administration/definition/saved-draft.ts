// What is changed in a draft while it is saved, put upon what the server made of it. Pure.
import type { DefinitionDraft } from './definition-draft.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { merge } from './merge.ts';

/** Ids that the server gave to new elements and values, by those of the draft. */
export type NewIds = ReadonlyMap<number, number>;

/** `saved` came from `sent`: what is new in both, of the same kind and name, is paired in its order. */
export function pairNewIds(sent: DefinitionDraft, saved: DefinitionDraft): NewIds {
  const ids = new Map<number, number>();
  const pair = <T extends { id: number }>(
    ours: readonly T[],
    theirs: readonly T[],
    isTwin: (a: T, b: T) => boolean,
  ) => {
    const known = new Set(ours.map(({ id }) => id));
    const free = theirs.filter(({ id }) => !known.has(id));
    for (const one of ours) {
      const at = one.id > 0 ? -1 : free.findIndex((other) => isTwin(one, other));
      const [twin] = at === -1 ? [] : free.splice(at, 1);
      if (twin !== undefined) ids.set(one.id, twin.id);
    }
  };
  const fieldsOf = (draft: DefinitionDraft) => listInOrder(draft).flatMap((id) => draft.fields[id] ?? []);
  pair(
    fieldsOf(sent),
    fieldsOf(saved),
    (one, other) => one.label.trim() === other.label && (one.type === other.type || one.originalId !== undefined),
  );
  for (const { id, values } of Object.values(sent.fields))
    pair(values, saved.fields[ids.get(id) ?? id]?.values ?? [], (one, other) =>
      one.groupId === undefined ? one.label.trim() === other.label : one.groupId === other.groupId,
    );
  return ids;
}

/** Settings of types are numbers of their own, no ids. */
function renumberWithin(thing: object, ids: NewIds): void {
  for (const key of Object.keys(thing)) {
    const value: unknown = Reflect.get(thing, key);
    if (typeof value === 'number') Reflect.set(thing, key, ids.get(value) ?? value);
    else if (typeof value === 'object' && value !== null && key !== 'properties') renumberWithin(value, ids);
  }
}

function renumber(draft: DefinitionDraft, ids: NewIds): DefinitionDraft {
  const copy = structuredClone(draft);
  renumberWithin(copy, ids);
  const children = Object.entries(copy.children).map(([id, inside]) => [ids.get(Number(id)) ?? id, inside] as const);
  return {
    ...copy,
    fields: Object.fromEntries(Object.values(copy.fields).map((field) => [field.id, field])),
    children: Object.fromEntries(children),
  };
}

/** `now` came from `sent`, of which the server made `saved`. New elements that went meanwhile are to be deleted there. */
export function carryOver(
  sent: DefinitionDraft,
  now: DefinitionDraft,
  saved: DefinitionDraft,
  ids: NewIds,
): DefinitionDraft {
  const { draft } = merge(renumber(sent, ids), renumber(now, ids), saved);
  const gone = [...ids].flatMap(([was, is]) =>
    sent.fields[was] !== undefined && now.fields[was] === undefined ? [is] : [],
  );
  return { ...draft, removed: [...draft.removed, ...gone] };
}
