// The state of an artifact's form: what is being changed, kept in this browser, sent with what it was read with.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, isRefusedWith } from '../../../platform/api.ts';
import type { Schemas, Tagged } from '../../../platform/api.ts';
import { createDrafts } from '../../../platform/drafts.ts';
import { currentZone, t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { describeError } from '../../../ui/states.tsx';
import { artifactQuery, saveArtifact } from '../artifact.queries.ts';
import { isChanged, readDraft, writeDraft } from './drafts.ts';
import type { Entries, Entry } from './drafts.ts';
import { editKindOf, readEdit, writeEdit } from './edits.ts';
import type { Edit, Field, Value } from './edits.ts';
import { findProblems, withChange } from './form-rules.ts';
import type { Problem } from './form-rules.ts';
import { findConflicts, mergeEdit } from './merge.ts';
import type { Conflict } from './merge.ts';
import { fieldOfRefusal } from './refusals.ts';

type Artifact = Schemas['Artifact'];

interface State {
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
  lost: readonly { label: string; edit: Edit }[];
  isTooLargeToKeep: boolean;
}

const nothing: State = {
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

const problemTexts = {
  required: 'form.problem.required',
  number: 'form.problem.number',
  whole: 'form.problem.whole',
  step: 'form.problem.step',
} as const satisfies Record<Problem, string>;

/** Times that a save is tried anew because somebody was quicker with another field. */
const triesMax = 4;
/** How long nobody typed before the draft is written, in ms. */
const restMs = 250;

const valuesOf = (artifact: Artifact): ReadonlyMap<number, Value> =>
  new Map((artifact.values ?? []).map((value) => [value.field_id, value]));

export interface Reading {
  tagged: Tagged<Artifact>;
  tracker: Schemas['Tracker'];
  /** When it was read, in ms. */
  readAtMs: number;
}

/** What a person's changes of an artifact are made of; see FormModel for what its fields do with it. */
export function useArtifactForm({ tagged, tracker, readAtMs }: Reading) {
  const id = tagged.data.id;
  const queryClient = useQueryClient();
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(localStorage, person), [person]);
  const thing = `artifact.${id}`;
  const fields = useMemo(() => new Map(tracker.fields.map((field) => [field.field_id, field])), [tracker]);
  const values = useMemo(() => valuesOf(tagged.data), [tagged]);
  const readNow = (from: ReadonlyMap<number, Value>, fieldId: number): Edit | undefined => {
    const field = fields.get(fieldId);
    return field === undefined ? undefined : readEdit(field, from.get(fieldId), currentZone());
  };
  const [state, setState] = useState<State>(() => {
    const kept = drafts.read(thing);
    if (kept === undefined) return nothing;
    const found = readDraft(kept.value, (fieldId, kind) => editKindOf(fields.get(fieldId)?.type ?? '') === kind);
    if (found.entries.size === 0 && found.lost.length === 0 && found.comment === '') return nothing;
    return { ...nothing, ...found, restoredAtMs: kept.savedAtMs };
  });
  const latest = useRef(state);
  latest.current = state;
  const update = (change: Partial<State>): void => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  };

  const keep = useRef(() => {});
  keep.current = () => {
    const { entries, comment, lost } = latest.current;
    const draft = writeDraft(entries, (fieldId) => fields.get(fieldId)?.label ?? '', comment);
    if (draft === undefined && lost.length === 0) drafts.drop(thing);
    const isKept = draft === undefined || drafts.save(thing, draft);
    if (isKept === latest.current.isTooLargeToKeep) update({ isTooLargeToKeep: !isKept });
  };
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), restMs);
    return () => clearTimeout(timer);
  }, [state.entries, state.comment]);
  useEffect(() => {
    const flush = (): void => keep.current();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  const nowOf = (fieldId: number): Edit | undefined => readNow(values, fieldId);
  const currentOf = (fieldId: number): Edit | undefined => state.entries.get(fieldId)?.edit ?? nowOf(fieldId);
  const setEntries = (entries: Entries): void => update({ entries });
  const withEntry = (fieldId: number, entry: Entry | undefined): Entries => {
    const next = new Map(latest.current.entries);
    if (entry === undefined) next.delete(fieldId);
    else next.set(fieldId, entry);
    return next;
  };
  const open = (fieldId: number): void => {
    const now = nowOf(fieldId);
    const entry = latest.current.entries.get(fieldId);
    if (entry !== undefined) setEntries(withEntry(fieldId, { ...entry, isOpen: true }));
    else if (now !== undefined) setEntries(withEntry(fieldId, { base: now, edit: now, isOpen: true }));
  };
  const close = (fieldId: number, isKept: boolean): void => {
    const entry = latest.current.entries.get(fieldId);
    setEntries(
      withEntry(fieldId, isKept && entry !== undefined && isChanged(entry) ? { ...entry, isOpen: false } : undefined),
    );
  };
  const change = (fieldId: number, edit: Edit): void =>
    setEntries(withChange(latest.current.entries, { tracker, nowOf }, fieldId, edit));

  /** Puts what is wrong beside the fields that it is about. */
  const mark = (problems: ReadonlyMap<number, string>, more: Partial<State> = {}): void => {
    const next = new Map(latest.current.entries);
    for (const [fieldId, problem] of problems) {
      const now = nowOf(fieldId);
      const entry = next.get(fieldId) ?? (now && { base: now, edit: now, isOpen: true });
      if (entry !== undefined) next.set(fieldId, { ...entry, isOpen: true, problem });
    }
    update({ entries: next, isBusy: false, ...more });
  };

  const fail = (error: unknown, sent: readonly Field[]): void => {
    if (isRefusedWith(error, 401)) {
      update({ isBusy: false, waiting: sent.map((field) => field.field_id), problem: describeError(error) });
      return;
    }
    const text = describeError(error);
    const about = error instanceof ApiError ? fieldOfRefusal(error, sent) : undefined;
    const only = sent.length === 1 && isRefusedWith(error, 400, 403) ? sent[0]?.field_id : undefined;
    const fieldId = about ?? only;
    if (fieldId === undefined) update({ isBusy: false, problem: isRefusedWith(error, 404) ? t('form.gone') : text });
    else mark(new Map([[fieldId, text]]));
  };

  /** One try: asks where two people changed the same, else sends. Returns whether to try again. */
  const send = async (ids: readonly number[], from: Tagged<Artifact>): Promise<'sent' | 'stop'> => {
    const freshValues = valuesOf(from.data);
    const now = (fieldId: number): Edit | undefined => readNow(freshValues, fieldId);
    const { entries, comment } = latest.current;
    const mine = ids.flatMap((fieldId) => {
      const entry = entries.get(fieldId);
      return entry === undefined ? [] : [[fieldId, entry] as const];
    });
    const conflicts = findConflicts(
      new Map(mine.map(([fieldId, { base }]) => [fieldId, base])),
      new Map(mine.map(([fieldId, { edit }]) => [fieldId, edit])),
      new Map(mine.flatMap(([fieldId]) => [[fieldId, now(fieldId)] as const]).filter(hasEdit)),
    );
    if (conflicts.length > 0) {
      update({ conflicts, isBusy: false });
      return 'stop';
    }
    const submitted = mine.flatMap(([fieldId, { base, edit }]) => {
      const field = fields.get(fieldId);
      const there = now(fieldId);
      if (field === undefined || there === undefined) return [];
      return [writeEdit(field, mergeEdit(base, edit, there), currentZone())];
    });
    const body = comment.trim() === '' ? {} : { comment: { body: comment, format: 'commonmark' } };
    await saveArtifact(id, from.etag, { values: submitted, ...body });
    return 'sent';
  };

  const finish = async (ids: readonly number[]): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
    const next = new Map(latest.current.entries);
    for (const fieldId of ids) next.delete(fieldId);
    const isWhole = latest.current.isWhole && [...next.values()].some(isChanged);
    update({ ...nothing, entries: next, isWhole });
    keep.current();
  };

  const save = async (wanted?: readonly number[]): Promise<void> => {
    if (latest.current.isBusy) return;
    const { entries, comment } = latest.current;
    const ids = (wanted ?? [...entries.keys()]).filter((fieldId) => {
      const entry = entries.get(fieldId);
      return entry !== undefined && isChanged(entry);
    });
    if (ids.length === 0 && comment.trim() === '') {
      update({
        ...nothing,
        entries: wanted === undefined ? new Map() : without(entries, wanted),
        lost: latest.current.lost,
      });
      return;
    }
    const sent = new Map(ids.flatMap((fieldId) => [[fieldId, entries.get(fieldId)] as const]).filter(isEntry));
    const actions = tagged.data.allowed_actions;
    const { problems, isCommentNeeded } = findProblems(sent, fields, { tracker, actions, currentOf });
    if (problems.size > 0 || (isCommentNeeded && comment.trim() === '')) {
      mark(new Map([...problems].map(([fieldId, problem]) => [fieldId, t(problemTexts[problem])])), {
        isCommentNeeded,
      });
      return;
    }
    update({ isBusy: true, problem: undefined, waiting: undefined });
    const sentFields = ids.map((fieldId) => fields.get(fieldId)).filter((field) => field !== undefined);
    let from = queryClient.getQueryData(artifactQuery(id).queryKey) ?? tagged;
    for (let tries = 1; ; tries++) {
      try {
        if ((await send(ids, from)) === 'sent') await finish(ids);
        return;
      } catch (error) {
        if (!isRefusedWith(error, 412) || tries >= triesMax) return fail(error, sentFields);
        from = await queryClient.fetchQuery({ ...artifactQuery(id), staleTime: 0 });
      }
    }
  };
  const waiting = useRef(save);
  waiting.current = save;
  useEffect(() => {
    const ids = latest.current.waiting;
    if (ids !== undefined && person !== '') void waiting.current(ids);
  }, [readAtMs, person]);

  /** What becomes of a conflict: mine stands on what there is now, or theirs stays. */
  const settle = (fieldId: number, isMine: boolean): void => {
    const conflict = latest.current.conflicts.find((one) => one.fieldId === fieldId);
    if (conflict === undefined) return;
    update({
      conflicts: latest.current.conflicts.filter((one) => one !== conflict),
      entries: withEntry(fieldId, isMine ? { base: conflict.theirs, edit: conflict.mine, isOpen: true } : undefined),
    });
  };
  const discard = (): void => {
    update(nothing);
    drafts.drop(thing);
  };
  const openWhole = (): void => update({ isWhole: true });
  const setComment = (comment: string): void => update({ comment });
  const changed = [...state.entries].filter(([, entry]) => isChanged(entry));
  return {
    ...state,
    fields,
    values,
    changed,
    currentOf,
    open,
    close,
    change,
    save,
    settle,
    discard,
    openWhole,
    setComment,
  };
}

const without = (entries: Entries, ids: readonly number[]): Entries => {
  const gone = new Set(ids);
  return new Map([...entries].filter(([id]) => !gone.has(id)));
};

const hasEdit = (pair: readonly [number, Edit | undefined]): pair is [number, Edit] => pair[1] !== undefined;
const isEntry = (pair: readonly [number, Entry | undefined]): pair is [number, Entry] => pair[1] !== undefined;

export type ArtifactForm = ReturnType<typeof useArtifactForm>;
