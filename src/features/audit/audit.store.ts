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
  /** true: caused by nobody who signed in. */
  isByNobody?: true | undefined;
  /** Of the peer that caused it. */
  address?: string | undefined;
  /** Included. */
  fromMs?: number | undefined;
  /** Not included. */
  untilMs?: number | undefined;
  /** Those that were made before this one. */
  beforeId?: number | undefined;
}

function selectEvents(db: Reader, filter: AuditFilter) {
  const { kinds, actorId, isByNobody, userId, projectId, address, fromMs, untilMs, beforeId } = filter;
  let found = db.selectFrom('audit_events');
  if (kinds !== undefined) found = found.where('kind', 'in', kinds);
  if (actorId !== undefined) found = found.where('actor_id', '=', actorId);
  if (isByNobody === true) found = found.where('actor_id', 'is', null);
  if (userId !== undefined) found = found.where('user_id', '=', userId);
  if (projectId !== undefined) found = found.where('project_id', '=', projectId);
  if (address !== undefined) found = found.where('address', '=', address);
  if (fromMs !== undefined) found = found.where('at_ms', '>=', fromMs);
  if (untilMs !== undefined) found = found.where('at_ms', '<', untilMs);
  if (beforeId !== undefined) found = found.where('id', '<', beforeId);
  return found;
}

export async function countEvents(db: Reader, filter: AuditFilter): Promise<number> {
  const found = selectEvents(db, filter).select((eb) => eb.fn.countAll<number>().as('size'));
  return Number((await found.executeTakeFirstOrThrow()).size);
}

/** Newest first. */
export async function listEvents(
  db: Reader,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; size: number }> {
  const found = selectEvents(db, filter);
  const [rows, size] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    countEvents(db, filter),
  ]);
  return { rows, size };
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
