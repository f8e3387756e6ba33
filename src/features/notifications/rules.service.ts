// Who is told of what, as people choose it for themselves and administrators for their trackers.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { isMailAddress } from '../../platform/mail/index.ts';
import { listStamps } from '../artifacts/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject, userGroupNames } from '../projects/index.ts';
import type { NotificationSource, Viewer } from '../projects/index.ts';
import { isTrackerAdmin, mayField, setTrackerFlag } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type {
  ArtifactSubscription,
  CalendarEvents,
  NewNotificationRecipients,
  NewTrackerSubscription,
  NotificationRecipients,
  TrackerSubscription,
} from './rules.schema.ts';
import type { Level } from './notifications.tables.ts';
import { listReminderNotifications } from './reminders/reminders.service.ts';
import * as store from './rules.store.ts';
import { calendarFlag } from './change-mails/calendar.ts';
import { readNotifiedGroup } from './notified-groups.ts';
import { notifiesOfStatusAlone } from './change-mails/interests.ts';
import type { Leaving } from './unsubscribe-token.ts';

export interface NotificationRules {
  /** Throws notFound, and forbidden for who does not administer the tracker. */
  readRecipients(viewer: Viewer, trackerId: number): Promise<Static<typeof NotificationRecipients>>;
  /** Throws as readRecipients, and invalid for what is neither an address nor a group whose members are known. */
  saveRecipients(
    viewer: Viewer,
    trackerId: number,
    sent: Static<typeof NewNotificationRecipients>,
  ): Promise<Static<typeof NotificationRecipients>>;
  /** Whom the trackers of a project that the viewer administers tell. Throws as Trackers.listOfProject. */
  listSources(viewer: Viewer, projectId: number): Promise<NotificationSource[]>;
  /** Throws as readRecipients. */
  readCalendar(viewer: Viewer, trackerId: number): Promise<Static<typeof CalendarEvents>>;
  /** Throws as readRecipients, and what changing a tracker throws. */
  saveCalendar(
    viewer: Viewer,
    trackerId: number,
    sent: Static<typeof CalendarEvents>,
  ): Promise<Static<typeof CalendarEvents>>;
  /** The viewer's own choice. Throws notFound, forbidden, and unauthenticated for nobody. */
  readSubscription(viewer: Viewer, trackerId: number): Promise<Static<typeof TrackerSubscription>>;
  /** undefined takes the choice back. Throws as readSubscription, and invalid for fields that the viewer may not read. */
  saveSubscription(
    viewer: Viewer,
    trackerId: number,
    sent: Static<typeof NewTrackerSubscription> | undefined,
  ): Promise<Static<typeof TrackerSubscription>>;
  /** The viewer's own choice. Throws notFound, forbidden, and unauthenticated for nobody. */
  readArtifactChoice(viewer: Viewer, artifactId: number): Promise<Static<typeof ArtifactSubscription>>;
  saveArtifactChoice(
    viewer: Viewer,
    artifactId: number,
    sent: Static<typeof ArtifactSubscription>,
  ): Promise<Static<typeof ArtifactSubscription>>;
  /** Ends mails of an artifact, for whom a link of a mail says. Does nothing where the artifact is gone. */
  leave(leaving: Leaving): Promise<void>;
}

interface RulesDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  artifacts: Artifacts;
}

async function viewRecipients(
  db: Reader,
  { id, project, groupNames }: Definition,
): Promise<Static<typeof NotificationRecipients>> {
  const rows = await store.listRecipients(db, id);
  return {
    recipients: rows.map(({ email, ugroup_id: group, all_updates: all }) => ({
      email,
      user_group: group === null ? null : userGroupNames.viewMinimalGroup(group, project.id, groupNames.get(group)),
      all_updates: all === 1,
    })),
  };
}

async function listSources(
  { database, trackers }: RulesDeps,
  viewer: Viewer,
  projectId: number,
): Promise<NotificationSource[]> {
  const definitions = await trackers.listOfProject(viewer, projectId, true);
  const ids = definitions.map(({ id }) => id);
  const recipients = await store.listRecipientsOf(database.read, ids);
  const choices = await store.countChoices(database.read, ids);
  const reminders = await listReminderNotifications(database.read, definitions);
  return definitions.map((tracker) => {
    const chosen = new Map(
      choices.flatMap(({ tracker_id: id, level, people }) => (id === tracker.id ? [[level, people] as const] : [])),
    );
    const count = (level: Level): number => chosen.get(level) ?? 0;
    return {
      kind: 'tracker',
      id: tracker.id,
      label: tracker.name,
      extent: tracker.settings.isNotificationStopped ? 'none' : notifiesOfStatusAlone(tracker) ? 'status' : 'all',
      rules: [
        ...(recipients.get(tracker.id) ?? []).map(({ email, ugroup_id: group, all_updates: all }) => ({
          of: all === 1 ? ('all' as const) : ('new' as const),
          path: null,
          emails: email === null ? [] : [email],
          groupIds: group === null ? [] : [group],
          userIds: [],
        })),
        ...(reminders.get(tracker.id) ?? []),
      ],
      choices: {
        all: count('all'),
        involved: count('involved'),
        status: count('status'),
        none: count('none'),
      },
    };
  });
}

