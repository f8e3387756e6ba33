// Sends changes of many artifacts: looked at first, then guarded by the versions that were looked at, with undo where it is cheap.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Tagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { loadRefusals, sayI18n } from '../../../platform/errors/refusals.ts';
import { say } from '../../../ui/feedback/toasts.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { choicesOf } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import { byMessage, guardedItems, itemsOf, readPreview, undoItems } from './mass-change.ts';
import type { ManyChanges, Preview } from './mass-change.ts';
import { sendBatch } from '../trackers.queries.ts';
import type { Artifact } from '../shapes.ts';

/** As many as one request gives by their ids; more are not offered to be undone. */
const undoMax = 100;

const readByIds = async (ids: readonly number[]): Promise<readonly Artifact[]> => {
  const query = JSON.stringify({ id: ids });
  return (await take(api.GET('/artifacts', { params: { query: { query, limit: undoMax } } }))).collection;
};

const wayOf = ({ isSilent }: ManyChanges): { send_notifications?: false } =>
  isSilent === true ? { send_notifications: false } : {};

export async function previewChanges(changes: ManyChanges): Promise<Preview> {
  const answer = await sendBatch({ items: itemsOf(changes), dry_run: true, ...wayOf(changes) });
  await loadRefusals();
  return readPreview(answer, sayI18n);
}

export interface Sender {
  /** Writes what the preview accepted. Throws ApiError, and has changed nothing then. */
  send(changes: ManyChanges, preview: Preview): Promise<void>;
  /** One field of some artifacts, shown at once; gives those that were refused. */
  setAtOnce(field: Field, choice: number | undefined, ids: readonly number[]): Promise<readonly number[]>;
}

export function useManyChanges(tracker: Tracker): Sender {
  const queryClient = useQueryClient();
  const refresh = useCallback(async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['/trackers', tracker.id, 'artifacts'] }),
      queryClient.invalidateQueries({ queryKey: ['/artifacts'] }),
    ]);
  }, [queryClient, tracker.id]);

  const send = useCallback<Sender['send']>(
    async (changes, preview) => {
      const ids = preview.accepted.map(({ id }) => id);
      if (ids.length === 0) return;
      const isUndoable = ids.length <= undoMax && changes.comment.trim() === '';
      const before = isUndoable ? await readByIds(ids) : [];
      const answer = await sendBatch({ items: guardedItems(changes, preview), ...wayOf(changes) });
      const etags = new Map(answer.items.flatMap(({ id, etag }) => (id === null || etag === null ? [] : [[id, etag]])));
      const fieldIds = changes.values.map(({ field_id: id }) => id);
      const back = isUndoable ? undoItems(tracker, before, fieldIds, etags) : undefined;
      const undo = (items: NonNullable<typeof back>): void => {
        sendBatch({ items, ...wayOf(changes) }).then(
          () => {
            say('success', t('trackers.undone', { count: items.length }));
            return refresh();
          },
          (error: unknown) => say('error', describeError(error)),
        );
      };
      say(
        'success',
        t('trackers.changedMany', { count: ids.length }),
        back === undefined ? undefined : { label: t('trackers.undo'), run: () => undo(back) },
      );
      await refresh();
    },
    [tracker, refresh],
  );

  const setAtOnce = useCallback<Sender['setAtOnce']>(
    async (field, choice, ids) => {
      const changes = {
        ids,
        values: [{ field_id: field.field_id, bind_value_ids: [choice ?? 100] }],
        comment: '',
      };
      showAtOnce(queryClient, tracker, field, choice, new Set(ids));
      try {
        const preview = await previewChanges(changes);
        await send(changes, preview);
        for (const { message, ids: refused } of byMessage(preview.refused))
          say('error', t('trackers.refusedBecause', { count: refused.length, message }));
        if (preview.accepted.length === 0) await refresh();
        return preview.refused.map(({ id }) => id);
      } catch (error) {
        say('error', describeError(error));
        await refresh();
        return ids;
      }
    },
    [queryClient, tracker, send, refresh],
  );
  return { send, setAtOnce };
}

/** Puts the new value into the rows that are there, until the server has said what is so. */
function showAtOnce(
  queryClient: QueryClient,
  tracker: Tracker,
  field: Field,
  choiceId: number | undefined,
  ids: ReadonlySet<number>,
): void {
  const choice = choicesOf(field).find(({ id }) => id === choiceId);
  const values =
    choice === undefined
      ? []
      : [{ id: choice.id, label: choice.label, tlp_color: choice.colour ?? null, avatar_url: choice.picture }];
  const change = (artifact: Artifact): Artifact =>
    ids.has(artifact.id)
      ? {
          ...artifact,
          values:
            artifact.values?.map((value) =>
              value.field_id === field.field_id
                ? { ...value, values, bind_value_ids: choice ? [choice.id] : [] }
                : value,
            ) ?? null,
        }
      : artifact;
  queryClient.setQueriesData<unknown>({ queryKey: ['/trackers', tracker.id, 'artifacts'] }, (kept: unknown) =>
    isPage(kept) ? { ...kept, data: kept.data.map(change) } : kept,
  );
}

const isPage = (kept: unknown): kept is Tagged<Artifact[]> =>
  typeof kept === 'object' && kept !== null && 'data' in kept && Array.isArray(kept.data);
