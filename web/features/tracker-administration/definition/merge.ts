// What one administrator changed, put upon what another one saved meanwhile. Pure.
import { isSame } from './definition-draft.ts';
import type { DefinitionDraft, DraftField, DraftValue, Semantics } from './definition-draft.ts';
import { doPlacesClash, doValuesClash, mergePlaces, mergeSets, mergeValues } from './merge-lists.ts';

/** A part of a definition that two people can change apart from each other. */
export interface Part {
  kind: 'field' | 'field-part' | 'places' | 'head' | 'permissions' | 'semantics' | 'workflow' | 'rules' | 'triggers';
  /** Of a field. */
  fieldId?: number;
  /** Of what it is about, as the draft names it. */
  key?: string;
  /** The field's label at the time. */
  label?: string;
}

export const nameOfPart = ({ kind, fieldId, key }: Part): string => [kind, fieldId, key].join(' ');

/** Facts of a field that are told apart. */
const fieldKeys = [
  'label',
  'name',
  'description',
  'isRequired',
  'notifies',
  'isUsed',
  'properties',
  'offered',
  'values',
  'defaults',
  'permissions',
] as const satisfies readonly (keyof DraftField)[];

const keysOf = (...records: readonly object[]): string[] => [...new Set(records.flatMap((one) => Object.keys(one)))];

/** What differs between two states of a definition. */
export function listChanges(from: DefinitionDraft, to: DefinitionDraft): Part[] {
  const fields = keysOf(from.fields, to.fields).flatMap((key): Part[] => {
    const fieldId = Number(key);
    const [was, is] = [from.fields[fieldId], to.fields[fieldId]];
    const label = (is ?? was)?.label ?? '';
    if (was === undefined || is === undefined) return [{ kind: 'field', fieldId, label }];
    return fieldKeys.flatMap((part) =>
      isSame(was[part], is[part]) ? [] : [{ kind: 'field-part', fieldId, key: part, label }],
    );
  });
  const inside = (kind: 'head' | 'permissions' | 'semantics' | 'rules', was: object, is: object): Part[] => {
    const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
    return keysOf(was, is).flatMap((key) =>
      isSame(before.get(key) ?? null, after.get(key) ?? null) ? [] : [{ kind, key }],
    );
  };
  return [
    ...fields,
    ...(isSame(from.children, to.children) ? [] : [{ kind: 'places' as const }]),
    ...inside('head', from.head, to.head),
    ...inside('permissions', from.permissions, to.permissions),
    ...inside('semantics', from.semantics, to.semantics),
    ...(isSame(from.workflow, to.workflow) ? [] : [{ kind: 'workflow' as const }]),
    ...inside('rules', from.rules, to.rules),
    ...(isSame(from.triggers, to.triggers) ? [] : [{ kind: 'triggers' as const }]),
  ];
}

export interface Merge {
  draft: DefinitionDraft;
  /** What both changed, each otherwise. */
  conflicts: readonly Part[];
}

/** Of `theirs` with what `mine` changes in it. */
function mergeKeys<T extends object>(base: T, mine: T, theirs: T, isMine: (key: string) => boolean): T {
  const merged = { ...theirs };
  for (const key of keysOf(base, mine))
    if (isMine(key) && !isSame(Reflect.get(mine, key), Reflect.get(base, key)))
      Reflect.set(merged, key, Reflect.get(mine, key));
  return merged;
}

/** Defaults that are no longer there are none. */
const withValues = (field: DraftField, values: readonly DraftValue[]): DraftField => ({
  ...field,
  values,
  defaults:
    field.bind === 'users' ? field.defaults : field.defaults.filter((id) => values.some((one) => one.id === id)),
});

function mergeFields(
  base: DefinitionDraft,
  mine: DefinitionDraft,
  theirs: DefinitionDraft,
  isMine: (part: Part) => boolean,
): Record<number, DraftField> {
  const merged: Record<number, DraftField> = {};
  for (const key of keysOf(theirs.fields, mine.fields)) {
    const fieldId = Number(key);
    const [was, my, their] = [base.fields[fieldId], mine.fields[fieldId], theirs.fields[fieldId]];
    if (their === undefined) {
      // New here, or deleted by the other one.
      if (my !== undefined && was === undefined) merged[fieldId] = my;
    } else if (my === undefined) {
      if (was === undefined || !isMine({ kind: 'field', fieldId })) merged[fieldId] = their;
    } else if (was === undefined) merged[fieldId] = their;
    else {
      const isMyPart = (key: string): boolean => isMine({ kind: 'field-part', fieldId, key });
      const [first, second] = isMyPart('values') ? [my, their] : [their, my];
      const values = mergeValues(was.values, first.values, second.values);
      merged[fieldId] = withValues(mergeKeys(was, my, their, isMyPart), values);
    }
  }
  return merged;
}

