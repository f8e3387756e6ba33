// What the burnups of a project measure: efforts, or how many artifacts there are.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readAsAdmin } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import { listBurnupTrackers, replaceBurnupTrackers } from './definition/burnup.store.ts';
import type { BurnupSetting } from './definition/planning.schema.ts';
import type { SettingDeps } from './planning-setting.service.ts';

type Setting = Static<typeof BurnupSetting>;

/** Without trackers that the viewer may not see. Throws as Projects.read. */
export async function showBurnupSetting(
  { plannings: { reading }, projects }: SettingDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Setting> {
  await projects.read(viewer, projectId);
  const ids = new Set(await listBurnupTrackers(reading.db, projectId));
  const known = await reading.artifacts.reading.trackers.listOfProject(viewer, projectId, false);
  const trackers = known.flatMap(({ id }) => (ids.has(id) ? [{ id }] : []));
  return { mode: ids.size === 0 ? 'effort' : 'count', trackers };
}

/** Throws as readAsAdmin; invalid for trackers of other projects, for none to be counted, and for some where efforts are added. */
export async function saveBurnupSetting(
  { plannings, projects }: SettingDeps,
  viewer: Viewer,
  projectId: number,
  { mode, trackers = [] }: Omit<Setting, 'trackers'> & Partial<Setting>,
): Promise<void> {
  await readAsAdmin(projects, viewer, projectId);
  const known = await plannings.reading.artifacts.reading.trackers.listOfProject(viewer, projectId, false);
  const ids = trackers.map(({ id }) => id);
  const unknown = ids.findIndex((id) => known.every((tracker) => tracker.id !== id));
  if (unknown >= 0)
    throw invalid(
      says('planning.no-tracker')`there is no tracker ${ids[unknown] ?? 0} in this project`,
      `trackers[${unknown}].id`,
    );
  if (mode === 'count' && ids.length === 0)
    throw invalid(says('burnup.trackers')`must contain at least one tracker whose artifacts are counted`, 'trackers');
  if (mode === 'effort' && ids.length > 0)
    throw invalid(says('burnup.mode')`is only for the mode count; efforts have no trackers`, 'trackers');
  await plannings.database.transact(async (tx) => {
    await replaceBurnupTrackers(tx, projectId, ids);
    // Whatever was drawn before shows something else now.
    await bumpSiteVersion(tx);
  });
}
