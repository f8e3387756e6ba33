// Projects as the wire shows them.
import type { Static } from 'typebox';
import type { MinimalProject, Project, ProjectReference, UserGroup } from '../groups/projects.schema.ts';
import type { ProjectRow } from './projects.store.ts';
import { viewMinimalGroup } from '../groups/user-groups.ts';
import { isMember } from './viewer.ts';
import type { Viewer } from './viewer.ts';

const labelOf = (project: Pick<ProjectRow, 'full_name' | 'icon'>): string =>
  project.icon === '' ? project.full_name : `${project.icon} ${project.full_name}`;

const viewProjectReference = (
  project: Pick<ProjectRow, 'id' | 'full_name' | 'icon'>,
): Static<typeof ProjectReference> => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: project.full_name,
  icon: project.icon,
});

const viewMinimalProject = (project: ProjectRow): Static<typeof MinimalProject> => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: labelOf(project),
  label_without_icon: project.full_name,
  shortname: project.unix_name,
  status: project.status,
  access: project.access,
  is_template: project.is_template === 1,
});

/** `name` is a static group's own. */
export const viewGroup = (id: number, project: ProjectRow, name?: string): Static<typeof UserGroup> => ({
  ...viewMinimalGroup(id, project.id, name),
  project: viewMinimalProject(project),
  additional_information: [],
});

export const viewProject = (
  project: ProjectRow,
  viewer: Viewer,
  fields: readonly { name: string; value: string | null }[],
  resources: readonly string[],
  more: Record<string, unknown>,
): Static<typeof Project> => ({
  ...viewMinimalProject(project),
  resources: resources.map((type) => ({ type, uri: `projects/${project.id}/${type}` })),
  additional_informations: more,
  is_member_of: isMember(viewer, project.id),
  description: project.description,
  additional_fields: fields.map((field) => ({ name: field.name, value: field.value ?? '' })),
  icon: project.icon,
});

/** The short name with the letters in which it came, as addresses of Subversion have it; that of a project that was renamed is another. */
const writtenNameOf = ({ unix_name, written_name }: Pick<ProjectRow, 'unix_name' | 'written_name'>): string =>
  written_name.toLowerCase() === unix_name.toLowerCase() ? written_name : unix_name;

export const projectViews = { viewProjectReference, viewMinimalProject, writtenNameOf };