/** Whether the status is the same field in all of them, so that its open values are a set of the same values. */
const hasOneStatus = (...drafts: readonly DefinitionDraft[]): boolean => {
  const [first, ...others] = drafts.map(({ semantics }) => semantics.status?.field_id);
  return first !== undefined && others.every((field) => field === first);
};

function mergeSemantics(
  base: DefinitionDraft,
  mine: DefinitionDraft,
  theirs: DefinitionDraft,
  isMine: (part: Part) => boolean,
): Semantics {
  const merged = mergeKeys(base.semantics, mine.semantics, theirs.semantics, (key) =>
    isMine({ kind: 'semantics', key }),
  );
  if (!hasOneStatus(base, mine, theirs) || !isMine({ kind: 'semantics', key: 'status' })) return merged;
  const openOf = ({ semantics }: DefinitionDraft): readonly number[] => semantics.status?.value_ids ?? [];
  const status = theirs.semantics.status;
  return status
    ? { ...merged, status: { ...status, value_ids: mergeSets(openOf(base), openOf(mine), openOf(theirs)) } }
    : merged;
}

/** Places and values that both changed go together unless they changed the same of them. */
function doesClash(
  { kind, fieldId = 0, key }: Part,
  ...drafts: [DefinitionDraft, DefinitionDraft, DefinitionDraft]
): boolean {
  const [base, mine, theirs] = drafts;
  if (kind === 'places') return doPlacesClash(base.children, mine.children, theirs.children);
  if (kind === 'semantics' && key === 'status') return !hasOneStatus(base, mine, theirs);
  if (kind !== 'field-part' || key !== 'values') return true;
  const valuesOf = ({ fields }: DefinitionDraft) => fields[fieldId]?.values ?? [];
  return doValuesClash(valuesOf(base), valuesOf(mine), valuesOf(theirs));
}

/**
 * `mine` came from `base`, which has become `theirs`. Where both changed the same part it is as in mine, except for parts that
 * `takeTheirs` has the name of.
 */
export function merge(
  base: DefinitionDraft,
  mine: DefinitionDraft,
  theirs: DefinitionDraft,
  takeTheirs: ReadonlySet<string> = new Set(),
): Merge {
  const changedThere = new Set(listChanges(base, theirs).map(nameOfPart));
  const differing = new Set(listChanges(theirs, mine).map(nameOfPart));
  const conflicts = listChanges(base, mine).filter(
    (part) =>
      changedThere.has(nameOfPart(part)) && differing.has(nameOfPart(part)) && doesClash(part, base, mine, theirs),
  );
  const isMine = (part: Part): boolean => !takeTheirs.has(nameOfPart(part));
  const fields = mergeFields(base, mine, theirs, isMine);
  const isMyWorkflow = isMine({ kind: 'workflow' }) && !isSame(base.workflow, mine.workflow);
  const areMyTriggers = isMine({ kind: 'triggers' }) && !isSame(base.triggers, mine.triggers);
  const [first, second] = isMine({ kind: 'places' }) ? [mine, theirs] : [theirs, mine];
  return {
    conflicts,
    draft: {
      fields,
      children: mergePlaces(base.children, first.children, second.children, fields),
      removed: mine.removed.filter((id) => theirs.fields[id] !== undefined && isMine({ kind: 'field', fieldId: id })),
      head: mergeKeys(base.head, mine.head, theirs.head, (key) => isMine({ kind: 'head', key })),
      permissions: mergeKeys(base.permissions, mine.permissions, theirs.permissions, (key) =>
        isMine({ kind: 'permissions', key }),
      ),
      semantics: mergeSemantics(base, mine, theirs, isMine),
      workflow: isMyWorkflow ? mine.workflow : theirs.workflow,
      rules: mergeKeys(base.rules, mine.rules, theirs.rules, (key) => isMine({ kind: 'rules', key })),
      triggers: areMyTriggers ? mine.triggers : theirs.triggers,
    },
  };
}
