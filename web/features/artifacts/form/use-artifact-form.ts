// The form of an artifact: sends what is changed with what it was read with, and asks where somebody was quicker.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { ApiError, isRefusedWith } from '../../../platform/api.ts';
import type { Schemas, Tagged } from '../../../platform/api.ts';
import { currentZone, t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { artifactQuery, saveArtifact } from '../artifact.queries.ts';
import { isChanged } from './keeping/drafts.ts';
import type { Entries, Entry } from './keeping/drafts.ts';
import { filesIn, markupIn, mergeEdit, readEdit, savesAtOnce, writeChange } from './edits.ts';
import type { Edit, Field, Submitted, Value } from '../../fields/index.ts';
import { findProblems, withDependents } from './form-rules.ts';
import type { CurrentOf, Problem } from './form-rules.ts';
import { findConflicts } from './keeping/merge.ts';
import type { Conflict } from './keeping/merge.ts';
import { namedIn } from '../../../ui/files/named-files.ts';
import { offerUndo } from '../undo-choice.ts';
import { fieldOfRefusal } from './refusals.ts';
import { changesOf, nothing, useFormState } from './use-form-state.ts';

type Artifact = Schemas['Artifact'];
type Fields = ReadonlyMap<number, Field>;

const problemTexts = {
  required: 'form.problem.required',
  number: 'form.problem.number',
  whole: 'form.problem.whole',
  step: 'form.problem.step',
} as const satisfies Record<Problem, string>;

/** Times that a save is tried anew because somebody was quicker with another field. */
const triesMax = 4;

const valuesOf = (artifact: Artifact): ReadonlyMap<number, Value> =>
  new Map((artifact.values ?? []).map((value) => [value.field_id, value]));

const readerOf =
  (fields: Fields, values: ReadonlyMap<number, Value>): CurrentOf =>
  (fieldId) => {
    const field = fields.get(fieldId);
    return field === undefined ? undefined : readEdit(field, values.get(fieldId), currentZone());
  };

const pick = (entries: Entries, ids: readonly number[]): ReadonlyMap<number, Entry> =>
  new Map([...entries].filter(([id]) => ids.includes(id)));

const without = (entries: Entries, ids: readonly number[]): Entries =>
  new Map([...entries].filter(([id]) => !ids.includes(id)));

/** What is to be sent on top of what there is now, or what two people changed differently. */
function prepare(
  mine: Entries,
  fields: Fields,
  now: CurrentOf,
): { conflicts: readonly Conflict[]; values: Submitted[] } {
  const there = new Map<number, Edit>();
  for (const id of mine.keys()) {
    const edit = now(id);
    if (edit !== undefined) there.set(id, edit);
  }
  const conflicts = findConflicts(
    new Map([...mine].map(([id, { base }]) => [id, base])),
    new Map([...mine].map(([id, { edit }]) => [id, edit])),
    there,
  );
  const values = [...mine].flatMap(([id, { base, edit }]) => {
    const [field, current] = [fields.get(id), there.get(id)];
    return field === undefined || current === undefined
      ? []
      : [writeChange(field, base, mergeEdit(base, edit, current), currentZone())];
  });
  return { conflicts, values };
}

/** The field that a refusal is about, among those that were sent. */
function findBlamed(error: unknown, sent: readonly Field[], fields: Fields): number | undefined {
  const others = [...fields.values()].filter(({ permissions }) => permissions.includes('update'));
  const about = error instanceof ApiError ? fieldOfRefusal(error, sent, others) : undefined;
  return about ?? (sent.length === 1 && isRefusedWith(error, 400, 403) ? sent[0]?.field_id : undefined);
}

export interface Reading {
  tagged: Tagged<Artifact>;
  tracker: Schemas['Tracker'];
  /** When it was read, in ms. */
  readAtMs: number;
}

type Store = ReturnType<typeof useFormState>;
type Changes = ReturnType<typeof changesOf>;

/** Fields of files that texts among these fields name: a picture is saved with the text that shows it. */
const namedBy = (entries: Entries, wanted: readonly number[]): readonly number[] =>
  [...entries].flatMap(([id, { edit }]) => {
    const files = filesIn(edit);
    const texts = wanted.flatMap((at) => {
      const written = entries.get(at);
      return written === undefined ? [] : (markupIn(written.edit) ?? []);
    });
    return texts.some((text) => namedIn(text, files).length > 0) ? [id] : [];
  });

/** Labels of those fields that are gone by a new reading of the artifact; none where it can't be read. */
async function findGone(client: QueryClient, id: number, ids: readonly number[], fields: Fields): Promise<string[]> {
  // The refusal that led here is told then.
  const read = await client.fetchQuery({ ...artifactQuery(id), staleTime: 0 }).catch(() => undefined);
  if (read === undefined || !('fields' in read.data.tracker)) return [];
  const there = new Set(read.data.tracker.fields.map(({ field_id: fieldId }) => fieldId));
  return ids.flatMap((fieldId) => (there.has(fieldId) ? [] : [fields.get(fieldId)?.label ?? `#${fieldId}`]));
}

/** Sends fields, or all that are changed, and says what became of it in the form. */
function useSaving({ tagged, tracker }: Reading, fields: Fields, store: Store, changes: Changes, nowOf: CurrentOf) {
  const id = tagged.data.id;
  const queryClient = useQueryClient();
  const fail = async (error: unknown, ids: readonly number[]): Promise<void> => {
    const text = isRefusedWith(error, 404) ? t('form.gone') : describeError(error);
    if (isRefusedWith(error, 401)) return store.update({ isBusy: false, waiting: ids, problem: text });
    const gone = isRefusedWith(error, 400, 403) ? await findGone(queryClient, id, ids, fields) : [];
    const labels = gone.join(', ');
    if (gone.length > 0) return store.update({ isBusy: false, problem: t('form.problem.removed', { labels }) });
    const sent = ids.map((fieldId) => fields.get(fieldId)).filter((field) => field !== undefined);
    const blamed = findBlamed(error, sent, fields);
    if (blamed === undefined) store.update({ isBusy: false, problem: text });
    else changes.mark(new Map([[blamed, text]]));
  };
  const finish = async (ids: readonly number[]): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
    const entries = without(store.now().entries, ids);
    const isWhole = store.now().isWhole && [...entries.values()].some(isChanged);
    store.update({ ...nothing, entries, isWhole, lost: store.now().lost });
    store.keep();
  };
  const sendOnce = async (ids: readonly number[], from: Tagged<Artifact>): Promise<void> => {
    const { entries, comment } = store.now();
    const { conflicts, values } = prepare(pick(entries, ids), fields, readerOf(fields, valuesOf(from.data)));
    if (conflicts.length > 0) return store.update({ conflicts, isBusy: false });
    const said = comment.trim() === '' ? {} : { comment: { body: comment, format: 'commonmark' } };
    await saveArtifact(id, from.etag, { values, ...said });
    const [alone, ...others] = ids;
    const [field, entry] = [fields.get(alone ?? 0), entries.get(alone ?? 0)];
    await finish(ids);
    if (field !== undefined && entry !== undefined && others.length === 0 && savesAtOnce(field))
      offerUndo(queryClient, { id, field, before: entry.base, after: entry.edit });
  };
  const send = async (ids: readonly number[]): Promise<void> => {
    store.update({ isBusy: true, problem: undefined, waiting: undefined });
    let from = queryClient.getQueryData(artifactQuery(id).queryKey) ?? tagged;
    for (let tries = 1; ; tries++) {
      try {
        return await sendOnce(ids, from);
      } catch (error) {
        if (!isRefusedWith(error, 412) || tries >= triesMax) return fail(error, ids);
      }
      try {
        from = await queryClient.fetchQuery({ ...artifactQuery(id), staleTime: 0 });
      } catch (error) {
        return fail(error, ids);
      }
    }
  };
  return async (wanted?: readonly number[]): Promise<void> => {
    const { entries, comment, lost, isBusy } = store.now();
    if (isBusy) return;
    const together = wanted && new Set([...withDependents(tracker, wanted), ...namedBy(entries, wanted)]);
    const sent = new Map([...entries].filter(([at, one]) => isChanged(one) && together?.has(at) !== false));
    const currentOf: CurrentOf = (at) => entries.get(at)?.edit ?? nowOf(at);
    const isSaid = comment.trim() !== '';
    if (sent.size === 0 && !isSaid)
      return store.update({ ...nothing, entries: wanted === undefined ? new Map() : without(entries, wanted), lost });
    const actions = tagged.data.allowed_actions;
    const { problems, isCommentNeeded } = findProblems(sent, fields, { tracker, actions, currentOf });
    if (problems.size === 0 && (!isCommentNeeded || isSaid)) return send([...sent.keys()]);
    const own = [...problems].filter(([at]) => fields.get(at)?.permissions.includes('update') === true);
    const others = [...problems.keys()].filter((at) => own.every(([mine]) => mine !== at));
    const labels = others.map((at) => fields.get(at)?.label ?? `#${at}`).join(', ');
    const problem = others.length === 0 ? undefined : t('form.problem.others', { labels });
    changes.mark(new Map(own.map(([at, kind]) => [at, t(problemTexts[kind])])), { isCommentNeeded, problem });
  };
}

