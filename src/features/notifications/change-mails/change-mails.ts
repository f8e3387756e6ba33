// Tells people of changes, in their inboxes and by mail: a follower of the event log notes which artifacts changed; a job of each
// channel decides who is told, for mails once further changes were given time to join.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { EventRow, Follower } from '../../../platform/events/index.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import {
  isMailAddress,
  mailDomainOf,
  messageIdOf,
  queueMails,
  replyAddressOf,
  senderOf,
} from '../../../platform/mail/index.ts';
import type { MailMessage } from '../../../platform/mail/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';
import {
  artifactEvents,
  assigneesOf,
  changeDescriptions,
  listArtifactsByIds,
  parseValues,
} from '../../artifacts/index.ts';
import type { ArtifactRow, Artifacts, ChangeDescription } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Site, SiteService } from '../../site/index.ts';
import { mayField, ownSettings } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listCandidates } from './candidates.ts';
import { addToInboxes } from '../inbox/inbox.service.ts';
import { newsOf } from '../inbox/news.ts';
import type { NewEntry } from '../inbox/inbox.store.ts';
import type { InboxReason } from '../inbox/inbox.tables.ts';
import { channels } from '../notifications.tables.ts';
import type { Channel } from '../notifications.tables.ts';
import { findReason } from './interests.ts';
import { listNewMentions } from './mentions.ts';
import { openCalendar } from './calendar.ts';
import { composeNotification, urlOf } from './notification-mail.ts';
import { loadPeople } from './people.ts';
import type { Reader } from './people.ts';
import { addPending, deletePending, findPending, newPending, savePending } from './pending.store.ts';
import type { PendingKey } from './pending.store.ts';
import { writeLeaving } from '../unsubscribe-token.ts';

interface ChangeMailDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  artifacts: Artifacts;
  /** Of the install; signs addresses and links. */
  secret: string;
  /** How many people are told in one transaction, which others wait for. */
  batchMax?: number;
}

export interface ChangeMails {
  readonly follower: Follower;
  readonly handler: JobHandler;
}

/** Without a channel: mail. */
const Payload = Type.Object({
  artifactId: Type.Integer(),
  channel: Type.Optional(Type.Union([Type.Literal('inbox'), Type.Literal('mail')])),
});
const notifyOfArtifact: JobType<typeof Payload> = { name: 'tell-of-artifact', payload: Payload };

const notifiedKinds: readonly (typeof artifactEvents.kinds)[number][] = ['artifact-created', 'artifact-updated'];

/** What follows the log, and the job that it asks for. `tell-of-artifact` notes whom it has told in the transactions that tell. */
export function createChangeMails(deps: ChangeMailDeps): ChangeMails {
  const { database, clock, site } = deps;
  return {
    follower: {
      name: 'notifications',
      kinds: notifiedKinds,
      startsAt: 'now',
      async handle(events) {
        const { settings } = await site.current();
        const used = channels.filter((channel) => channel === 'inbox' || settings.mail_transport !== 'none');
        return async (tx) => {
          for (const channel of used)
            await noteChanges(tx, events, channel, { nowMs: clock.nowMs(), windowMs: windowOf(settings, channel) });
        };
      },
    },
    handler: handleJob(notifyOfArtifact, async ({ artifactId, channel = 'mail' }, attempt) => {
      const pending = await findPending(database.read, { artifactId, channel });
      if (pending === undefined) return;
      const moment = await site.current();
      const windowMs = windowOf(moment.settings, channel);
      let progress: Progress = {
        artifactId,
        channel,
        first: pending.first_changeset_id,
        last: pending.telling_until_id ?? pending.last_changeset_id,
        userId: pending.told_user_id,
      };
      for await (const batch of composeBatches(deps, moment, progress)) {
        attempt.signal.throwIfAborted();
        const seen = progress;
        const isOurs = await database.transact((tx) => saveBatch(tx, seen, batch, { nowMs: clock.nowMs(), windowMs }));
        if (!isOurs) return;
        progress = { ...progress, userId: batch.userId };
      }
    }),
  };
}

/** How far people were told of some changesets of an artifact. */
interface Progress extends PendingKey {
  first: number;
  last: number;
  /** People with ids up to this one were. */
  userId: number;
}

interface Batch {
  mails: readonly MailMessage[];
  entries: readonly NewEntry[];
  userId: number;
  isLast: boolean;
}

interface Moment {
  nowMs: number;
  windowMs: number;
}

/** A job that is due for so long was given up; the next change asks for another. */
const forgottenAfterMs = 60 * 60 * 1000;

/** How long changes wait for others, in ms. */
const windowOf = (settings: Settings, channel: Channel): number =>
  channel === 'inbox' ? 0 : settings.mail_digest_window * 1000;

