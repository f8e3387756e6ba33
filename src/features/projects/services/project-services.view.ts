// Services as the wire shows them: what a project's row lacks comes from what is known of the service.
import type { Static } from 'typebox';
import type { ProjectService } from './project-services.schema.ts';
import type { ServiceRow } from './project-services.store.ts';

interface KnownService {
  label: string;
  path: string;
  icon: string;
}

/** Services of the wire format by short name. */
const knownServices: Readonly<Record<string, KnownService>> = {
  admin: { label: 'Admin', path: '/project/admin/', icon: 'fas fa-cogs' },
  plugin_tracker: { label: 'Trackers', path: '/plugins/tracker/', icon: 'fa-solid fa-tlp-tracker' },
  plugin_agiledashboard: { label: 'Backlog', path: '/plugins/agiledashboard/', icon: 'fa-solid fa-tlp-backlog' },
  plugin_kanban: { label: 'Kanban', path: '/kanban/', icon: 'fa-solid fa-tlp-kanban-boards' },
  plugin_program_management: { label: 'Program', path: '/program_management/', icon: 'fas fa-sitemap' },
  plugin_git: { label: 'Git', path: '/plugins/git/', icon: 'fa-solid fa-tlp-versioning-git' },
  plugin_svn: { label: 'SVN', path: '/plugins/svn/', icon: 'fa-solid fa-tlp-versioning-svn' },
  docman: { label: 'Documents', path: '/plugins/docman/', icon: 'fas fa-folder-open' },
  file: { label: 'Files', path: '/file/', icon: 'far fa-copy' },
  wiki: { label: 'Wiki', path: '/wiki/', icon: 'fas fa-book' },
};

export function viewService(service: ServiceRow): Static<typeof ProjectService> {
  const isCustom = service.is_custom === 1;
  const known =
    isCustom || !Object.hasOwn(knownServices, service.shortname) ? undefined : knownServices[service.shortname];
  return {
    id: service.id,
    uri: `project_services/${service.id}`,
    service_url: known === undefined ? service.link : `${known.path}?group_id=${service.project_id}`,
    name: isCustom ? '' : service.shortname,
    label: service.label === '' ? (known?.label ?? service.shortname) : service.label,
    is_enabled: service.is_enabled === 1,
    icon: isCustom ? service.icon : (known?.icon ?? ''),
    is_custom: isCustom,
    ...(isCustom ? { description: service.description, is_in_new_tab: service.is_in_new_tab === 1 } : {}),
  };
}
