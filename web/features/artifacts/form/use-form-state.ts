// What the form of an artifact holds, and its draft in this browser.
import { useMemo, useRef, useState } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { createDrafts } from '../../../platform/drafts/drafts.ts';
import { personalStore } from '../../../platform/storage/personal-storage.ts';
import { useSelf } from '../../../platform/session.ts';
import { isChanged, partEntries, readDraft, writeDraft } from './keeping/drafts.ts';
import type { Entries, Entry, NameOf, Typed } from './keeping/drafts.ts';
import { describeEdit, editKindOf } from './edits.ts';
import type { Edit, Field, Value } from '../../fields/index.ts';
import { withChange } from './form-rules.ts';
import type { CurrentOf } from './form-rules.ts';
import { focusProblem } from './focus-problem.ts';
import type { Schemas } from '../../../platform/schemas.ts';
import type { Conflict } from './keeping/merge.ts';

export interface FormState {
  entries: Entries;
  isWhole: boolean;
  comment: string;
  isCommentNeeded: boolean;
  problem: string | undefined;
  conflicts: readonly Conflict[];
  isBusy: boolean;
  /** Sent when the session had ended: goes out again when the artifact could be read again. */
  waiting: readonly number[] | undefined;
  /** When the draft was kept that these edits come from, in ms. */
  restoredAtMs: number | undefined;
  /** What was typed into fields that are gone. */
  lost: readonly Typed[];
  isTooLargeToKeep: boolean;
}

export const nothing: FormState = {
  entries: new Map(),
  isWhole: false,
  comment: '',
  isCommentNeeded: false,
  problem: undefined,
  conflicts: [],
  isBusy: false,
  waiting: undefined,
  restoredAtMs: undefined,
  lost: [],
  isTooLargeToKeep: false,
};

/** How long nobody typed before the draft is written, in ms. */
const restMs = 250;

/** The state with what is newest of it, which handlers that waited for the server need. */
export interface FormStore {
  state: FormState;
  now(): FormState;
  update(change: Partial<FormState>): void;
  /** Writes the draft at once. */
  keep(): void;
  /** Lets go of all but what was typed into fields that are gone, which `forget` does one by one. */
  discard(): void;
}

/** Names of fields and of what is chosen in them, those of fields that went meanwhile too. */
function useNames(fields: ReadonlyMap<number, Field>, values: ReadonlyMap<number, Value>): NameOf {
  const seen = useRef(new Map<number, { field: Field; value: Value | undefined }>());
  for (const [id, field] of fields) seen.current.set(id, { field, value: values.get(id) });
  return (id, edit) => {
    const known = seen.current.get(id);
    return { label: known?.field.label ?? '', words: describeEdit(edit, known) };
  };
}

/** `fields` are those that may be filled in, `values` what the artifact has; `thing` names the draft. */
export function useFormState(
  thing: string,
  fields: ReadonlyMap<number, Field>,
  values: ReadonlyMap<number, Value>,
): FormStore {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(personalStore, person), [person]);
  const isThere = (fieldId: number, kind: Edit['kind']): boolean =>
    editKindOf(fields.get(fieldId)?.type ?? '') === kind;
  const nameOf = useNames(fields, values);
  const [state, setState] = useState<FormState>(() => {
    const kept = drafts.read(thing);
    if (kept === undefined) return nothing;
    const found = readDraft(kept.value, isThere);
    if (found.entries.size === 0 && found.lost.length === 0 && found.comment === '') return nothing;
    return { ...nothing, ...found, restoredAtMs: kept.savedAtMs };
  });
  const latest = useRef(state);
  latest.current = state;
  const update = (change: Partial<FormState>): void => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  };
  const keep = useRef(() => {});
  keep.current = () => {
    const { entries, comment, lost, isTooLargeToKeep } = latest.current;
    const draft = writeDraft(entries, nameOf, comment, lost);
    if (draft === undefined) drafts.drop(thing);
    const isKept = draft === undefined || drafts.save(thing, draft);
    if (isKept === isTooLargeToKeep) update({ isTooLargeToKeep: !isKept });
  };
  useEffect(() => {
    const { entries, lost } = latest.current;
    const parted = partEntries(entries, isThere, nameOf);
    if (parted.entries.size < entries.size) update({ entries: parted.entries, lost: [...lost, ...parted.lost] });
  }, [fields]);
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), restMs);
    return () => clearTimeout(timer);
  }, [state.entries, state.comment, state.lost]);
  useEffect(() => {
    const flush = (): void => keep.current();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  const discard = (): void => {
    update({ ...nothing, lost: latest.current.lost });
    keep.current();
  };
  return { state, now: () => latest.current, update, keep: () => keep.current(), discard };
}

/** What the parts of the form do with its fields. */
export function changesOf(store: FormStore, tracker: Schemas['Tracker'], nowOf: CurrentOf) {
  const withEntry = (fieldId: number, entry: Entry | undefined): Entries => {
    const next = new Map(store.now().entries);
    if (entry === undefined) next.delete(fieldId);
    else next.set(fieldId, entry);
    return next;
  };
  const set = (fieldId: number, entry: Entry | undefined): void => store.update({ entries: withEntry(fieldId, entry) });
  const entryFor = (fieldId: number): Entry | undefined => {
    const now = nowOf(fieldId);
    return store.now().entries.get(fieldId) ?? (now && { base: now, edit: now, isOpen: true });
  };
  return {
    open(fieldId: number): void {
      const entry = entryFor(fieldId);
      if (entry !== undefined) set(fieldId, { ...entry, isOpen: true });
    },
    /** With `isKept` what was typed stays as a draft. */
    close(fieldId: number, isKept: boolean): void {
      const entry = store.now().entries.get(fieldId);
      set(fieldId, isKept && entry !== undefined && isChanged(entry) ? { ...entry, isOpen: false } : undefined);
    },
    change: (fieldId: number, edit: Edit): void =>
      store.update({ entries: withChange(store.now().entries, { tracker, nowOf }, fieldId, edit) }),
    /** Puts what is wrong beside the fields that it is about. */
    mark(problems: ReadonlyMap<number, string>, more: Partial<FormState> = {}): void {
      const next = new Map(store.now().entries);
      for (const [fieldId, problem] of problems) {
        const entry = entryFor(fieldId);
        if (entry !== undefined) next.set(fieldId, { ...entry, isOpen: true, problem });
      }
      store.update({ entries: next, isBusy: false, ...more });
      focusProblem();
    },
    /** Lets go of what was typed into a field that is gone. */
    forget: (fieldId: number): void => store.update({ lost: store.now().lost.filter(({ id }) => id !== fieldId) }),
    /** What becomes of a conflict: mine stands on what there is now, or theirs stays. */
    settle(fieldId: number, isMine: boolean): void {
      const { conflicts } = store.now();
      const conflict = conflicts.find((one) => one.fieldId === fieldId);
      if (conflict === undefined) return;
      const entry = isMine ? { base: conflict.theirs, edit: conflict.mine, isOpen: true } : undefined;
      store.update({ conflicts: conflicts.filter((one) => one !== conflict), entries: withEntry(fieldId, entry) });
    },
  };
}
