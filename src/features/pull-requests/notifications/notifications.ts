// Tells of pull requests, in inboxes and by mail, those who made them, review them or said something, once further changes were given
// time to join.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler } from '../../../platform/jobs/index.ts';
import { isMailAddress, mailDomainOf, queueMails, senderOf } from '../../../platform/mail/index.ts';
import type { MailMessage } from '../../../platform/mail/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import {
  displayName,
  listPreferencesOf,
  mailFormatPreference,
  ownChangesPreference,
  pullRequestMailsPreference,
} from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { addToInboxes } from '../../notifications/index.ts';
import { excerptOf } from '../../../platform/markup/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { Site, SiteService } from '../../site/index.ts';
import { mayRead } from '../../source-control/index.ts';
import type { CodeAccess, Repository } from '../../source-control/index.ts';
import { readPeople } from '../people.ts';
import * as store from '../pull-requests.store.ts';
import type { PullRequestRow } from '../pull-requests.store.ts';
import type { EventKind } from '../pull-requests.tables.ts';
import { talkMax } from '../said.ts';
import { notifyOfPullRequest } from './noting.ts';
import { composePullRequestMail } from './pull-request-mail.ts';
import type { MailEntry } from './pull-request-mail.ts';

interface Needs {
  database: Database;
  clock: Clock;
  code: CodeAccess;
  site: SiteService;
}

const words: Readonly<Record<EventKind, string>> = {
  update: 'pushed commits',
  rebase: 'rewrote its history',
  merge: 'merged it',
  abandon: 'abandoned it',
  reopen: 'reopened it',
  reviewers: 'changed the reviewers',
  approve: 'approved it',
  changes: 'requested changes',
  withdraw: 'withdrew their review',
};

/** What happened that an entry of an inbox names, the latest. */
const eventsMax = 10;

interface Entry {
  by: number;
  atMs: number;
  what: string;
  text: string;
  isCreation?: true;
  /** undefined: it was created, or somebody commented. */
  event?: EventKind;
}

/** Everything since a moment, oldest first, and everybody whom it concerns. */
async function readHappened(db: Reader, row: PullRequestRow, sinceMs: number) {
  const [comments, inline, events, reviewers] = await Promise.all([
    store.listComments(db, row.id, talkMax),
    store.listInlineComments(db, row.id, talkMax),
    store.listEvents(db, row.id, talkMax),
    store.listReviewers(db, [row.id]),
  ]);
  const entries: Entry[] = [
    ...(row.created_at_ms >= sinceMs
      ? [
          {
            by: row.user_id,
            atMs: row.created_at_ms,
            what: 'created the pull request',
            text: row.description,
            isCreation: true as const,
          },
        ]
      : []),
    ...comments.map((one) => ({ by: one.user_id, atMs: one.at_ms, what: 'commented', text: one.content })),
    ...inline.map((one) => ({
      by: one.user_id,
      atMs: one.at_ms,
      what: `commented on ${one.file_path}`,
      text: one.content,
    })),
    ...events.map((one) => ({ by: one.user_id, atMs: one.at_ms, what: words[one.kind], text: '', event: one.kind })),
  ];
  const concerned = [
    row.user_id,
    ...(reviewers.get(row.id) ?? []),
    ...[...comments, ...inline].map((one) => one.user_id),
  ];
  return {
    entries: entries.filter(({ atMs }) => atMs >= sinceMs).sort((a, b) => a.atMs - b.atMs),
    concerned: new Set(concerned),
    reviewers: new Set(reviewers.get(row.id)),
  };
}

type Happened = Awaited<ReturnType<typeof readHappened>>;