async function noteChanges(
  tx: Writer,
  events: readonly EventRow[],
  channel: Channel,
  { nowMs, windowMs }: Moment,
): Promise<void> {
  for (const event of events) {
    const { artifactId, changesetId } = event;
    if (artifactId === null || changesetId === null || artifactEvents.isSilent(event)) continue;
    const dueAtMs = nowMs + windowMs;
    const key = { artifactId, channel };
    if (await addPending(tx, key, { changesetId, dueAtMs, forgottenMs: nowMs - forgottenAfterMs }))
      await enqueueJob(tx, notifyOfArtifact, key, { nowMs, dueAtMs });
  }
}

/** False where another attempt was quicker. Changes that came meanwhile wait for a job of their own. */
async function saveBatch(tx: Writer, progress: Progress, batch: Batch, { nowMs, windowMs }: Moment): Promise<boolean> {
  const { artifactId, channel, first, last } = progress;
  const key = { artifactId, channel };
  const now = await findPending(tx, key);
  if (now?.first_changeset_id !== first || now.told_user_id !== progress.userId) return false;
  await queueMails(tx, batch.mails, { nowMs });
  await addToInboxes(tx, batch.entries, nowMs);
  if (!batch.isLast) {
    await savePending(tx, { ...now, telling_until_id: last, told_user_id: batch.userId });
  } else if (now.last_changeset_id === last) {
    await deletePending(tx, key);
  } else {
    const dueAtMs = nowMs + windowMs;
    const rest = { first_changeset_id: last + 1, last_changeset_id: now.last_changeset_id };
    await savePending(tx, newPending(key, rest, dueAtMs));
    await enqueueJob(tx, notifyOfArtifact, key, { nowMs, dueAtMs });
  }
  return true;
}

/**
 * What the channel sends to people who were not notified yet, of what they may see, in order of user id; at least one batch.
 * Addresses without an account come with the last.
 */
async function* composeBatches(deps: ChangeMailDeps, site: Site, progress: Progress): AsyncGenerator<Batch> {
  const { reading } = deps.artifacts;
  const { batchMax = 50 } = deps;
  const [row] = await listArtifactsByIds(reading.db, [progress.artifactId]);
  const tracker = row === undefined ? undefined : await reading.trackers.findDefinition(row.tracker_id, site.version);
  if (row === undefined || tracker === undefined || tracker.settings.isNotificationStopped) {
    yield { mails: [], entries: [], userId: progress.userId, isLast: true };
    return;
  }
  const wanted = await listWanted(deps, site, { row, tracker }, progress);
  const idOf = ({ reader }: Wanted): number => reader.candidate.user?.id ?? Infinity;
  const people = wanted.filter((one) => idOf(one) < Infinity).sort((a, b) => idOf(a) - idOf(b));
  const addresses = wanted.filter((one) => idOf(one) === Infinity);
  for (let start = 0; start === 0 || start < people.length; start += batchMax) {
    // Queries of a file and the work on mails give nobody else a turn.
    await nextTurn();
    const some = people.slice(start, start + batchMax);
    const userId = Math.max(progress.userId, ...some.map(idOf));
    const isLast = start + batchMax >= people.length;
    const recipients = [...some, ...(isLast ? addresses : [])];
    yield {
      mails:
        progress.channel === 'mail'
          ? await writeMails(deps, site, { row, tracker, lastId: progress.last }, recipients)
          : [],
      entries: progress.channel === 'inbox' ? recipients.flatMap((one) => writeEntry(row, tracker, one)) : [],
      userId,
      isLast,
    };
  }
}

interface Wanted {
  reader: Reader;
  changes: ChangeDescription;
  reason: InboxReason;
}

const writeEntry = (row: ArtifactRow, tracker: Definition, { reader, changes, reason }: Wanted): NewEntry[] =>
  reader.candidate.user === undefined
    ? []
    : [
        {
          userId: reader.candidate.user.id,
          kind: 'artifact',
          thingId: row.id,
          projectId: tracker.project.id,
          reason,
          actorId: changes.authors.at(-1) ?? 0,
          news: newsOf(changes, reader.candidate.user.timezone ?? undefined),
        },
      ];

