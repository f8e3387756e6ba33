// How a definition is changed: by who administers the tracker, in one transaction, after which no cache is valid.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Definition } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { updateTracker } from '../definition/definition.store.ts';
import { isTrackerAdmin } from './trackers.access.ts';
import type { Trackers } from './trackers.service.ts';

interface ChangingDeps {
  database: Database;
  clock: Clock;
  trackers: Pick<Trackers, 'read'>;
}

/** Throws forbidden for who does not administer the tracker, and in a project that is closed. */
export function requireTrackerAdmin(viewer: Viewer, tracker: Definition): void {
  requireLivingProject(tracker.project);
  if (!isTrackerAdmin(viewer, tracker))
    throw forbidden(says('tracker.admin-only')`only administrators of the tracker can do this`);
}

/** The definition as the transaction sees it. Throws notFound for a tracker that is gone, and as requireTrackerAdmin. */
async function loadToChange(tx: Writer, viewer: Viewer, id: number): Promise<Definition> {
  const tracker = await loadDefinition(tx, id);
  if (tracker === undefined || tracker.isDeleted) throw notFound(says('tracker.gone')`this tracker no longer exists`);
  requireTrackerAdmin(viewer, tracker);
  return tracker;
}

/** Who changes a tracker, in which transaction. */
export interface ChangeContext {
  tx: Writer;
  clock: Clock;
  viewer: Viewer;
}

/** Appends to the audit log. */
export const recordTracker = (
  { tx, clock, viewer }: ChangeContext,
  tracker: { id: number; project: { id: number }; itemName: string },
  kind: 'tracker-created' | 'tracker-changed' | 'tracker-deleted' | 'tracker-permissions-changed',
  details: Record<string, string | number> = {},
): Promise<void> =>
  recordAudit(tx, clock, {
    kind,
    by: actorOf(viewer),
    projectId: tracker.project.id,
    details: { tracker: tracker.id, name: tracker.itemName, ...details },
  });

/**
 * Runs `work` on the definition as its transaction sees it, and ends with a new site version. `changed` is what the audit log
 * says of it; undefined where `work` tells it. Throws as Trackers.read, and forbidden for who does not administer the tracker.
 */
export async function changeDefinition<R>(
  { database, clock, trackers }: ChangingDeps,
  viewer: Viewer,
  id: number,
  changed: Record<string, string | number> | undefined,
  work: (tx: Writer, tracker: Definition) => Promise<R>,
): Promise<R> {
  requireTrackerAdmin(viewer, await trackers.read(viewer, id));
  return database.transact(async (tx) => {
    const tracker = await loadToChange(tx, viewer, id);
    const result = await work(tx, tracker);
    if (changed !== undefined) await recordTracker({ tx, clock, viewer }, tracker, 'tracker-changed', changed);
    await bumpSiteVersion(tx);
    return result;
  });
}

/** Sets a switch of the tracker that archives name so. Throws as changeDefinition. */
export const setTrackerFlag = (
  deps: ChangingDeps,
  viewer: Viewer,
  id: number,
  name: string,
  isOn: boolean,
): Promise<void> =>
  changeDefinition(deps, viewer, id, { changed: name, value: isOn ? '1' : '0' }, async (tx, { settings }) => {
    const flags = { ...settings.flags, [name]: isOn ? '1' : '0' };
    await updateTracker(tx, id, { settings_json: JSON.stringify({ ...settings, flags }) });
  });
