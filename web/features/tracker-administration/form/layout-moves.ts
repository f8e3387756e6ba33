// Where elements of a form stand: adding, moving, taking away. Pure.
import { newId, top } from '../definition/definition-draft.ts';
import type { DefinitionDraft, DraftField } from '../definition/definition-draft.ts';
import { isListType } from '../definition/definition-draft.ts';
import { isContainer, isFilled, isLayout, mayHold } from './field-kinds.ts';
import { fieldIs } from '../../fields/index.ts';

export interface Place {
  /** A container, or `top`. */
  parent: number;
  /** Before which of its children, counted with the element itself where it is there already. */
  index: number;
}

export function findPlace({ children }: DefinitionDraft, id: number): Place | undefined {
  for (const [parent, ids] of Object.entries(children)) {
    const index = ids.indexOf(id);
    if (index !== -1) return { parent: Number(parent), index };
  }
  return undefined;
}

const childrenOf = ({ children }: DefinitionDraft, parent: number): readonly number[] => children[parent] ?? [];

export const mayStand = ({ fields }: DefinitionDraft, type: string, parent: number): boolean =>
  mayHold(parent === top ? undefined : (fields[parent]?.type ?? ''), type);

const without = (draft: DefinitionDraft, id: number): DefinitionDraft => ({
  ...draft,
  children: Object.fromEntries(
    Object.entries(draft.children).map(([parent, ids]) => [
      parent,
      ids.includes(id) ? ids.filter((one) => one !== id) : ids,
    ]),
  ),
});

const insert = (draft: DefinitionDraft, id: number, { parent, index }: Place): DefinitionDraft => ({
  ...draft,
  children: { ...draft.children, [parent]: childrenOf(draft, parent).toSpliced(index, 0, id) },
});

/** The same draft where the element can't stand there. */
export function moveTo(draft: DefinitionDraft, id: number, place: Place): DefinitionDraft {
  const field = draft.fields[id];
  const now = findPlace(draft, id);
  if (field === undefined || place.parent === id || !mayStand(draft, field.type, place.parent)) return draft;
  const isBehind = now?.parent === place.parent && now.index < place.index;
  const index = isBehind ? place.index - 1 : place.index;
  if (now?.parent === place.parent && now.index === index) return draft;
  return insert(without(draft, id), id, { parent: place.parent, index });
}

/** One step up or down: past a brother, into the container that comes next, or out of its own. */
export function moveStep(draft: DefinitionDraft, id: number, direction: 'up' | 'down'): DefinitionDraft {
  const place = findPlace(draft, id);
  const field = draft.fields[id];
  if (place === undefined || field === undefined) return draft;
  const isUp = direction === 'up';
  const brothers = childrenOf(draft, place.parent);
  const next = brothers[place.index + (isUp ? -1 : 1)];
  if (next !== undefined) {
    if (isContainer(draft.fields[next]?.type ?? '') && mayStand(draft, field.type, next))
      return moveTo(draft, id, { parent: next, index: isUp ? childrenOf(draft, next).length : 0 });
    return moveTo(draft, id, { parent: place.parent, index: place.index + (isUp ? -1 : 2) });
  }
  const outer = place.parent === top ? undefined : findPlace(draft, place.parent);
  return outer === undefined ? draft : moveTo(draft, id, { parent: outer.parent, index: outer.index + (isUp ? 0 : 1) });
}

/** All containers that may hold the element, outer ones first. */
export const placesFor = (draft: DefinitionDraft, type: string): number[] => {
  const inside = (parent: number): number[] => [
    parent,
    ...childrenOf(draft, parent).flatMap((id) => (isContainer(draft.fields[id]?.type ?? '') ? inside(id) : [])),
  ];
  return inside(top).filter((parent) => mayStand(draft, type, parent));
};

