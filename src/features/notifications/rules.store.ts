// Reads and writes who is told of what.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { GroupUse } from '../projects/index.ts';
import type { Level } from './notifications.tables.ts';
import './notifications.tables.ts';

export type RecipientRow = Selectable<Tables['tracker_recipients']>;
export type SubscriptionRow = Selectable<Tables['tracker_subscriptions']>;

export const listRecipients = (db: Reader, trackerId: number): Promise<RecipientRow[]> =>
  db.selectFrom('tracker_recipients').selectAll().where('tracker_id', '=', trackerId).orderBy('id').execute();

/** By tracker. */
export async function listRecipientsOf(
  db: Reader,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly RecipientRow[]>> {
  const rows = await db
    .selectFrom('tracker_recipients')
    .selectAll()
    .where('tracker_id', 'in', [-1, ...trackerIds])
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.tracker_id);
}

/** How many people chose each level for each of the trackers. */
export async function countChoices(
  db: Reader,
  trackerIds: readonly number[],
): Promise<{ tracker_id: number; level: Level; people: number }[]> {
  const rows = await db
    .selectFrom('tracker_subscriptions')
    .select(['tracker_id', 'level', (eb) => eb.fn.countAll<number>().as('people')])
    .where('tracker_id', 'in', [-1, ...trackerIds])
    .groupBy(['tracker_id', 'level'])
    .execute();
  return rows.map((row) => ({ ...row, people: Number(row.people) }));
}

export async function replaceRecipients(
  tx: Writer,
  trackerId: number,
  rows: readonly Omit<Insertable<Tables['tracker_recipients']>, 'tracker_id'>[],
): Promise<void> {
  await tx.deleteFrom('tracker_recipients').where('tracker_id', '=', trackerId).execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('tracker_recipients')
    .values(rows.map((row) => ({ ...row, tracker_id: trackerId })))
    .execute();
}

/** Trackers that tell the group. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const rows = await db
    .selectFrom('tracker_recipients')
    .innerJoin('trackers', 'trackers.id', 'tracker_recipients.tracker_id')
    .select('trackers.name')
    .where('trackers.project_id', '=', projectId)
    .where('tracker_recipients.ugroup_id', '=', groupId)
    .orderBy('trackers.id')
    .execute();
  return rows.map(({ name }) => ({ kind: 'notification', label: name, count: 1 }));
}

export async function releaseGroup(tx: Writer, _projectId: number, groupId: number): Promise<void> {
  await tx.deleteFrom('tracker_recipients').where('ugroup_id', '=', groupId).execute();
}

export const listSubscriptions = (db: Reader, trackerId: number): Promise<SubscriptionRow[]> =>
  db.selectFrom('tracker_subscriptions').selectAll().where('tracker_id', '=', trackerId).execute();

export const findSubscription = (db: Reader, trackerId: number, userId: number): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('tracker_subscriptions')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** All of one person, by tracker. */
export const listSubscriptionsOf = (db: Reader, userId: number): Promise<SubscriptionRow[]> =>
  db.selectFrom('tracker_subscriptions').selectAll().where('user_id', '=', userId).orderBy('tracker_id').execute();

/** Whether one person asked for, or refused, mails of artifacts, newest artifacts first. */
export const listArtifactChoicesOf = (
  db: Reader,
  userId: number,
): Promise<{ artifact_id: number; is_subscribed: number }[]> =>
  db
    .selectFrom('artifact_subscriptions')
    .select(['artifact_id', 'is_subscribed'])
    .where('user_id', '=', userId)
    .orderBy('artifact_id', 'desc')
    .execute();

/** undefined takes the choice back. */
export async function saveSubscription(
  tx: Writer,
  trackerId: number,
  userId: number,
  choice: { level: Level; field_ids_json: string | null } | undefined,
): Promise<void> {
  await tx
    .deleteFrom('tracker_subscriptions')
    .where('tracker_id', '=', trackerId)
    .where('user_id', '=', userId)
    .execute();
  if (choice === undefined) return;
  await tx
    .insertInto('tracker_subscriptions')
    .values({ ...choice, tracker_id: trackerId, user_id: userId })
    .execute();
}

/** Whether people asked for, or refused, mails of an artifact, by user. */
export async function listArtifactChoices(db: Reader, artifactId: number): Promise<Map<number, boolean>> {
  const rows = await db
    .selectFrom('artifact_subscriptions')
    .select(['user_id', 'is_subscribed'])
    .where('artifact_id', '=', artifactId)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.is_subscribed === 1]));
}

export async function findArtifactChoice(db: Reader, artifactId: number, userId: number): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('artifact_subscriptions')
    .select('is_subscribed')
    .where('artifact_id', '=', artifactId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? undefined : row.is_subscribed === 1;
}

/** undefined takes the choice back. */
export async function saveArtifactChoice(
  tx: Writer,
  artifactId: number,
  userId: number,
  isSubscribed: boolean | undefined,
): Promise<void> {
  await tx
    .deleteFrom('artifact_subscriptions')
    .where('artifact_id', '=', artifactId)
    .where('user_id', '=', userId)
    .execute();
  if (isSubscribed === undefined) return;
  await tx
    .insertInto('artifact_subscriptions')
    .values({ artifact_id: artifactId, user_id: userId, is_subscribed: isSubscribed ? 1 : 0 })
    .execute();
}

/** Ids of artifacts that somebody asked for mails of. */
export async function listFollowedIds(db: Reader, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('artifact_subscriptions')
    .select('artifact_id')
    .where('user_id', '=', userId)
    .where('is_subscribed', '=', 1)
    .execute();
  return rows.map((row) => row.artifact_id);
}

/** Addresses in lower case. */
export async function listRefusals(db: Reader, artifactId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('artifact_refusals').select('email').where('artifact_id', '=', artifactId).execute();
  return new Set(rows.map(({ email }) => email));
}

export async function insertRefusal(tx: Writer, artifactId: number, email: string): Promise<void> {
  await tx
    .insertInto('artifact_refusals')
    .values({ artifact_id: artifactId, email: email.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['artifact_id', 'email']).doNothing())
    .execute();
}