export function createNotificationRules(deps: RulesDeps): NotificationRules {
  const { database, trackers, artifacts } = deps;
  const readAsAdmin = async (viewer: Viewer, trackerId: number): Promise<Definition> => {
    const tracker = await trackers.read(viewer, trackerId);
    if (!isTrackerAdmin(viewer, tracker))
      throw forbidden(says('tracker.admin-only')`only administrators of the tracker can do this`);
    return tracker;
  };
  const view = (tracker: Definition) => viewRecipients(database.read, tracker);
  const readCalendar = async (viewer: Viewer, trackerId: number): Promise<Static<typeof CalendarEvents>> => {
    const { settings } = await readAsAdmin(viewer, trackerId);
    return { enabled: settings.flags[calendarFlag] === '1' };
  };
  const readSubscription = async (viewer: Viewer, trackerId: number): Promise<Static<typeof TrackerSubscription>> => {
    const { id } = requireUser(viewer);
    const tracker = await trackers.read(viewer, trackerId);
    const row = await store.findSubscription(database.read, tracker.id, id);
    if (row === undefined) return { level: 'involved', field_ids: null, is_default: true };
    const fields: unknown = row.field_ids_json === null ? null : JSON.parse(row.field_ids_json);
    return {
      level: row.level,
      field_ids: Array.isArray(fields) ? fields.filter((one) => typeof one === 'number') : null,
      is_default: false,
    };
  };
  const readArtifactChoice = async (viewer: Viewer, artifactId: number) => {
    const { id } = requireUser(viewer);
    await artifacts.read(viewer, artifactId);
    return { is_subscribed: (await store.findArtifactChoice(database.read, artifactId, id)) ?? null };
  };
  return {
    readRecipients: async (viewer, trackerId) => view(await readAsAdmin(viewer, trackerId)),
    async saveRecipients(viewer, trackerId, { recipients }) {
      const tracker = await readAsAdmin(viewer, trackerId);
      requireLivingProject(tracker.project);
      const rows = recipients.map((one, index) => readRecipient(tracker, one, `recipients[${index}]`));
      await database.transact((tx) => store.replaceRecipients(tx, tracker.id, rows));
      return view(tracker);
    },
    listSources: (viewer, projectId) => listSources(deps, viewer, projectId),
    readCalendar,
    async saveCalendar(viewer, trackerId, { enabled }) {
      await setTrackerFlag(deps, viewer, trackerId, calendarFlag, enabled);
      return { enabled };
    },
    readSubscription,
    async saveSubscription(viewer, trackerId, sent) {
      const { id } = requireUser(viewer);
      const tracker = await trackers.read(viewer, trackerId);
      requireLivingProject(tracker.project);
      const choice = sent === undefined ? undefined : readChoice(viewer, tracker, sent);
      await database.transact((tx) => store.saveSubscription(tx, tracker.id, id, choice));
      return readSubscription(viewer, trackerId);
    },
    readArtifactChoice,
    async saveArtifactChoice(viewer, artifactId, { is_subscribed: isSubscribed }) {
      const { id } = requireUser(viewer);
      const { tracker } = await artifacts.read(viewer, artifactId);
      requireLivingProject(tracker.project);
      await database.transact((tx) => store.saveArtifactChoice(tx, artifactId, id, isSubscribed ?? undefined));
      return readArtifactChoice(viewer, artifactId);
    },
    leave: ({ artifactId, who }) =>
      database.transact(async (tx) => {
        const [artifact] = await listStamps(tx, [artifactId]);
        if (artifact !== undefined) await leaveArtifact(tx, artifactId, who);
      }),
  };
}

const leaveArtifact = (tx: Writer, artifactId: number, who: number | string): Promise<void> =>
  typeof who === 'number'
    ? store.saveArtifactChoice(tx, artifactId, who, false)
    : store.insertRefusal(tx, artifactId, who);

type SentRecipient = Static<typeof NewNotificationRecipients>['recipients'][number];

function readRecipient(tracker: Definition, sent: SentRecipient, path: string) {
  const { email, user_group_id: group, all_updates: allUpdates } = sent;
  if ((email === undefined) === (group === undefined)) {
    throw invalid(says('notification.one-way')`use either email or user_group_id`, path);
  }
  const all_updates = allUpdates ? 1 : 0;
  if (email !== undefined) {
    if (!isMailAddress(email))
      throw invalid(
        says('notification.email')`${JSON.stringify(email)} is not a valid e-mail address`,
        `${path}.email`,
      );
    return { email, ugroup_id: null, all_updates };
  }
  const id = readNotifiedGroup(tracker, group ?? '', `${path}.user_group_id`);
  return { email: null, ugroup_id: id, all_updates };
}

function readChoice(viewer: Viewer, tracker: Definition, sent: Static<typeof NewTrackerSubscription>) {
  const ids = sent.field_ids ?? null;
  for (const [index, id] of (ids ?? []).entries()) {
    const field = tracker.fieldById.get(id);
    if (field === undefined || !mayField(viewer, tracker, field, 'read'))
      throw invalid(
        says('notification.field')`${id} is not a field of this tracker that you have access to`,
        `field_ids[${index}]`,
      );
  }
  return { level: sent.level, field_ids_json: ids === null ? null : JSON.stringify(ids) };
}
