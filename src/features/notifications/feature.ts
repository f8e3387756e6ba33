// What people are told of, in their inboxes and by mail, as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createOutbox, dropOldMails } from '../../platform/mail/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { CopyTracker } from '../archive/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { followedRoute } from './followed.routes.ts';
import { followersRoute } from './followers.routes.ts';
import { artifactThings } from './inbox/artifact-things.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { createInboxes, dropOldEntries } from './inbox/inbox.service.ts';
import type { InboxThings } from './inbox/inbox.service.ts';
import { ownSubscriptionRoutes } from './own-subscriptions.routes.ts';
import { createOwnSubscriptions } from './own-subscriptions.service.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { createOutboxAdministration } from './outbox.service.ts';
import { notificationRoutes } from './rules.routes.ts';
import { listGroupUses, releaseGroup } from './rules.store.ts';
import { createNotificationRules } from './rules.service.ts';
import { createReminding } from './reminders/remind.ts';
import { remindersArchive } from './reminders/reminders.archive.ts';
import { reminderRoutes } from './reminders/reminders.routes.ts';
import { copyReminders, createDateReminders } from './reminders/reminders.service.ts';
import { listRemindedUses, listReminderUses, releaseRemindedGroup } from './reminders/reminders.store.ts';
import { createChangeMails } from './change-mails/change-mails.ts';
import { unsubscribePage } from './unsubscribe.page.ts';

interface Needs {
  database: Database;
  clock: Clock;
  entityTagKey: string;
}

interface Dependencies
  extends Pick<ProjectsFeature, 'projectExtensions'>, Pick<TrackersFeature, 'trackers' | 'trackerExtensions'> {
  site: SiteService;
  artifacts: Artifacts;
  people: People;
  trackerCopies: ExtensionPoint<CopyTracker>;
}

export function createNotificationsFeature(
  needs: Needs,
  { site, trackers, trackerExtensions, artifacts, people, projectExtensions, trackerCopies }: Dependencies,
) {
  const { database, clock, entityTagKey: secret } = needs;
  const notifications = createNotificationRules({ database, clock, trackers, artifacts });
  const changeMails = createChangeMails({ database, clock, site, artifacts, secret });
  const inboxThings = createExtensionPoint<InboxThings>();
  inboxThings.add(artifactThings(database.read, trackers));
  const inboxes = createInboxes({ database, clock, people, things: inboxThings });
  const reminding = createReminding({ database, clock, site, artifacts, secret });
  trackerCopies.add(copyReminders);
  trackerExtensions.fieldUses.add(listReminderUses);
  projectExtensions.notificationSources.add((viewer, projectId) => notifications.listSources(viewer, projectId));
  projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  projectExtensions.groupUsers.add({ list: listRemindedUses, release: releaseRemindedGroup });
  return {
    notifications,
    inboxThings,
    parts: {
      routes: [
        ...notificationRoutes(notifications),
        ...reminderRoutes(createDateReminders({ database, clock, trackers })),
        followedRoute({ database, trackers }),
        followersRoute(artifacts),
        ...ownSubscriptionRoutes(people, createOwnSubscriptions(database, trackers)),
        ...inboxRoutes(people, inboxes),
      ],
      pages: [unsubscribePage(notifications, secret)],
      jobs: [changeMails.handler, ...reminding.handlers],
      nightlyJobs: [reminding.nightly],
      cleaners: [dropOldEntries],
      archive: [remindersArchive],
      followers: [changeMails.follower],
    },
  };
}

/** Mails that wait for the mail server, whatever they are about. */
export function createOutboxFeature({ database, clock }: Pick<Needs, 'database' | 'clock'>) {
  const outbox = createOutbox(database, clock);
  return { outbox, parts: { routes: outboxRoutes(createOutboxAdministration(outbox)), cleaners: [dropOldMails] } };
}
