// How a definition is changed: by who administers the tracker, in one transaction, after which no cache is valid.
import type { Database, Writer } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Definition } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { updateTracker } from '../definition/definition.store.ts';
import { isTrackerAdmin } from './trackers.access.ts';
import type { Trackers } from './trackers.service.ts';

/** Throws forbidden for who does not administer the tracker, and in a project that is closed. */
export function requireTrackerAdmin(viewer: Viewer, tracker: Definition): void {
  requireLivingProject(tracker.project);
  if (!isTrackerAdmin(viewer, tracker)) throw forbidden('only administrators of the tracker may do this');
}

/** The definition as the transaction sees it. Throws notFound for a tracker that is gone, and as requireTrackerAdmin. */
export async function loadToChange(tx: Writer, viewer: Viewer, id: number): Promise<Definition> {
  const tracker = await loadDefinition(tx, id);
  if (tracker === undefined || tracker.isDeleted) throw notFound('this tracker is gone');
  requireTrackerAdmin(viewer, tracker);
  return tracker;
}

/**
 * Runs `work` on the definition as its transaction sees it, and ends with a new site version. Throws as Trackers.read,
 * and forbidden for who does not administer the tracker.
 */
export async function changeDefinition<R>(
  { database, trackers }: { database: Database; trackers: Pick<Trackers, 'read'> },
  viewer: Viewer,
  id: number,
  work: (tx: Writer, tracker: Definition) => Promise<R>,
): Promise<R> {
  requireTrackerAdmin(viewer, await trackers.read(viewer, id));
  return database.transact(async (tx) => {
    const result = await work(tx, await loadToChange(tx, viewer, id));
    await bumpSiteVersion(tx);
    return result;
  });
}

/** Sets a switch of the tracker that archives name so. Throws as changeDefinition. */
export const setTrackerFlag = (
  deps: Parameters<typeof changeDefinition>[0],
  viewer: Viewer,
  id: number,
  name: string,
  isOn: boolean,
): Promise<void> =>
  changeDefinition(deps, viewer, id, async (tx, { settings }) => {
    const flags = { ...settings.flags, [name]: isOn ? '1' : '0' };
    await updateTracker(tx, id, { settings_json: JSON.stringify({ ...settings, flags }) });
  });
