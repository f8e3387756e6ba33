// With whose eyes a webhook looks: its reader's, as long as they administer what it is of.
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { isUsableAccount } from '../../people/index.ts';
import type { Caller, People } from '../../people/index.ts';
import { isProjectAdmin } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { isTrackerAdmin, trackerAccess } from '../../trackers/index.ts';
import type { Trackers } from '../../trackers/index.ts';
import { findWebhook } from './webhooks.store.ts';
import type { WebhookOwner, WebhookRow } from './webhooks.store.ts';

export interface ReaderDeps {
  site: SiteService;
  people: People;
  trackers: Trackers;
  loadViewer(caller: Caller): Promise<Viewer>;
}

/** Whether the viewer administers the tracker, or the project as a whole. */
async function administers(
  trackers: Trackers,
  viewer: Viewer,
  { project_id, tracker_id }: WebhookOwner,
): Promise<boolean> {
  if (tracker_id === null) return isProjectAdmin(viewer, project_id);
  const tracker = await trackers.findDefinition(tracker_id, viewer.site.version);
  return tracker !== undefined && trackerAccess.mayEnterTracker(viewer, tracker) && isTrackerAdmin(viewer, tracker);
}

export const unknownWebhook = (): DomainError =>
  notFound(says('webhook.unseen')`this webhook does not exist, or you don't have access to it`);

/** The webhook, for who administers it; throws notFound for everybody else. */
export async function readWebhook(
  { database, trackers }: { database: Database; trackers: Trackers },
  viewer: Viewer,
  id: number,
): Promise<WebhookRow> {
  const row = await findWebhook(database.read, id);
  if (row === undefined || !(await administers(trackers, viewer, row))) throw unknownWebhook();
  return row;
}

/** Delegated rights are not the webhook's. A sentence says why there is nobody. */
export async function findReader(deps: ReaderDeps, row: WebhookRow): Promise<Viewer | Said> {
  const user = await deps.people.find(row.reader_id);
  if (user === undefined || !isUsableAccount(user))
    return says('webhook.reader-inactive')`the account whose permissions it uses is not active`;
  const site = await deps.site.current();
  const isSuperUser = user.is_site_admin === 1;
  const nowhere = { address: '', credential: undefined, validUntilMs: undefined };
  const viewer = await deps.loadViewer({ user, site, isSuperUser, delegations: new Set(), ...nowhere });
  if (await administers(deps.trackers, viewer, row)) return viewer;
  return says('webhook.reader-demoted')`${user.username}, whose permissions it uses, is no longer an administrator`;
}