async function listWanted(
  deps: ChangeMailDeps,
  site: Site,
  { row, tracker }: { row: ArtifactRow; tracker: Definition },
  progress: Progress,
): Promise<Wanted[]> {
  const { reading } = deps.artifacts;
  const range = { first: progress.first, last: progress.last };
  const describer = await changeDescriptions.openChangeDescriber(reading, row, tracker, {
    range,
    siteVersion: site.version,
  });
  const candidates = (await listCandidates(reading.db, row, tracker, describer)).filter(
    ({ user, email }) =>
      (progress.channel === 'inbox' ? user !== undefined : isMailAddress(email)) &&
      (user?.id ?? Infinity) > progress.userId,
  );
  const readers = await loadPeople(deps.database.read, site, candidates);
  const changesOf = await describeForAll(describer, readers);
  // Many are told the same.
  const named = new Map([...new Set(changesOf.values())].map((changes) => [changes, listNewMentions(changes)]));
  return readers.flatMap((reader) => {
    const changes = changesOf.get(reader);
    if (changes === undefined) return [];
    const reason = reasonFor(reader, tracker, changes, named.get(changes) ?? new Set());
    const isRecipient = !isOwn(reader, changes) || (progress.channel === 'mail' && reader.wantsOwnChanges);
    return reason !== undefined && isRecipient ? { reader, changes, reason } : [];
  });
}

/** What each may know; found out once for all who may know the same. */
async function describeForAll(
  describer: Awaited<ReturnType<typeof changeDescriptions.openChangeDescriber>>,
  readers: readonly Reader[],
): Promise<Map<Reader, ChangeDescription>> {
  const descriptions = new Map<Reader, ChangeDescription>();
  const note = (reader: Reader, changes: ChangeDescription | undefined): void => {
    if (changes !== undefined) descriptions.set(reader, changes);
  };
  const classes = await mapInSlices(readers, (reader) => [describer.classOf(reader.viewer), reader] as const);
  for (const [, some] of Map.groupBy(classes, ([rightsClass]) => rightsClass)) {
    const [first, ...others] = some.map(([, reader]) => reader);
    if (first === undefined) continue;
    const { description: changes, isPersonal } = await describer.describe(first.viewer);
    note(first, changes);
    for (const other of others)
      note(other, isPersonal ? (await describer.describe(other.viewer)).description : changes);
  }
  return descriptions;
}

const isOwn = ({ candidate: { user } }: Reader, { authors }: ChangeDescription): boolean =>
  authors.every((id) => id === user?.id);

function reasonFor(
  { candidate: { user, interest }, wantsMentions }: Reader,
  tracker: Definition,
  changes: ChangeDescription,
  named: ReadonlySet<string>,
): InboxReason | undefined {
  const isMentioned = wantsMentions && user !== undefined && named.has(user.username.toLowerCase());
  return findReason(interest, tracker, changes, isMentioned);
}

/** Where the tracker says so in subjects: whether the artifact is theirs, as far as they may know. */
const isAssignedTo = (viewer: Viewer, tracker: Definition, row: ArtifactRow): boolean =>
  viewer.user !== undefined &&
  tracker.settings.flags[ownSettings.assignedSubjectFlag] === '1' &&
  assigneesOf(tracker, parseValues(row), (field) => mayField(viewer, tracker, field, 'read')).includes(viewer.user.id);

async function writeMails(
  { artifacts, secret }: ChangeMailDeps,
  site: Site,
  { row, tracker, lastId }: { row: ArtifactRow; tracker: Definition; lastId: number },
  wanted: readonly Wanted[],
): Promise<MailMessage[]> {
  const { settings } = site;
  const domain = mailDomainOf(settings);
  const baseUrl = publicUrl(settings);
  const named = wanted.flatMap(({ changes }) => [...changes.authors, ...changes.comments.map(({ by }) => by)]);
  const people = await artifacts.reading.people.findMany(new Set(named), site.version);
  const scene = { artifactId: row.id, tracker, people, baseUrl, domain, sender: senderOf(settings).address };
  const calendarOf = await openCalendar(
    artifacts.reading,
    { row, tracker, sequence: lastId, domain },
    wanted.map(({ reader }) => reader.viewer),
  );
  return wanted.map(({ reader: { candidate, viewer, wantsHtml }, changes }) => {
    const { user, email } = candidate;
    const place = { artifactId: row.id, userId: user?.id ?? 0 };
    const leaving = { artifactId: row.id, who: user?.id ?? email };
    return composeNotification(scene, changes, {
      isAssigned: isAssignedTo(viewer, tracker, row),
      email,
      timeZone: user?.timezone ?? undefined,
      wantsHtml,
      messageId:
        user === undefined
          ? `<artifact-${row.id}-changeset-${lastId}.${writeLeaving(secret, leaving)}@${domain}>`
          : messageIdOf(secret, { ...place, changesetId: lastId }, domain),
      replyTo:
        settings.sys_enable_reply_by_mail && user !== undefined ? replyAddressOf(secret, place, domain) : undefined,
      unsubscribeUrl: `${baseUrl}/unsubscribe/${writeLeaving(secret, leaving)}`,
      calendar: calendarOf(viewer, changes, urlOf(scene)),
    });
  });
}
