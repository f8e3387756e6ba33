// The state of the form of a new artifact: defaults, what the address gives, what was typed, kept until the server has it.
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, ApiError, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { createDrafts } from '../../../../platform/drafts.ts';
import { currentZone, t } from '../../../../platform/i18n.ts';
import { useSelf } from '../../../../platform/session.ts';
import { say } from '../../../../ui/messages.tsx';
import { describeError } from '../../../../ui/states.tsx';
import { isChanged, readDraft, writeDraft } from '../keeping/drafts.ts';
import type { Entries, Entry } from '../keeping/drafts.ts';
import { copyChildren, withoutChildren } from './copy-children.ts';
import { isEmpty, problemOf, writeEdit } from '../edits.ts';
import type { Edit, Field } from '../edits.ts';
import { focusProblem } from '../focus-problem.ts';
import { findUnchosen, withChange } from '../form-rules.ts';
import { newKey } from '../idempotency.ts';
import type { Prefill } from './new-search.ts';
import { describeRefusal, fieldOfRefusal } from '../refusals.ts';
import { isAutomatic, startOf } from './start.ts';
import type { Start } from './start.ts';

type Tracker = Schemas['Tracker'];
type Artifact = Schemas['Artifact'];

const problemTexts = {
  required: 'form.problem.required',
  number: 'form.problem.number',
  whole: 'form.problem.whole',
} as const;

/** Entries as a draft keeps them, on top of what the fields start with. */
function useKeptEntries(tracker: Tracker, start: Start, isAskedFor: boolean) {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(localStorage, person), [person]);
  const thing = `new.${tracker.id}`;
  const [kept] = useState(() => drafts.read(thing));
  const [entries, setEntries] = useState<Entries>(() => {
    const isThere = (id: number, kind: Edit['kind']): boolean => start.get(id)?.kind === kind;
    // What the address asks for counts more than what was left the last time.
    return isAskedFor ? new Map() : readDraft(kept?.value, isThere).entries;
  });
  const [restoredAtMs, setRestored] = useState(entries.size > 0 ? kept?.savedAtMs : undefined);
  useEffect(() => {
    const labels = new Map(tracker.fields.map(({ field_id: id, label }) => [id, label]));
    const draft = writeDraft(entries, (id) => labels.get(id) ?? '', '');
    if (draft === undefined) drafts.drop(thing);
    else drafts.save(thing, draft);
  }, [entries, drafts, thing, tracker]);
  const clear = (): void => {
    setEntries(new Map());
    setRestored(undefined);
    drafts.drop(thing);
  };
  return { entries, setEntries, restoredAtMs, clear };
}

interface Options {
  tracker: Tracker;
  prefill: Prefill;
  source: Artifact | undefined;
  onMade(id: number): void;
  /** Copies what is below the source, too. */
  withChildren: boolean;
}

interface Filled {
  field: Field;
  edit: Edit;
}

/** The copy is there by now, whatever becomes of them. */
async function tellOfChildren(source: Artifact, copyId: number): Promise<void> {
  const { copied, problems } = await copyChildren(source, copyId);
  if (copied > 0) say('success', t('form.new.children', { count: copied }));
  if (problems.length > 0) say('error', t('form.new.notCopied', { problems: problems.join(' ') }));
}

/** Sends a new artifact once, however often it is asked for. */
function useCreating(tracker: Tracker, source: Artifact | undefined) {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const key = useRef(newKey());
  const send = async (filled: readonly Filled[], withChildren: boolean): Promise<number | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setBusy(true);
    try {
      const { id } = await take(
        api.POST('/artifacts', {
          params: { header: { 'Idempotency-Key': `"${key.current}"` } },
          body: {
            tracker: { id: tracker.id },
            values: filled.map(({ field, edit }) =>
              writeEdit(field, withChildren ? withoutChildren(edit) : edit, currentZone()),
            ),
            ...(source === undefined ? {} : { files_from: { id: source.id } }),
          },
        }),
      );
      key.current = newKey();
      if (source !== undefined && withChildren) await tellOfChildren(source, id);
      return id;
    } catch (error) {
      // What was refused is another request when it is sent again; what got no answer may have arrived.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = newKey();
      throw error;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, send };
}

export function useNewArtifact({ tracker, prefill, source, onMade, withChildren }: Options) {
  const start = useMemo(() => startOf(tracker, prefill, source), [tracker, prefill, source]);
  const { entries, setEntries, restoredAtMs, clear } = useKeptEntries(tracker, start, Object.keys(prefill).length > 0);
  const [problem, setProblem] = useState<string>();
  const { isBusy, send } = useCreating(tracker, source);
  const nowOf = (id: number): Edit | undefined => start.get(id);
  const currentOf = (id: number): Edit | undefined => entries.get(id)?.edit ?? nowOf(id);
  const entryOf = (id: number): Entry | undefined => {
    const base = start.get(id);
    return entries.get(id) ?? (base && { base, edit: base, isOpen: true });
  };
  const mark = (problems: ReadonlyMap<number, string>): void => {
    const next = new Map(entries);
    for (const [id, text] of problems) {
      const entry = entryOf(id);
      if (entry !== undefined) next.set(id, { ...entry, problem: text });
    }
    setEntries(next);
    focusProblem();
  };
  const create = async (): Promise<void> => {
    const filled = tracker.fields.flatMap((field): Filled[] => {
      const edit = currentOf(field.field_id);
      return edit === undefined ? [] : [{ field, edit }];
    });
    const problems = filled.flatMap(({ field, edit }) => {
      const wrong = problemOf(field, edit);
      return wrong === undefined ? [] : [[field.field_id, t(problemTexts[wrong])] as const];
    });
    const ids = filled.map(({ field }) => field.field_id);
    const unchosen = findUnchosen(tracker, ids, currentOf).map((id) => [id, t(problemTexts.required)] as const);
    if (problems.length + unchosen.length > 0) return mark(new Map([...problems, ...unchosen]));
    const isSaid = ({ field, edit }: Filled): boolean => {
      const entry = entries.get(field.field_id);
      return !isAutomatic(edit) && (!isEmpty(edit) || (entry !== undefined && isChanged(entry)));
    };
    const sent = filled.filter(isSaid);
    setProblem(undefined);
    try {
      const id = await send(sent, withChildren);
      if (id === undefined) return;
      clear();
      onMade(id);
    } catch (error) {
      const fields = sent.map(({ field }) => field);
      const others = filled.map(({ field }) => field);
      const about = error instanceof ApiError ? fieldOfRefusal(error, fields, others) : undefined;
      const text = describeRefusal(describeError(error));
      if (about === undefined) setProblem(text);
      else mark(new Map([[about, text]]));
    }
  };
  const change = (id: number, edit: Edit): void => setEntries((all) => withChange(all, { tracker, nowOf }, id, edit));
  const isDirty = [...entries.values()].some(isChanged);
  return { entries, entryOf, currentOf, change, create, clear, isBusy, problem, isDirty, restoredAtMs };
}

export type NewForm = ReturnType<typeof useNewArtifact>;