/** What a person's changes of an artifact are made of; see FormModel for what its fields do with it. */
export function useArtifactForm(reading: Reading) {
  const { tagged, tracker, readAtMs } = reading;
  const person = useSelf()?.username ?? '';
  const fields = useMemo(() => new Map(tracker.fields.map((field) => [field.field_id, field])), [tracker]);
  const values = useMemo(() => valuesOf(tagged.data), [tagged]);
  const store = useFormState(`artifact.${tagged.data.id}`, fields, values);
  const { state } = store;
  const nowOf = readerOf(fields, values);
  const currentOf: CurrentOf = (fieldId) => state.entries.get(fieldId)?.edit ?? nowOf(fieldId);
  const changes = changesOf(store, tracker, nowOf);
  const save = useSaving(reading, fields, store, changes, nowOf);
  const again = useRef(save);
  again.current = save;
  const { waiting } = state;
  useEffect(() => {
    // The session is back when the artifact could be read anew.
    if (waiting !== undefined && person !== '') void again.current(waiting);
    // Only a new reading sends anew, not the refusal that made it wait.
  }, [readAtMs, person]);
  return {
    ...state,
    ...changes,
    fields,
    values,
    currentOf,
    save,
    /** Tells whether all is saved then. */
    saveAll: async (): Promise<boolean> => {
      await save();
      return ![...store.now().entries.values()].some(isChanged);
    },
    changed: [...state.entries.values()].filter(isChanged),
    discard: store.discard,
    openWhole: () => store.update({ isWhole: true }),
    setComment: (comment: string) => store.update({ comment }),
  };
}

export type ArtifactForm = ReturnType<typeof useArtifactForm>;
