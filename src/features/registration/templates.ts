// What somebody may make a project from.
import type { Static } from 'typebox';
import { bundledTemplates } from '../archive/index.ts';
import type { BundledTemplate } from '../archive/index.ts';
import { defaultTemplate, isProjectAdmin } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { ProjectTemplates } from './registration.schema.ts';
import { refuseTemplate } from './wish.ts';

const facts: Readonly<Record<BundledTemplate, { label: string; description: string }>> = {
  scrum: { label: 'Scrum', description: 'Releases, sprints, user stories, tasks and bugs, with a backlog.' },
  kanban: { label: 'Kanban', description: 'Tasks that move across a board, with limits of work in progress.' },
  bugs: { label: 'Bug tracking', description: 'Bugs with severity, steps to reproduce and versions, on a board.' },
  support: { label: 'Support desk', description: 'Tickets of customers with priority and answer, on a board.' },
  roadmap: {
    label: 'Product roadmap',
    description: 'Initiatives and their features, with dates, a roadmap and a board.',
  },
};

const bundled = [
  ...bundledTemplates.map((name) => ({ name, ...facts[name] })),
  { name: 'empty', label: 'Blank', description: 'Add trackers and boards as you need them.' },
].map(({ name, label, description }) => ({
  template_id: null,
  xml_template_name: name,
  label,
  description,
  is_own: false,
}));

const ofSite = {
  template_id: defaultTemplate.id,
  xml_template_name: null,
  label: defaultTemplate.full_name,
  description: defaultTemplate.description,
  is_own: false,
};

/** What comes with Tepal, for site administrators the default template that scripts name, projects that are templates for everybody, then those that the viewer administers. */
export async function listTemplates(projects: Projects, viewer: Viewer): Promise<Static<typeof ProjectTemplates>> {
  const usable = (await projects.listTemplatesAndOwn(viewer))
    .filter((project) => refuseTemplate(viewer, project, project.id) === undefined)
    .map((project) => ({
      template_id: project.id,
      xml_template_name: null,
      label: project.full_name,
      description: project.description,
      is_own: project.is_template === 0 && isProjectAdmin(viewer, project.id),
    }))
    .sort((a, b) => Number(a.is_own) - Number(b.is_own) || a.label.localeCompare(b.label));
  return [...bundled, ...(viewer.isSuperUser ? [ofSite] : []), ...usable];
}
