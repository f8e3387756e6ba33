// The services that a project uses: listing them, switching them on and off.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { ProjectService } from './project-services.schema.ts';
import * as store from './project-services.store.ts';
import { insertPlatformService } from '../projects/projects.store.ts';
import { viewService } from './project-services.view.ts';
import type { Page, Projects } from '../projects/projects.service.ts';
import { isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

/** The page that introduces a project: every project has it, and clients are not told of it. */
const introduction = 'summary';

/** Services that nobody switches. */
const constantServices = [introduction, 'admin'];

/** What can be switched on; other names come with archives of platforms that have more tools. */
const availableServices = [
  'plugin_tracker',
  'plugin_agiledashboard',
  'plugin_kanban',
  'plugin_program_management',
  'plugin_git',
  'plugin_svn',
];

export interface ProjectServices {
  /** Services that are on; administrators of the project see the others too, to switch them on. Throws as Projects.read does. */
  list(
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ services: Static<typeof ProjectService>[]; size: number }>;
  /**
   * Throws notFound for an unknown service, forbidden for who does not administer its project, and invalid for a service
   * that is always on, or that this server does not have.
   */
  change(viewer: Viewer, serviceId: number, isEnabled: boolean): Promise<void>;
}

export function createProjectServices(deps: { database: Database; clock: Clock; projects: Projects }): ProjectServices {
  const { database, clock, projects } = deps;
  return {
    async list(viewer, projectId, page) {
      const project = await projects.read(viewer, projectId);
      const filter = { hiddenName: introduction, withDisabled: isProjectAdmin(viewer, project.id) };
      const { rows, size } = await store.listServices(database.read, project.id, filter, page);
      return { services: rows.map(viewService), size };
    },
    async change(viewer, serviceId, isEnabled) {
      const service = await store.findService(database.read, serviceId);
      if (service === undefined) throw notFound(`there is no service ${serviceId}`);
      await readAsAdmin(projects, viewer, service.project_id);
      requireSwitchable(service, isEnabled);
      const details = { service: service.shortname, is_enabled: isEnabled };
      await database.transact(async (tx) => {
        await requireStillLiving(tx, service.project_id);
        await store.switchService(tx, serviceId, isEnabled);
        const entry = { kind: 'project-changed', by: actorOf(viewer), projectId: service.project_id, details } as const;
        await recordAudit(tx, clock, entry);
        await bumpSiteVersion(tx);
      });
    },
  };
}

/** Whether the project has switched the service off. It changes with the site's version. */
export async function isServiceOff(db: Reader, projectId: number, shortname: string): Promise<boolean> {
  return (await store.findServiceOf(db, projectId, shortname))?.is_enabled === 0;
}

/** Whether the project has it on; one that nobody said anything of is not. */
export async function isServiceOn(db: Reader, projectId: number, shortname: string): Promise<boolean> {
  return (await store.findServiceOf(db, projectId, shortname))?.is_enabled === 1;
}

/**
 * To be called where a project gets its first content of a service: switches it on where nothing was said of it. Throws invalid
 * where it is off.
 */
export async function beginService(tx: Writer, projectId: number, shortname: string): Promise<void> {
  const service = await store.findServiceOf(tx, projectId, shortname);
  if (service === undefined) await insertPlatformService(tx, projectId, shortname, true);
  else if (service.is_enabled === 0)
    throw invalid(
      `must be a project that uses "${shortname}"; its administrators switch that on by PUT /api/project_services/${service.id}`,
      'project_id',
    );
}

function requireSwitchable({ shortname, is_custom }: store.ServiceRow, isEnabled: boolean): void {
  if (is_custom === 1) return;
  if (constantServices.includes(shortname)) throw invalid(`"${shortname}" is always on`, 'is_enabled');
  if (isEnabled && !availableServices.includes(shortname)) {
    throw invalid(`must not be true for "${shortname}", which this server does not have`, 'is_enabled');
  }
}
