// A definition while it is changed: every step can be undone, nothing is sent before it is saved, all of it at once.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useReducer, useRef, useState } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { say } from '../../../ui/feedback/toasts.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import type { DefinitionDraft } from './definition-draft.ts';
import { isSame } from './definition-draft.ts';
import { readTracker, saveDefinition } from './definition.queries.ts';
import type { ReadDefinition } from './definition.queries.ts';
import { writeDocument } from './document.ts';
import { startHistory, stepHistory } from './history.ts';
import { carryOver, pairNewIds } from './saved-draft.ts';
import type { NewIds } from './saved-draft.ts';
import { describeRefusal } from '../workflow/describe-refusal.ts';

export type Group = Schemas['MinimalUserGroup'];

export interface Definition {
  tracker: Schemas['Tracker'];
  groups: readonly Group[];
  base: DefinitionDraft;
  draft: DefinitionDraft;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  isSaving: boolean;
  /** Why it was not saved. */
  problem: string | undefined;
  /** What somebody else saved meanwhile. */
  theirs: ReadDefinition | undefined;
  /** Changes in a row with the same mark, such as letters of a label, are undone together. */
  change(step: (draft: DefinitionDraft) => DefinitionDraft, mark?: string): void;
  /** Not while it is saved. */
  undo(): void;
  redo(): void;
  /** Drops everything that is not saved. */
  reset(): void;
  save(): Promise<void>;
  /** The present id of what may have been saved since it had this one. */
  idOf(id: number): number;
  /** The first id of something, which stays when it is saved. */
  keyOf(id: number): number;
  /** Goes on from what somebody else saved, with `draft`. */
  takeMerge(draft: DefinitionDraft): void;
  cancelMerge(): void;
}

export const DefinitionContext = createContext<Definition | undefined>(undefined);

/** Throws outside of the pages of a tracker's administration. */
export function useDefinition(): Definition {
  const definition = useContext(DefinitionContext);
  if (definition === undefined) throw new Error('there is no tracker here');
  return definition;
}

/** Of queries that a changed tracker makes stale. */
export const dependsOnDefinition = ({ queryKey: [path, , part] }: { queryKey: readonly unknown[] }): boolean =>
  (path === '/trackers' && part !== 'administration') || path === '/artifacts' || path === '/projects';

/** Ids that things had before they were saved, and have since. */
function useIds() {
  const [newIds, setNewIds] = useState<NewIds>(new Map());
  const keys = useMemo(() => new Map([...newIds].map(([was, is]) => [is, was])), [newIds]);
  return {
    noteMade: (made: NewIds): void => setNewIds((known) => new Map([...known, ...made])),
    idOf: (id: number): number => newIds.get(id) ?? id,
    keyOf: useCallback((id: number): number => keys.get(id) ?? id, [keys]),
  };
}

export function useNewDefinition(start: ReadDefinition, groups: readonly Group[]): Definition {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(start);
  const [history, step] = useReducer(stepHistory<DefinitionDraft>, start.definition, startHistory);
  const [theirs, setTheirs] = useState<ReadDefinition>();
  const [base, draft] = [saved.definition, history.present];
  const {
    submit,
    isSending: isSaving,
    problem,
    reset,
  } = useSubmit({ explain: (error) => describeRefusal(error, draft) });
  const { noteMade, idOf, keyOf } = useIds();
  /** Saved, but what the server made of it could not be read yet. */
  const unread = useRef<DefinitionDraft>(undefined);
  const isChanged = useMemo(() => !isSame(base, draft), [base, draft]);
  const goOn = (next: ReadDefinition, made: NewIds = new Map()): void => {
    setSaved(next);
    noteMade(made);
    setTheirs(undefined);
  };
  const takeSaved = async (sent: DefinitionDraft): Promise<void> => {
    const next = await readTracker(saved.tracker.id);
    const to = next.definition;
    const made = pairNewIds(sent, to);
    unread.current = undefined;
    goOn(next, made);
    step({ do: 'rebase', from: sent, to, carry: (later) => carryOver(sent, later, to, made) });
    say('success', t('ui.saved'));
    await queryClient.invalidateQueries({ predicate: dependsOnDefinition });
  };
  const send = async (etag: string | undefined): Promise<void> => {
    await saveDefinition(saved.tracker.id, writeDocument(base, draft), etag);
    unread.current = draft;
    await takeSaved(draft);
  };
  /** What changed beside the definition, such as the name of the project, is nothing to merge. */
  const sendOrMerge = async (): Promise<void> => {
    step({ do: 'seal' });
    try {
      await send(saved.etag);
    } catch (error) {
      if (!isRefusedWith(error, 412)) throw error;
      const now = await readTracker(saved.tracker.id);
      if (isSame(now.definition, base)) await send(now.etag);
      else setTheirs(now);
    }
  };
  return {
    tracker: saved.tracker,
    groups,
    base,
    draft,
    isChanged,
    canUndo: !isSaving && history.past.length > 0,
    canRedo: !isSaving && history.future.length > 0,
    isSaving,
    problem,
    theirs,
    change: (make, mark) => step({ do: 'change', run: make, mark }),
    undo: () => !isSaving && step({ do: 'undo' }),
    redo: () => !isSaving && step({ do: 'redo' }),
    reset: () => step({ do: 'change', run: () => base, mark: undefined }),
    async save() {
      if (!isSaving) await submit(() => (unread.current === undefined ? sendOrMerge() : takeSaved(unread.current)));
    },
    idOf,
    keyOf,
    takeMerge(merged) {
      if (theirs === undefined) return;
      goOn(theirs);
      reset();
      step({ do: 'start', with: merged });
    },
    cancelMerge: () => setTheirs(undefined),
  };
}
