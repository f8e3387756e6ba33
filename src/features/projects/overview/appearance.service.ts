// What a project shows above its pages: a banner, and a picture behind its title.
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import { updateProject } from '../projects/projects.store.ts';
import type { Viewer } from '../projects/viewer.ts';

export interface Appearance {
  /** Throws as Projects.read does, and notFound when there is no banner. */
  readBanner(viewer: Viewer, projectId: number): Promise<string>;
  /** An empty text takes the banner away. Throws as Projects.read does, and forbidden for who does not administer the project. */
  saveBanner(viewer: Viewer, projectId: number, message: string): Promise<void>;
  /** As saveBanner. */
  saveBackground(viewer: Viewer, projectId: number, identifier: string): Promise<void>;
}

export function createAppearance(deps: { database: Database; clock: Clock; projects: Projects }): Appearance {
  const { database, clock, projects } = deps;
  const save = async (
    viewer: Viewer,
    projectId: number,
    change: { banner: string } | { header_background: string },
  ): Promise<void> => {
    await readAsAdmin(projects, viewer, projectId);
    await database.transact(async (tx) => {
      await requireStillLiving(tx, projectId);
      await updateProject(tx, projectId, change);
      await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details: change });
      await bumpSiteVersion(tx);
    });
  };
  return {
    async readBanner(viewer, projectId) {
      const { banner } = await projects.read(viewer, projectId);
      if (banner === '') throw notFound(says('banner.none')`this project has no banner`);
      return banner;
    },
    saveBanner: (viewer, projectId, banner) => save(viewer, projectId, { banner }),
    saveBackground: (viewer, projectId, identifier) => save(viewer, projectId, { header_background: identifier }),
  };
}