/** Where a new element goes: behind or into what is chosen, else at the end. */
export function placeBeside(draft: DefinitionDraft, type: string, chosen: number | undefined): Place {
  const field = chosen === undefined ? undefined : draft.fields[chosen];
  const place = chosen === undefined ? undefined : findPlace(draft, chosen);
  if (chosen !== undefined && field !== undefined && place !== undefined) {
    if (isContainer(field.type) && mayStand(draft, type, chosen))
      return { parent: chosen, index: childrenOf(draft, chosen).length };
    if (mayStand(draft, type, place.parent)) return { parent: place.parent, index: place.index + 1 };
    const outer = findPlace(draft, place.parent);
    if (outer !== undefined && mayStand(draft, type, outer.parent))
      return { parent: outer.parent, index: outer.index + 1 };
  }
  const last = placesFor(draft, type).findLast((parent) => {
    const field = draft.fields[parent];
    return field !== undefined && fieldIs.fieldset(field);
  });
  const parent = fieldIs.fieldset({ type }) || last === undefined ? top : last;
  return { parent, index: childrenOf(draft, parent).length };
}

/** `groups`: ids of those who read, submit and update unless somebody says otherwise. */
export function addElement(
  draft: DefinitionDraft,
  { type, label, originalId }: { type: string; label: string; originalId?: number | undefined },
  place: Place,
  defaults: { readers: string; submitters: string; updaters: string },
): { draft: DefinitionDraft; id: number } {
  const id = newId();
  const field: DraftField = {
    id,
    type,
    label,
    name: '',
    description: '',
    isRequired: false,
    notifies: false,
    isUsed: true,
    properties: {},
    bind: isListType(type) ? 'static' : undefined,
    offered: [],
    values: [],
    defaults: [],
    permissions: isLayout(type)
      ? undefined
      : {
          can_read: [defaults.readers],
          can_submit: isFilled(type) ? [defaults.submitters] : [],
          can_update: isFilled(type) ? [defaults.updaters] : [],
        },
    originalId,
  };
  const grown = { ...draft, fields: { ...draft.fields, [id]: field } };
  return {
    id,
    draft: insert(isContainer(type) ? { ...grown, children: { ...grown.children, [id]: [] } } : grown, id, place),
  };
}

/** Puts what stands in a container in its place, so that the container can go. */
function empty(draft: DefinitionDraft, id: number): DefinitionDraft {
  const inside = childrenOf(draft, id);
  const place = findPlace(draft, id);
  if (place === undefined) return draft;
  const moved = inside.reduce((next, child, at) => moveTo(next, child, { ...place, index: place.index + at }), draft);
  return moved;
}

/** Takes an element out of the form; its values are kept. New ones are gone. */
export function takeOutOfUse(draft: DefinitionDraft, id: number): DefinitionDraft {
  const field = draft.fields[id];
  if (field === undefined) return draft;
  const { [id]: _children, ...children } = without(empty(draft, id), id).children;
  const { [id]: _field, ...others } = draft.fields;
  if (id < 0) return { ...draft, fields: others, children };
  return { ...draft, children, fields: { ...others, [id]: { ...field, isUsed: false } } };
}

/** Deletes an element for good. */
export function remove(draft: DefinitionDraft, id: number): DefinitionDraft {
  const out = takeOutOfUse(draft, id);
  if (id < 0) return out;
  const { [id]: _field, ...fields } = out.fields;
  return { ...out, fields, removed: [...out.removed, id] };
}

/** Brings an element back into the form. */
export function bringBack(draft: DefinitionDraft, id: number): DefinitionDraft {
  const field = draft.fields[id];
  if (field === undefined) return draft;
  const grown = {
    ...draft,
    fields: { ...draft.fields, [id]: { ...field, isUsed: true } },
    children: isContainer(field.type) ? { ...draft.children, [id]: [] } : draft.children,
  };
  return insert(grown, id, placeBeside(grown, field.type, undefined));
}

/** In the order of the form, what stands inside after what it stands in. */
export const listInOrder = (draft: DefinitionDraft, parent = top): number[] =>
  childrenOf(draft, parent).flatMap((id) => [id, ...listInOrder(draft, id)]);
