// Appends to and reads the audit log; nothing changes or removes an entry.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { AuditKind } from './audit.kinds.ts';
import './audit.tables.ts';

export type AuditRow = Selectable<Tables['audit_events']>;

export async function insertEvents(tx: Writer, events: readonly Insertable<Tables['audit_events']>[]): Promise<void> {
  if (events.length > 0) await tx.insertInto('audit_events').values(events).execute();
}

/** What an entry must match; an absent key matches everything. */
export interface AuditFilter {
  kinds?: readonly AuditKind[] | undefined;
  actorId?: number | undefined;
  userId?: number | undefined;
  projectId?: number | undefined;
  /** Included. */
  fromMs?: number | undefined;
  /** Not included. */
  untilMs?: number | undefined;
}

/** Newest first. */
export async function listEvents(
  db: Reader,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; size: number }> {
  const { kinds, actorId, userId, projectId, fromMs, untilMs } = filter;
  let found = db.selectFrom('audit_events');
  if (kinds !== undefined) found = found.where('kind', 'in', kinds);
  if (actorId !== undefined) found = found.where('actor_id', '=', actorId);
  if (userId !== undefined) found = found.where('user_id', '=', userId);
  if (projectId !== undefined) found = found.where('project_id', '=', projectId);
  if (fromMs !== undefined) found = found.where('at_ms', '>=', fromMs);
  if (untilMs !== undefined) found = found.where('at_ms', '<', untilMs);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** When this last happened to each account. */
export async function listLatest(db: Reader, kind: AuditKind): Promise<{ user_id: number | null; at_ms: number }[]> {
  return db
    .selectFrom('audit_events')
    .select((eb) => ['user_id', eb.fn.max<number>('at_ms').as('at_ms')])
    .where('kind', '=', kind)
    .groupBy('user_id')
    .execute();
}
