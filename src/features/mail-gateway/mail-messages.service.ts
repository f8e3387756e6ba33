// Mail that came in, as administrators and readers of artifacts see it, and the consent of trackers.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readI18n } from '../../platform/http/index.ts';
import { enqueueJob } from '../../platform/jobs/index.ts';
import { mailDomainOf } from '../../platform/mail/index.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { requireSiteAdmin, viewMinimalUser } from '../people/index.ts';
import type { People, UserRow } from '../people/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { setTrackerFlag } from '../trackers/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { useMail } from './arrivals.service.ts';
import { consentFlag, takesMail } from './mail-changes.ts';
import { reasonColumns } from './reason-columns.ts';
import * as store from './mail-gateway.store.ts';
import type { MailFilter, MailRow } from './mail-gateway.store.ts';
import type { MailGateway, MailMessage, MailOfArtifact } from './mail-messages.schema.ts';

export interface MailMessages {
  /** Newest first. Throws forbidden for who is no site administrator. */
  list(viewer: Viewer, filter: MailFilter, page: Page): Promise<{ mails: Static<typeof MailMessage>[]; size: number }>;
  /** Throws notFound, and as list. */
  find(viewer: Viewer, id: number): Promise<Static<typeof MailMessage>>;
  /** As it came, part by part. Throws notFound where it is not kept any more, and as list. */
  readRaw(viewer: Viewer, id: number): Promise<AsyncIterable<Uint8Array>>;
  /** Has a message used anew that was not used. Throws notFound, conflict for one that was, and as list. */
  retry(viewer: Viewer, id: number): Promise<Static<typeof MailMessage>>;
  /** Those that made a changeset of the artifact. Throws as Artifacts.read. */
  listOfArtifact(
    viewer: Viewer,
    artifactId: number,
    page: Page,
  ): Promise<{ mails: Static<typeof MailOfArtifact>[]; size: number }>;
  /** Whether a tracker allows mail. Throws as Trackers.read. */
  readGateway(viewer: Viewer, trackerId: number): Promise<Static<typeof MailGateway>>;
  /** Throws as Trackers.read, and forbidden for who does not administer the tracker. */
  changeGateway(viewer: Viewer, trackerId: number, isEnabled: boolean): Promise<void>;
  /** For the command line. */
  listAll(filter: MailFilter, page: Page): Promise<{ rows: MailRow[]; size: number }>;
  /** As retry, for the command line. */
  retryAny(id: number): Promise<void>;
}

export interface MailMessagesDeps {
  database: Database;
  clock: Clock;
  people: People;
  trackers: Trackers;
  artifacts: Pick<Artifacts, 'read'>;
}

export function createMailMessages(deps: MailMessagesDeps): MailMessages {
  const { database, people, trackers } = deps;
  const viewAll = async (viewer: Viewer, rows: readonly MailRow[]): Promise<Static<typeof MailMessage>[]> => {
    const users = await people.findMany(
      rows.flatMap(({ user_id: id }) => id ?? []),
      viewer.site.version,
    );
    return rows.map((row) => viewMail(row, viewer.site.settings, users));
  };
  const require = async (viewer: Viewer, id: number): Promise<MailRow> => {
    requireSiteAdmin(viewer, seeing);
    const row = await store.findMail(database.read, id);
    if (row === undefined) throw notFound(says('mail.missing')`there is no message ${id}`);
    return row;
  };
  const find: MailMessages['find'] = async (viewer, id) => {
    const [shown] = await viewAll(viewer, [await require(viewer, id)]);
    if (shown === undefined) throw notFound(says('mail.missing')`there is no message ${id}`);
    return shown;
  };
  return {
    find,
    async list(viewer, filter, page) {
      requireSiteAdmin(viewer, seeing);
      const { rows, size } = await store.listMails(database.read, filter, page);
      return { mails: await viewAll(viewer, rows), size };
    },
    async readRaw(viewer, id) {
      const { content_id: contentId } = await require(viewer, id);
      if (contentId === null) throw notFound(says('mail.no-bytes')`the content of message ${id} is no longer stored`);
      return store.readContent(database.read, contentId);
    },
    async retry(viewer, id) {
      await require(viewer, id);
      await retry(deps, id);
      return find(viewer, id);
    },
    async listOfArtifact(viewer, artifactId, page) {
      await deps.artifacts.read(viewer, artifactId);
      const { rows, size } = await store.listMails(database.read, { artifactId, status: 'done' }, page);
      return { mails: (await viewAll(viewer, rows)).map(viewForReaders), size };
    },
    async readGateway(viewer, trackerId) {
      const tracker = await trackers.read(viewer, trackerId);
      const { settings } = viewer.site;
      const isTaken = settings.sys_enable_reply_by_mail && settings.mail_in_open_addresses && takesMail(tracker);
      const address = `tracker+${tracker.id}@${mailDomainOf(settings)}`;
      return { enabled: takesMail(tracker), artifact_address: isTaken ? address : null };
    },
    changeGateway: (viewer, trackerId, isEnabled) =>
      setTrackerFlag({ database, clock: deps.clock, trackers }, viewer, trackerId, consentFlag, isEnabled),
    listAll: (filter, page) => store.listMails(database.read, filter, page),
    async retryAny(id) {
      if ((await store.findMail(database.read, id)) === undefined)
        throw notFound(says('mail.missing')`there is no message ${id}`);
      await retry(deps, id);
    },
  };
}

const seeing = 'see incoming mail';

async function retry({ database, clock }: MailMessagesDeps, id: number): Promise<void> {
  await database.transact(async (tx) => {
    const change = { status: 'waiting', ...reasonColumns(null) } as const;
    if (!(await isRetriable(tx, id)) || !(await store.updateMail(tx, id, ['waiting', 'refused', 'ignored'], change)))
      throw conflict(
        says(
          'mail.used',
        )`message ${id} was already processed, or its content is no longer stored, so it can't be retried`,
      );
    // Whatever job of the message is left finds it settled once this one is done.
    await enqueueJob(tx, useMail, { mailId: id }, { nowMs: clock.nowMs() });
  });
}

const isRetriable = async (tx: Writer, id: number): Promise<boolean> =>
  typeof (await store.findMail(tx, id))?.content_id === 'number';

const viewMail = (
  row: MailRow,
  settings: Settings,
  users: ReadonlyMap<number, UserRow>,
): Static<typeof MailMessage> => ({
  id: row.id,
  uri: `mail_messages/${row.id}`,
  received_on: formatIso(row.received_at_ms),
  door: row.door,
  status: row.status,
  reason: row.reason,
  ...readI18n(row.i18n_json),
  envelope_from: row.envelope_from,
  // Whoever knows a reply address writes as its person.
  recipient: row.recipient.replace(/^reply\+[^@]+/, 'reply+…'),
  message_id: row.message_id,
  from: row.from_address,
  subject: row.subject,
  authentication: row.authentication?.split('\n') ?? [],
  size: row.size_bytes,
  raw_uri: row.content_id === null ? null : `mail_messages/${row.id}/raw`,
  user: row.user_id === null ? null : viewMinimalUser(users.get(row.user_id), publicUrl(settings)),
  artifact: row.artifact_id === null ? null : { id: row.artifact_id, uri: `artifacts/${row.artifact_id}` },
  changeset_id: row.changeset_id,
  answered_on: row.answered_at_ms === null ? null : formatIso(row.answered_at_ms),
});

const viewForReaders = ({
  id,
  received_on,
  changeset_id,
  user,
}: Static<typeof MailMessage>): Static<typeof MailOfArtifact> => ({ id, received_on, changeset_id, user });
