// Appends to and reads the audit log; nothing changes or removes an entry.
import type { Insertable, Selectable } from 'kysely';
import { countInParts, firstInParts, listInParts, newestFirst } from '../../platform/database/index.ts';
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
}

function selectEvents(db: Reader, filter: AuditFilter) {
  const { kinds, actorId, isByNobody, userId, projectId, address, fromMs, untilMs } = filter;
  let rows = db.selectFrom('audit_events').selectAll();
  // One index at a time has the entries in their order.
  if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  else if (kinds?.length === 1) rows = rows.where('kind', 'in', kinds);
  let found = rows;
  if (kinds !== undefined) found = found.where('kind', 'in', kinds);
  if (actorId !== undefined) found = found.where('actor_id', '=', actorId);
  if (isByNobody === true) found = found.where('actor_id', 'is', null);
  if (projectId !== undefined) found = found.where('project_id', '=', projectId);
  if (address !== undefined) found = found.where('address', '=', address);
  if (fromMs !== undefined) found = found.where('at_ms', '>=', fromMs);
  if (untilMs !== undefined) found = found.where('at_ms', '<', untilMs);
  return { walk: { rows, ...newestFirst }, found };
}

export function countEvents(db: Reader, filter: AuditFilter): Promise<number> {
  const { walk, found } = selectEvents(db, filter);
  return countInParts(db, walk, found);
}

/** Newest first. */
export function listEvents(
  db: Reader,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; size: number }> {
  const { walk, found } = selectEvents(db, filter);
  return listInParts(db, walk, found, page);
}

/** As listEvents, but the first ones that were made before one of them, without counting the others. */
export function listNewest(
  db: Reader,
  filter: AuditFilter,
  { limit, beforeId }: { limit: number; beforeId?: number | undefined },
): Promise<AuditRow[]> {
  const { walk, found } = selectEvents(db, filter);
  return firstInParts(db, { ...walk, after: beforeId }, found, limit);
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
