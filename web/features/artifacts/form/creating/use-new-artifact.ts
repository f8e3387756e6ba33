// The state of the form of a new artifact: defaults, what the address gives, what was typed, kept until the server has it.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { api, ApiError, isRefusedWith, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { currentZone, t } from '../../../../platform/i18n.ts';
import { say } from '../../../../ui/feedback/toasts.tsx';
import { describeError } from '../../../../ui/feedback/async-states.tsx';
import { formQuery } from '../../artifact.queries.ts';
import { isChanged } from '../keeping/drafts.ts';
import type { Entry } from '../keeping/drafts.ts';
import { copyChildren, withoutChildren } from './copy-children.ts';
import { isAutomatic, isEmpty, problemOf, writeEdit } from '../edits.ts';
import type { Edit, Field, Value } from '../../../fields/index.ts';
import { findUnchosen } from '../form-rules.ts';
import { newKey } from '../../../../platform/network/new-key.ts';
import type { Prefill } from './new-search.ts';
import { fieldOfRefusal } from '../refusals.ts';
import { isCreatable, startOf } from './start.ts';
import { changesOf, useFormState } from '../use-form-state.ts';

type Tracker = Schemas['Tracker'];
type Artifact = Schemas['Artifact'];

const problemTexts = {
  required: 'form.problem.required',
  number: 'form.problem.number',
  whole: 'form.problem.whole',
} as const;

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
async function notifyOfChildren(source: Artifact, copyId: number): Promise<void> {
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
      if (source !== undefined && withChildren) await notifyOfChildren(source, id);
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

/** Labels of those fields that are gone by a new reading of the tracker; none where it can't be read. */
async function findGone(client: QueryClient, trackerId: number, fields: readonly Field[]): Promise<string[]> {
  // The refusal that led here is told then.
  const read = await client.fetchQuery({ ...formQuery(String(trackerId)), staleTime: 0 }).catch(() => undefined);
  if (read === undefined) return [];
  const there = new Set(read.fields.filter(isCreatable).map(({ field_id: id }) => id));
  return fields.filter(({ field_id: id }) => !there.has(id)).map(({ label }) => label);
}

/** Each address has a draft of its own: what it asks for is no part of what was left elsewhere. */
const draftOf = (tracker: Tracker, prefill: Prefill): string =>
  ['new', tracker.id, ...(Object.keys(prefill).length === 0 ? [] : [JSON.stringify(prefill)])].join('.');

const noValues: ReadonlyMap<number, Value> = new Map();

export function useNewArtifact({ tracker, prefill, source, onMade, withChildren }: Options) {
  const client = useQueryClient();
  const start = useMemo(() => startOf(tracker, prefill, source), [tracker, prefill, source]);
  const fields = useMemo(
    () => new Map(tracker.fields.filter(isCreatable).map((field) => [field.field_id, field])),
    [tracker],
  );
  const store = useFormState(draftOf(tracker, prefill), fields, noValues);
  const { entries } = store.state;
  const nowOf = (id: number): Edit | undefined => start.get(id);
  const currentOf = (id: number): Edit | undefined => entries.get(id)?.edit ?? nowOf(id);
  const entryOf = (id: number): Entry | undefined => {
    const base = start.get(id);
    return entries.get(id) ?? (base && { base, edit: base, isOpen: true });
  };
  const { change, mark, forget } = changesOf(store, tracker, nowOf);
  const { isBusy, send } = useCreating(tracker, source);
  const fail = async (error: unknown, sent: readonly Field[], others: readonly Field[]): Promise<void> => {
    const labels = isRefusedWith(error, 400, 403) ? (await findGone(client, tracker.id, sent)).join(', ') : '';
    if (labels !== '') return store.update({ problem: t('form.problem.removed', { labels }) });
    const about = error instanceof ApiError ? fieldOfRefusal(error, sent, others) : undefined;
    const text = describeError(error);
    if (about === undefined) store.update({ problem: text });
    else mark(new Map([[about, text]]));
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
    store.update({ problem: undefined });
    try {
      const id = await send(sent, withChildren);
      if (id === undefined) return;
      store.discard();
      onMade(id);
    } catch (error) {
      const fieldsOf = (all: readonly Filled[]): Field[] => all.map(({ field }) => field);
      await fail(error, fieldsOf(sent), fieldsOf(filled));
    }
  };
  const changed = [...entries.values()].filter(isChanged);
  return { ...store.state, entryOf, currentOf, change, create, discard: store.discard, forget, isBusy, changed };
}

export type NewForm = ReturnType<typeof useNewArtifact>;
