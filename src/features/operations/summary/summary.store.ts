// What there is on the site, and what waits for somebody, by number.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../../platform/database/index.ts';
import { lastSystemUserId } from '../../people/index.ts';
import { lastSystemProjectId } from '../../projects/index.ts';
import '../../mail-gateway/index.ts';
import '../undertakings/undertakings.tables.ts';

/** By status; what there is none of is absent. */
type Counts = ReadonlyMap<string, number>;
type Counted = 'users' | 'projects' | 'jobs' | 'outbox' | 'mail_messages';

export interface SummaryRows {
  /** By `A`, `R`, `P`, `S` and `D`. */
  accounts: Counts;
  projects: Counts;
  /** Active ones whose access is not for members alone. */
  openProjects: number;
  /** Deleted ones are not counted. */
  trackers: number;
  jobs: Counts;
  mails: Counts;
  messages: Counts;
  /** The newest one that came to an end. */
  backup: { status: string; finished_at_ms: number | null } | undefined;
}

/** Ids that one query looks at, so that no query takes long. */
const idsPerQuery = 10_000;

/** Of all rows with ids beyond `above`, a part at a time. */
async function countByStatus(db: Reader, table: Counted, above = 0): Promise<Counts> {
  const ids = db.selectFrom(table).where('id', '>', above);
  const { first } = await ids.select((eb) => eb.fn.min('id').as('first')).executeTakeFirstOrThrow();
  const { last } = await ids.select((eb) => eb.fn.max('id').as('last')).executeTakeFirstOrThrow();
  const counts = new Map<string, number>();
  for (let start = Number(first ?? 1); start <= Number(last ?? 0); start += idsPerQuery) {
    // Queries of a file give nobody else a turn.
    await nextTurn();
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('id', '>=', start)
      .where('id', '<', start + idsPerQuery)
      .groupBy('status')
      .execute();
    for (const { status, count } of rows) counts.set(status, (counts.get(status) ?? 0) + Number(count));
  }
  return counts;
}

export async function readSummary(db: Reader): Promise<SummaryRows> {
  const accounts = await countByStatus(db, 'users', lastSystemUserId);
  const projects = await countByStatus(db, 'projects', lastSystemProjectId);
  const jobs = await countByStatus(db, 'jobs');
  const mails = await countByStatus(db, 'outbox');
  const messages = await countByStatus(db, 'mail_messages');
  const open = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>', lastSystemProjectId)
    .where('status', '=', 'active')
    .where('access', 'in', ['public', 'unrestricted'])
    .executeTakeFirstOrThrow();
  const trackers = await db
    .selectFrom('trackers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  const backup = await db
    .selectFrom('undertakings')
    .select(['status', 'finished_at_ms'])
    .where('kind', '=', 'backup')
    .where('finished_at_ms', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    accounts,
    projects,
    openProjects: Number(open.count),
    trackers: Number(trackers.count),
    jobs,
    mails,
    messages,
    backup,
  };
}
