// The site at a glance: what there is, and what waits for an administrator.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { Nullable } from '../../../platform/http/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { readSummary } from './summary.store.ts';

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const Summary = Type.Object(
  {
    accounts: Type.Object({
      active: count(),
      restricted: count(),
      pending: count('That wait for an approval.'),
      suspended: count(),
    }),
    projects: Type.Object({
      active: count(),
      public: count('Active ones that are not for their members alone.'),
      pending: count('That wait for an approval.'),
      suspended: count(),
      deleted: count('That can come back.'),
    }),
    trackers: count(),
    jobs: Type.Object({ waiting: count(), failed: count('That were given up.') }),
    mails: Type.Object({ waiting: count('To be sent.'), failed: count('That were given up.') }),
    mail_messages: Type.Object({ waiting: count('That came in and are not used yet.'), refused: count() }),
    last_backup: Nullable(
      Type.Object(
        { is_good: Type.Boolean(), finished_on: Type.String({ format: 'date-time' }) },
        { description: 'The newest that was started in pages or over REST and came to an end.' },
      ),
    ),
  },
  { title: 'SiteSummary' },
);

/** Numbers of this moment, counted for each call, a part at a time. */
export async function summarize(database: Database): Promise<Static<typeof Summary>> {
  const {
    accounts,
    projects,
    openProjects: open,
    trackers,
    jobs,
    mails,
    messages,
    backup,
  } = await readSummary(database.readBulk);
  const of = (counts: ReadonlyMap<string, number>, status: string): number => counts.get(status) ?? 0;
  return {
    accounts: {
      active: of(accounts, 'A'),
      restricted: of(accounts, 'R'),
      pending: of(accounts, 'P'),
      suspended: of(accounts, 'S'),
    },
    projects: {
      active: of(projects, 'active'),
      public: open,
      pending: of(projects, 'pending'),
      suspended: of(projects, 'suspended'),
      deleted: of(projects, 'deleted'),
    },
    trackers,
    jobs: { waiting: of(jobs, 'waiting'), failed: of(jobs, 'failed') },
    mails: { waiting: of(mails, 'waiting'), failed: of(mails, 'failed') },
    mail_messages: { waiting: of(messages, 'waiting'), refused: of(messages, 'refused') },
    last_backup:
      backup === undefined || backup.finished_at_ms === null
        ? null
        : { is_good: backup.status === 'done', finished_on: formatIso(backup.finished_at_ms) },
  };
}
