// Reads and writes requests to join projects.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './join-requests.tables.ts';

export type JoinRequestRow = Selectable<Tables['join_requests']>;

export const findRequest = (db: Reader, id: number): Promise<JoinRequestRow | undefined> =>
  db.selectFrom('join_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const findRequestFor = (db: Reader, userId: number, asked: string): Promise<JoinRequestRow | undefined> =>
  db
    .selectFrom('join_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('asked', '=', asked)
    .executeTakeFirst();

/** In place of what the person asked before in the same words. */
export async function saveRequest(tx: Writer, row: Insertable<Tables['join_requests']>): Promise<void> {
  const { message, asked_at_ms, project_id } = row;
  await tx
    .insertInto('join_requests')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'asked']).doUpdateSet({
        message,
        asked_at_ms,
        project_id: project_id ?? null,
        refused_at_ms: null,
        withdrawn_at_ms: null,
      }),
    )
    .execute();
}

export async function refuseRequests(tx: Writer, projectId: number, userId: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('join_requests')
    .set({ refused_at_ms: nowMs })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('withdrawn_at_ms', 'is', null)
    .execute();
}

/** Forgets what it said. */
export async function withdrawRequest(tx: Writer, id: number, nowMs: number): Promise<void> {
  await tx.updateTable('join_requests').set({ withdrawn_at_ms: nowMs, message: '' }).where('id', '=', id).execute();
}

export async function deleteRequests(tx: Writer, projectId: number, userId: number): Promise<void> {
  await tx.deleteFrom('join_requests').where('project_id', '=', projectId).where('user_id', '=', userId).execute();
}

export async function deleteRequestsBefore(tx: Writer, beforeMs: number): Promise<void> {
  await tx.deleteFrom('join_requests').where('asked_at_ms', '<', beforeMs).execute();
}

export async function countSince(db: Reader, userId: number, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('join_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('asked_at_ms', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of one person, newest first, without those that they took back. */
export const listRequestsOf = (db: Reader, userId: number, limit: number): Promise<JoinRequestRow[]> =>
  db
    .selectFrom('join_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('withdrawn_at_ms', 'is', null)
    .orderBy('asked_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Those that wait for the administrators of a project, oldest first; one for each person who can act and is no member. */
export async function listWaiting(
  db: Reader,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: JoinRequestRow[]; size: number }> {
  const waiting = db
    .selectFrom('join_requests')
    .where('project_id', '=', projectId)
    .where('refused_at_ms', 'is', null)
    .where('withdrawn_at_ms', 'is', null)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where('status', 'in', ['A', 'R']))
    .where('user_id', 'not in', (eb) =>
      eb
        .selectFrom('project_members')
        .select('project_members.user_id')
        .where('project_members.project_id', '=', projectId),
    );
  const latest = waiting.select((eb) => eb.fn.max('id').as('id')).groupBy('user_id');
  const [rows, { size }] = await Promise.all([
    db
      .selectFrom('join_requests')
      .selectAll()
      .where('id', 'in', latest)
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    waiting.select((eb) => eb.fn.count<number>('user_id').distinct().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(size) };
}
