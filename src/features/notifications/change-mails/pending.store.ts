// Reads and writes changes that nobody was told of yet.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { Channel } from '../notifications.tables.ts';
import '../notifications.tables.ts';

export type PendingRow = Selectable<Tables['pending_notifications']>;

/** An artifact, and the channel by which its changes are sent. */
export interface PendingKey {
  artifactId: number;
  channel: Channel;
}

export const findPending = (db: Reader, { artifactId, channel }: PendingKey): Promise<PendingRow | undefined> =>
  db
    .selectFrom('pending_notifications')
    .selectAll()
    .where('artifact_id', '=', artifactId)
    .where('channel', '=', channel)
    .executeTakeFirst();

/** Adds a changeset to those that wait; whether a job is to tell of it: none waited, or they were due before `forgottenMs`. */
export async function addPending(
  tx: Writer,
  key: PendingKey,
  { changesetId, dueAtMs, forgottenMs }: { changesetId: number; dueAtMs: number; forgottenMs: number },
): Promise<boolean> {
  const before = await findPending(tx, key);
  if (before === undefined) {
    const changesets = { first_changeset_id: changesetId, last_changeset_id: changesetId };
    await tx
      .insertInto('pending_notifications')
      .values(newPending(key, changesets, dueAtMs))
      .execute();
    return true;
  }
  const isForgotten = before.due_at_ms < forgottenMs;
  await savePending(tx, {
    ...before,
    last_changeset_id: Math.max(before.last_changeset_id, changesetId),
    due_at_ms: isForgotten ? dueAtMs : before.due_at_ms,
  });
  return isForgotten;
}

/** Changesets that nobody was told of. */
export const newPending = (
  { artifactId, channel }: PendingKey,
  changesets: Pick<PendingRow, 'first_changeset_id' | 'last_changeset_id'>,
  dueAtMs: number,
): PendingRow => ({
  artifact_id: artifactId,
  channel,
  ...changesets,
  telling_until_id: null,
  told_user_id: 0,
  due_at_ms: dueAtMs,
});

export async function savePending(tx: Writer, { artifact_id: id, channel, ...rest }: PendingRow): Promise<void> {
  await tx
    .updateTable('pending_notifications')
    .set(rest)
    .where('artifact_id', '=', id)
    .where('channel', '=', channel)
    .execute();
}

export async function deletePending(tx: Writer, { artifactId, channel }: PendingKey): Promise<void> {
  await tx
    .deleteFrom('pending_notifications')
    .where('artifact_id', '=', artifactId)
    .where('channel', '=', channel)
    .execute();
}
