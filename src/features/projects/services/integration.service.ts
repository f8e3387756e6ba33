// Describes a project's sidebar for other programs.
import type { Static } from 'typebox';
import { publicUrl } from '../../../settings/index.ts';
import type { ThirdPartyIntegration } from './integration.schema.ts';
import type { ProjectServices } from './project-services.service.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

export interface IntegrationDeps {
  projects: Projects;
  services: ProjectServices;
  /** The colour of web pages for the viewer. */
  readThemeVariant(viewer: Viewer): Promise<string>;
}

/** Services of one answer. */
const toolsMax = 1000;

/** `activeService` is the name of the service that is marked. Throws as Projects.read does. */
export async function describeIntegration(
  { projects, services, readThemeVariant }: IntegrationDeps,
  viewer: Viewer,
  projectId: number,
  activeService: string,
): Promise<Static<typeof ThirdPartyIntegration>> {
  const project = await projects.read(viewer, projectId);
  const { services: listed } = await services.list(viewer, projectId, { limit: toolsMax, offset: 0 });
  const baseUrl = publicUrl(viewer.site.settings);
  const config = {
    project: {
      icon: project.icon,
      name: project.full_name,
      href: `${baseUrl}/projects/${encodeURIComponent(project.unix_name)}/`,
    },
    tools: listed
      .filter((service) => service.is_enabled)
      .map(({ name, label, icon, service_url: url }) => ({
        href: url.startsWith('/') ? baseUrl + url : url,
        label,
        icon,
        is_active: name !== '' && name === activeService,
      })),
  };
  return {
    project_sidebar: { is_collapsed: false, config: JSON.stringify(config) },
    styles: { content: '', variant_name: await readThemeVariant(viewer), should_display_favicon_variant: false },
    references: [],
  };
}
