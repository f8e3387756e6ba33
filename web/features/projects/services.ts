// Which pages the services of a project have.
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

/**
 * Where a service leads: a page of this site, or the address that a project gave to a service of its own, as far as browsers
 * can go there. undefined for services that have no page.
 */
export function pageOfService(service: Service, project: Project): string | undefined {
  if (!service.is_custom) return pages[service.name]?.(project);
  const address = service.service_url
    .replaceAll('$group_id', String(project.id))
    .replaceAll('$projectname', project.shortname)
    .trim();
  return /^(?:https?:\/\/|\/(?![/\\]))/i.test(address) ? address : undefined;
}
