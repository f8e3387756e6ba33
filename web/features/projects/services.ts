// Which pages the services of a project have, what they are called, and which are off.
import { useQuery } from '@tanstack/react-query';
import { readLink } from '../../../contract/addresses.ts';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { summaryQuery } from './projects.queries.ts';

interface Service {
  name: string;
  service_url: string;
  is_custom: boolean;
}

interface Project {
  id: number;
  shortname: string;
}

const pages: Readonly<Record<string, (project: Project) => string>> = {
  plugin_program_management: ({ shortname }) => `/projects/${shortname}/program`,
  plugin_git: ({ shortname }) => `/projects/${shortname}/repositories`,
  plugin_svn: ({ shortname }) => `/projects/${shortname}/subversion`,
};

const names: Readonly<Record<string, PlainKey>> = {
  admin: 'frame.service.admin',
  plugin_tracker: 'frame.trackers',
  plugin_agiledashboard: 'planning.backlog',
  plugin_kanban: 'kanban.kanban',
  plugin_program_management: 'frame.service.program',
  plugin_git: 'frame.service.git',
  plugin_svn: 'frame.service.svn',
  docman: 'frame.service.documents',
  file: 'frame.service.files',
};

/** What a service is called in the language of the person; links of a project's own have the words that it gave them. */
export function nameService({ name, label = name }: { name: string; label?: string }): string {
  const key = Object.hasOwn(names, name) ? names[name] : undefined;
  return key === undefined ? label : t(key);
}

/** Tells which services a project has switched off, by name; none of them before that is known. */
export function useServicesOff(projectId: number | undefined): (name: string) => boolean {
  const { data } = useQuery({ ...summaryQuery(projectId ?? 0), enabled: projectId !== undefined });
  return (name) => data?.services_off.includes(name) === true;
}

/**
 * Where a service leads: a page of this site, or the address that a project gave to a service of its own, as far as browsers
 * can go there. undefined for services that have no page.
 */
export function pageOfService(service: Service, project: Project): string | undefined {
  if (!service.is_custom) return pages[service.name]?.(project);
  const address = service.service_url
    .replaceAll('$group_id', String(project.id))
    .replaceAll('$projectname', project.shortname);
  return readLink(address);
}
