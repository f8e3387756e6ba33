// What there is on the site, and what waits for somebody, by number.
import { byId, countByValue } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { lastSystemUserId } from '../../people/index.ts';
import { projectRecords } from '../../projects/index.ts';
import '../../mail-gateway/index.ts';
import '../long-operations/long-operations.tables.ts';

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

/** Of all rows with greater ids than `after`. */
const countByStatus = (db: Reader, table: Counted, after?: number): Promise<Counts> =>
  countByValue(db, { rows: db.selectFrom(table), ...byId, after }, 'status');

export async function readSummary(db: Reader): Promise<SummaryRows> {
  const accounts = await countByStatus(db, 'users', lastSystemUserId);
  const projects = await countByStatus(db, 'projects', projectRecords.lastSystemProjectId);
  const jobs = await countByStatus(db, 'jobs');
  const mails = await countByStatus(db, 'outbox');
  const messages = await countByStatus(db, 'mail_messages');
  const open = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>', projectRecords.lastSystemProjectId)
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
