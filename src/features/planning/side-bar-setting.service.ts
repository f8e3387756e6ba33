// Whether the side bar of a project lists its open milestones.
import type { Static } from 'typebox';
import { readAsAdmin } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { SideBarSetting } from './definition/planning.schema.ts';
import { listsMilestones, saveListsMilestones } from './definition/side-bar.store.ts';
import type { SettingDeps } from './planning-setting.service.ts';

type Setting = Static<typeof SideBarSetting>;

/** Throws as Projects.read. */
export async function showSideBarSetting(
  { plannings: { reading }, projects }: SettingDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Setting> {
  await projects.read(viewer, projectId);
  return { lists_milestones: await listsMilestones(reading.db, projectId) };
}

/** Throws as readAsAdmin. */
export async function saveSideBarSetting(
  { plannings, projects }: SettingDeps,
  viewer: Viewer,
  projectId: number,
  { lists_milestones: isListing }: Setting,
): Promise<void> {
  await readAsAdmin(projects, viewer, projectId);
  await plannings.database.transact((tx) => saveListsMilestones(tx, projectId, isListing));
}
