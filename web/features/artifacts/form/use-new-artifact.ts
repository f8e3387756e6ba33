// The state of the form of a new artifact: defaults, what the address gives, what was typed, kept until the server has it.
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, ApiError, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { createDrafts } from '../../../platform/drafts.ts';
import { currentZone, t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { describeError } from '../../../ui/states.tsx';
import { isChanged, readDraft, writeDraft } from './drafts.ts';
import type { Entries, Entry } from './drafts.ts';
import { defaultEdit, editKindOf, isEmpty, problemOf, readEdit, writeEdit } from './edits.ts';
import type { Edit, Field } from './edits.ts';
import { withChange } from './form-rules.ts';
import { newKey } from './idempotency.ts';
import { prefilled } from './prefill.ts';
import type { Prefill } from './new-search.ts';
import { fieldOfRefusal } from './refusals.ts';

type Tracker = Schemas['Tracker'];
type Artifact = Schemas['Artifact'];

const problemTexts = {
  required: 'form.problem.required',
  number: 'form.problem.number',
  whole: 'form.problem.whole',
} as const;

/** Fields that somebody may fill in who creates an artifact. */
export const isCreatable = (field: Field): boolean =>
  editKindOf(field.type) !== undefined && field.permissions.includes('create');

/** What a field starts with: of the address, of the artifact that is copied, of the tracker. Files are copied by the server. */
function startOf(tracker: Tracker, prefill: Prefill, source: Artifact | undefined): ReadonlyMap<number, Edit> {
  const zone = currentZone();
  const given = prefilled(tracker, prefill, zone);
  const values = new Map((source?.values ?? []).map((value) => [value.field_id, value]));
  return new Map(
    tracker.fields.filter(isCreatable).flatMap((field) => {
      const value = field.type === 'file' ? undefined : values.get(field.field_id);
      const copied = value === undefined ? undefined : readEdit(field, value, zone);
      const edit = given.get(field.field_id) ?? copied ?? defaultEdit(field, zone);
      return edit === undefined ? [] : [[field.field_id, edit] as const];
    }),
  );
}

export interface Made {
  id: number;
  title: string;
}

interface Options {
  tracker: Tracker;
  prefill: Prefill;
  source: Artifact | undefined;
  onMade(made: Made): void;
}

export function useNewArtifact({ tracker, prefill, source, onMade }: Options) {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(localStorage, person), [person]);
  const thing = `new.${tracker.id}`;
  const fields = useMemo(() => new Map(tracker.fields.map((field) => [field.field_id, field])), [tracker]);
  const start = useMemo(() => startOf(tracker, prefill, source), [tracker, prefill, source]);
  const kept = useMemo(() => drafts.read(thing), [drafts, thing]);
  const [entries, setEntries] = useState<Entries>(() => {
    const isThere = (id: number, kind: Edit['kind']): boolean => start.get(id)?.kind === kind;
    // What the address asks for counts more than what was left the last time.
    return Object.keys(prefill).length > 0 ? new Map() : readDraft(kept?.value, isThere).entries;
  });
  const [restoredAtMs, setRestored] = useState(entries.size > 0 ? kept?.savedAtMs : undefined);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const key = useRef(newKey());
  useEffect(() => {
    const draft = writeDraft(entries, (id) => fields.get(id)?.label ?? '', '');
    if (draft === undefined) drafts.drop(thing);
    else drafts.save(thing, draft);
  }, [entries, drafts, thing, fields]);

  const nowOf = (id: number): Edit | undefined => start.get(id);
  const currentOf = (id: number): Edit | undefined => entries.get(id)?.edit ?? nowOf(id);
  const change = (id: number, edit: Edit): void => setEntries((all) => withChange(all, { tracker, nowOf }, id, edit));
  const mark = (problems: ReadonlyMap<number, string>): void =>
    setEntries((all) => {
      const next = new Map<number, Entry>(all);
      for (const [id, text] of problems) {
        const base = start.get(id);
        const entry = next.get(id) ?? (base && { base, edit: base, isOpen: true });
        if (entry !== undefined) next.set(id, { ...entry, problem: text });
      }
      return next;
    });
  const clear = (): void => {
    setEntries(new Map());
    setRestored(undefined);
    setProblem(undefined);
    key.current = newKey();
  };
  const listProblems = (): ReadonlyMap<number, string> =>
    new Map(
      [...start.keys()].flatMap((id) => {
        const [field, edit] = [fields.get(id), currentOf(id)];
        const wrong = field === undefined || edit === undefined ? undefined : problemOf(field, edit);
        return wrong === undefined ? [] : [[id, t(problemTexts[wrong])] as const];
      }),
    );
  const create = async (titleOf: (id: number) => string): Promise<void> => {
    if (busy.current) return;
    const problems = listProblems();
    if (problems.size > 0) return mark(problems);
    const sent = [...start.keys()].flatMap((id) => {
      const [field, edit, entry] = [fields.get(id), currentOf(id), entries.get(id)];
      const isSaid = edit !== undefined && (entry !== undefined ? isChanged(entry) || !isEmpty(edit) : !isEmpty(edit));
      return field === undefined || edit === undefined || !isSaid || isAutomatic(edit) ? [] : [{ field, edit }];
    });
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const made = await take(
        api.POST('/artifacts', {
          params: { header: { 'Idempotency-Key': `"${key.current}"` } },
          body: {
            tracker: { id: tracker.id },
            values: sent.map(({ field, edit }) => writeEdit(field, edit, currentZone())),
            ...(source === undefined ? {} : { from_artifact: { id: source.id } }),
          },
        }),
      );
      drafts.drop(thing);
      clear();
      onMade({ id: made.id, title: titleOf(made.id) });
    } catch (error) {
      const about =
        error instanceof ApiError
          ? fieldOfRefusal(
              error,
              sent.map(({ field }) => field),
            )
          : undefined;
      if (about === undefined) setProblem(describeError(error));
      else mark(new Map([[about, describeError(error)]]));
      // A refused request is another one when it is sent again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = newKey();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const entryOf = (id: number): Entry | undefined => {
    const base = start.get(id);
    return entries.get(id) ?? (base && { base, edit: base, isOpen: true });
  };
  const isDirty = [...entries.values()].some(isChanged);
  return { fields, entryOf, currentOf, change, create, clear, isBusy, problem, isDirty, restoredAtMs };
}

/** What the server does by itself where nothing is said. */
const isAutomatic = (edit: Edit): boolean => edit.kind === 'computed' && edit.isAuto;
