// What there is on the site, and what waits for somebody, by number.
import type { Reader } from '../../../platform/database/index.ts';
import { lastSystemUserId } from '../../people/index.ts';
import { lastSystemProjectId } from '../../projects/index.ts';
import '../../mail-gateway/index.ts';
import '../undertakings/undertakings.tables.ts';

/** By status; what there is none of is absent. */
type Counts = ReadonlyMap<string, number>;

const toCounts = (rows: readonly { status: string; count: number }[]): Counts =>
  new Map(rows.map(({ status, count }) => [status, Number(count)]));

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

export async function readSummary(db: Reader): Promise<SummaryRows> {
  const [accounts, projects, open, trackers, jobs, mails, messages, backup] = await Promise.all([
    db
      .selectFrom('users')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('id', '>', lastSystemUserId)
      .groupBy('status')
      .execute(),
    db
      .selectFrom('projects')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('id', '>', lastSystemProjectId)
      .groupBy('status')
      .execute(),
    db
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('id', '>', lastSystemProjectId)
      .where('status', '=', 'active')
      .where('access', 'in', ['public', 'unrestricted'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('trackers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('is_deleted', '=', 0)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('jobs')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('status', 'in', ['waiting', 'failed'])
      .groupBy('status')
      .execute(),
    db
      .selectFrom('outbox')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('status', 'in', ['waiting', 'failed'])
      .groupBy('status')
      .execute(),
    db
      .selectFrom('mail_messages')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('status', 'in', ['waiting', 'refused'])
      .groupBy('status')
      .execute(),
    db
      .selectFrom('undertakings')
      .select(['status', 'finished_at_ms'])
      .where('kind', '=', 'backup')
      .where('finished_at_ms', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    accounts: toCounts(accounts),
    projects: toCounts(projects),
    openProjects: Number(open.count),
    trackers: Number(trackers.count),
    jobs: toCounts(jobs),
    mails: toCounts(mails),
    messages: toCounts(messages),
    backup,
  };
}
