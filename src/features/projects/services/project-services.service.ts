// The services that a project uses: listing them, switching them on and off.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { NewProjectService, ProjectService, ServiceChange } from './project-services.schema.ts';
import * as store from './project-services.store.ts';
import { insertPlatformService } from '../projects/projects.store.ts';
import { checkAddress } from '../../../platform/texts/addresses.ts';
import { viewService } from './project-services.view.ts';
import type { Page, Projects } from '../projects/projects.service.ts';
import { isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

/** The page that introduces a project: every project has it, and clients are not told of it. */
const introduction = 'summary';

/** Services that nobody switches. */
const constantServices = [introduction, 'admin'];

/** What can be switched on; other names come with archives of platforms that have more tools. */
export const availableServices = [
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
   * that is always on, or that this server does not have, for an address that browsers don't open, and for facts of a service
   * that the project did not define itself.
   */
  change(viewer: Viewer, serviceId: number, change: Static<typeof ServiceChange>): Promise<void>;
  /** A link of the project's own. Throws as readAsAdmin, invalid as change, and for more than a project may have. */
  add(
    viewer: Viewer,
    projectId: number,
    service: Static<typeof NewProjectService>,
  ): Promise<Static<typeof ProjectService>>;
  /** Throws as change, and invalid for a service that the project did not define itself. */
  remove(viewer: Viewer, serviceId: number): Promise<void>;
  /** Services stand in this order, those that are not named behind. Throws as readAsAdmin, and invalid for ids of other projects. */
  arrange(viewer: Viewer, projectId: number, ids: readonly number[]): Promise<void>;
}

export function createProjectServices(deps: { database: Database; clock: Clock; projects: Projects }): ProjectServices {
  const { database, clock, projects } = deps;
  const find = async (viewer: Viewer, serviceId: number): Promise<store.ServiceRow> => {
    const service = await store.findService(database.read, serviceId);
    if (service === undefined) throw notFound(says('service.missing')`there is no service ${serviceId}`);
    await readAsAdmin(projects, viewer, service.project_id);
    return service;
  };
  const save = <T>(
    viewer: Viewer,
    projectId: number,
    details: Readonly<Record<string, string | boolean>>,
    work: (tx: Writer) => Promise<T>,
  ): Promise<T> =>
    database.transact(async (tx) => {
      await requireStillLiving(tx, projectId);
      const done = await work(tx);
      await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
      await bumpSiteVersion(tx);
      return done;
    });
  return {
    async list(viewer, projectId, page) {
      const project = await projects.read(viewer, projectId);
      const filter = { hiddenName: introduction, withDisabled: isProjectAdmin(viewer, project.id) };
      const { rows, size } = await store.listServices(database.read, project.id, filter, page);
      return { services: rows.map(viewService), size };
    },
    async change(viewer, serviceId, change) {
      const service = await find(viewer, serviceId);
      const columns = columnsOf(service, change);
      await save(viewer, service.project_id, { service: nameOf(service), ...change }, (tx) =>
        store.updateService(tx, serviceId, columns),
      );
    },
    async add(viewer, projectId, { label, service_url: link, icon = '', description = '', is_in_new_tab = false }) {
      await readAsAdmin(projects, viewer, projectId);
      checkAddress(link, 'service_url');
      const facts = { label: label.trim(), link, icon, description };
      return save(viewer, projectId, { service: facts.label, service_url: link }, async (tx) => {
        if ((await store.listServiceIds(tx, projectId)).length >= servicesMax)
          throw invalid(says('service.many')`a project can have at most ${servicesMax} services`, 'label');
        const flags = { is_enabled: 1, is_in_new_tab: is_in_new_tab ? 1 : 0 };
        return viewService(await store.insertOwnService(tx, { project_id: projectId, ...facts, ...flags }));
      });
    },
    async remove(viewer, serviceId) {
      const service = await find(viewer, serviceId);
      if (service.is_custom === 0)
        throw invalid(says('service.platform')`is a system service, which can't be deleted; turn it off instead`, 'id');
      const details = { service: nameOf(service), service_url: service.link, is_removed: true };
      await save(viewer, service.project_id, details, (tx) => store.deleteService(tx, serviceId));
    },
    async arrange(viewer, projectId, ids) {
      await readAsAdmin(projects, viewer, projectId);
      await save(viewer, projectId, { service_order: ids.join(',') }, async (tx) => {
        const known = await store.listServiceIds(tx, projectId);
        const stranger = ids.findIndex((id) => !known.includes(id));
        if (stranger >= 0)
          throw invalid(says('service.unknown')`the project has no service ${ids[stranger] ?? ''}`, `ids[${stranger}]`);
        const order = [...new Set([...ids, ...known])];
        for (const [index, id] of order.entries()) await store.updateService(tx, id, { rank: index + 1 });
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
      says(
        'service.unused',
      )`must be a project that uses "${shortname}"; its administrators can turn it on with PUT /api/project_services/${service.id}`,
      'project_id',
    );
}

/** How many services a project has, its own links among them. */
export const servicesMax = 50;

const nameOf = ({ is_custom, shortname, label }: store.ServiceRow): string => (is_custom === 1 ? label : shortname);

function columnsOf(service: store.ServiceRow, { is_enabled, ...facts }: Static<typeof ServiceChange>) {
  if (is_enabled !== undefined) requireSwitchable(service, is_enabled);
  const [first] = Object.keys(facts);
  if (first === undefined && is_enabled === undefined) throw invalid(says('body.required')`is required`, 'is_enabled');
  if (first !== undefined && service.is_custom === 0)
    throw invalid(says('service.fixed')`can't be changed for a system service; only is_enabled can`, first);
  const { label, service_url: link, icon, description, is_in_new_tab } = facts;
  if (link !== undefined) checkAddress(link, 'service_url');
  return {
    ...(is_enabled === undefined ? {} : { is_enabled: is_enabled ? 1 : 0 }),
    ...(label === undefined ? {} : { label: label.trim() }),
    ...(link === undefined ? {} : { link }),
    ...(icon === undefined ? {} : { icon }),
    ...(description === undefined ? {} : { description }),
    ...(is_in_new_tab === undefined ? {} : { is_in_new_tab: is_in_new_tab ? 1 : 0 }),
  };
}

function requireSwitchable({ shortname, is_custom }: store.ServiceRow, isEnabled: boolean): void {
  if (is_custom === 1) return;
  if (constantServices.includes(shortname))
    throw invalid(says('service.on')`"${shortname}" can't be turned off`, 'is_enabled');
  if (isEnabled && !availableServices.includes(shortname)) {
    throw invalid(
      says('service.absent')`can't be true for "${shortname}", which is not available on this server`,
      'is_enabled',
    );
  }
}