export const createPullRequestNotifications = (needs: Needs): JobHandler =>
  handleJob(notifyOfPullRequest, async ({ pull_request_id: id }, attempt) => {
    const { database, clock, code } = needs;
    const row = await store.findPullRequest(database.read, id);
    const sinceMs = row?.tell_since_ms ?? null;
    if (row === undefined || sinceMs === null) return;
    const site = await needs.site.current();
    const isMailed = site.settings.mail_transport !== 'none';
    const dueAtMs = sinceMs + (isMailed ? site.settings.mail_digest_window * 1000 : 0);
    const nowMs = clock.nowMs();
    // What a clock that was ahead noted is told at once.
    if (dueAtMs > nowMs && sinceMs <= nowMs) {
      await database.transact((tx) => attempt.postpone(tx, dueAtMs));
      return;
    }
    const repository = await code.find(database.read, row.repository_id);
    const happened = await readHappened(database.read, row, sinceMs);
    const recipients = repository === undefined ? [] : await listRecipients(needs, site, { repository, happened });
    const mails =
      repository !== undefined && isMailed
        ? await writeMails(needs, site, { row, repository, happened, sinceMs }, recipients)
        : [];
    const inboxEntries = repository === undefined ? [] : writeEntries(row, repository, happened, recipients);
    await database.transact(async (tx) => {
      const now = await readHappened(tx, row, sinceMs);
      // What came meanwhile is told with the rest, in a moment.
      if (now.entries.length > happened.entries.length) return attempt.postpone(tx, clock.nowMs() + 1000);
      await queueMails(tx, mails, { nowMs: clock.nowMs() });
      await addToInboxes(tx, inboxEntries, clock.nowMs());
      await store.updatePullRequest(tx, id, { tell_since_ms: null });
    });
  });

/** The accounts that it concerns and that may read the repository. */
async function listRecipients(
  { database: { read: db } }: Needs,
  site: Site,
  { repository, happened }: { repository: Repository; happened: Happened },
): Promise<UserRow[]> {
  const people = await readPeople(db, [...happened.concerned]);
  const users = [...people.values()].filter(({ status }) => status === 'A' || status === 'R');
  const readers = await projectViewers.loadReaders(db, site, users);
  return users.filter(({ id }) => {
    const viewer = readers.get(id);
    return viewer !== undefined && mayRead(viewer, repository);
  });
}

/** One for each who did not do all of it themselves. */
const writeEntries = (
  row: PullRequestRow,
  repository: Repository,
  { entries, reviewers }: Happened,
  recipients: readonly UserRow[],
): Parameters<typeof addToInboxes>[1] =>
  recipients.flatMap(({ id: userId }) => {
    const others = entries.filter(({ by }) => by !== userId);
    if (others.length === 0) return [];
    return {
      userId,
      kind: 'pull-request',
      thingId: row.id,
      projectId: repository.project_id,
      reason: reviewers.has(userId) ? 'review-requested' : row.user_id === userId ? 'author' : 'participating',
      actorId: others.at(-1)?.by ?? 0,
      news: {
        is_new: others.some(({ isCreation }) => isCreation),
        comment: excerptOf(others.findLast(({ text }) => text !== '')?.text),
        changes: [],
        events: others.flatMap(({ event }) => event ?? []).slice(-eventsMax),
      },
    };
  });

async function writeMails(
  { database: { read: db } }: Needs,
  site: Site,
  {
    row,
    repository,
    happened,
    sinceMs,
  }: {
    row: PullRequestRow;
    repository: Repository;
    happened: Happened;
    sinceMs: number;
  },
  recipients: readonly UserRow[],
): Promise<MailMessage[]> {
  const { settings } = site;
  const domain = mailDomainOf(settings);
  const people = await readPeople(
    db,
    happened.entries.map(({ by }) => by),
  );
  const users = recipients.filter(({ email }) => isMailAddress(email));
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [wanted, own, formats] = await Promise.all([
    listPreferencesOf(db, ids, pullRequestMailsPreference),
    listPreferencesOf(db, ids, ownChangesPreference),
    listPreferencesOf(db, ids, mailFormatPreference),
  ]);
  const scene = {
    id: row.id,
    title: row.title,
    place: `${repository.project.unix_name}/${repository.name}`,
    branches: { source: row.branch_src, target: row.branch_dest },
    url: `${publicUrl(settings)}/pull-requests/${row.id}`,
    domain,
    sender: senderOf(settings).address,
  };
  const mailed = happened.entries.map(({ by, what, text }): MailEntry => {
    const person = people.get(by);
    return { by, name: person === undefined ? 'Someone' : displayName(person).trim(), what, text };
  });
  return users.flatMap((user) => {
    if (wanted.get(user.id) === '0') return [];
    const others = own.get(user.id) === '0' ? mailed.filter(({ by }) => by !== user.id) : mailed;
    if (others.length === 0) return [];
    const messageId = `<pull-request-${row.id}-${sinceMs}-${user.id}@${domain}>`;
    const wantsHtml = formats.get(user.id) !== 'text';
    return composePullRequestMail(scene, others, { email: user.email, wantsHtml, messageId });
  });
}
