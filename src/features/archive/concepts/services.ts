// The services of a project: those of the site, which it uses or not, and own ones, which lead anywhere.
import { isAddress } from '../../../platform/texts/addresses.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { projectServices } from '../../projects/index.ts';
import type { ProjectRows } from '../../projects/index.ts';
import type { ArchiveProject, ArchiveService, ProjectDefinedService } from '../model/archive-model.ts';
import { each, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element } from '../xml/xml-element.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readAttribute,
  readFilledAttribute,
  readSwitch,
} from '../xml/xml-shape.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const head: Parts = {
  '@shortname': stored('which one'),
  '@enabled': stored('whether it is used'),
  '@rank?': stored('its place among the others'),
};
const siteService = stored('service', head);
const ownService = stored('service of its own', {
  ...head,
  ...each('@label @description? @link @is_in_new_tab? @icon?', stored('what it is and where it leads')),
});

/** `<services>`. */
export const servicesOutcome = stored('list', { 'service*': siteService, 'project-defined-service*': ownService });

const shapes = {
  services: shapeOf(servicesOutcome),
  siteService: shapeOf(siteService),
  ownService: shapeOf(ownService),
};

type Services = Pick<ArchiveProject, 'services' | 'projectDefinedServices'>;

/** 0 where services stand as they came, which is everywhere but in archives of Tepal. */
const readRank = ({ attributes: { rank = '' } }: XmlElement): number => (/^\d{1,6}$/.test(rank) ? Number(rank) : 0);

function readSiteService(found: XmlElement): ArchiveService {
  matchShape(found, shapes.siteService);
  return {
    shortname: readFilledAttribute(found, 'shortname'),
    enabled: readSwitch(found, 'enabled', false),
    rank: readRank(found),
  };
}

/** None where it leads to no address that pages may show. */
function readOwnService(found: XmlElement): ProjectDefinedService[] {
  matchShape(found, shapes.ownService);
  const label = readAttribute(found, 'label').trim();
  const link = readAttribute(found, 'link').trim();
  if (!isAddress(link)) {
    tolerate(
      found,
      says(
        'left.service',
      )`the service "${label}" has no URL that begins with https://, http:// or a single slash; it is skipped`,
    );
    return [];
  }
  return [
    {
      shortname: readAttribute(found, 'shortname'),
      enabled: readSwitch(found, 'enabled', false),
      label,
      description: found.attributes['description'] ?? '',
      link,
      isInNewTab: readSwitch(found, 'is_in_new_tab', false),
      rank: readRank(found),
      icon: projectServices.serviceIcons.find((known) => known === found.attributes['icon']) ?? '',
    },
  ];
}

/** Those of `<project>`. Throws invalid with the place. */
export function readServices(project: XmlElement): Services {
  const found = findChild(project, 'services');
  if (found === undefined) return { services: undefined, projectDefinedServices: [] };
  matchShape(found, shapes.services);
  return {
    services: findChildren(found, 'service').map(readSiteService),
    projectDefinedServices: findChildren(found, 'project-defined-service').flatMap(readOwnService),
  };
}

/** The services that every project has. */
const constantServices = ['admin', 'summary'];

export async function importServices(tx: Writer, projectId: number, project: Services): Promise<void> {
  const listed = project.services ?? [];
  const switched = new Map(listed.map((service) => [service.shortname, service.enabled]));
  const ranks = new Map(listed.map((service) => [service.shortname, service.rank]));
  for (const shortname of constantServices) switched.set(shortname, true);
  for (const [shortname, isEnabled] of switched)
    await projectServices.insertPlatformService(tx, projectId, shortname, isEnabled, ranks.get(shortname));
  for (const service of project.projectDefinedServices)
    await projectServices.insertService(tx, {
      project_id: projectId,
      shortname: service.shortname,
      label: service.label,
      description: service.description,
      link: service.link,
      is_enabled: service.enabled ? 1 : 0,
      is_custom: 1,
      is_in_new_tab: service.isInNewTab ? 1 : 0,
      rank: service.rank ?? 0,
      icon: service.icon ?? '',
    });
}

export const exportServices = ({ services }: ProjectRows): Services => ({
  services: services
    .filter(({ is_custom }) => is_custom === 0)
    .map(({ shortname, is_enabled, rank }) => ({ shortname, enabled: is_enabled === 1, rank })),
  projectDefinedServices: services
    .filter(({ is_custom }) => is_custom === 1)
    .map(({ shortname, label, description, link, is_enabled, is_in_new_tab, rank, icon }) => ({
      shortname,
      enabled: is_enabled === 1,
      label,
      description,
      link,
      isInNewTab: is_in_new_tab === 1,
      rank,
      icon,
    })),
});

/** Ranks and icons stand in the file of what only Tepal knows. */
export function writeServices({ services, projectDefinedServices }: Services): string | undefined {
  if (services === undefined) return undefined;
  return element('services', {}, [
    ...services.map(({ shortname, enabled }) => element('service', { shortname, enabled })),
    ...projectDefinedServices.map(({ shortname, enabled, label, description, link, isInNewTab }) =>
      element('project-defined-service', { shortname, enabled, label, description, link, is_in_new_tab: isInNewTab }),
    ),
  ]);
}
