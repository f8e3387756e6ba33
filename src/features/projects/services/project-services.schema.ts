// Wire shapes of the services (tools) that a project uses.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';

/** What services that a project defined itself can show, by the names that other programs know. */
export const serviceIcons = [
  '',
  'fas fa-book',
  'fas fa-bug',
  'fas fa-chart-line',
  'fas fa-cloud',
  'fas fa-comments',
  'fas fa-life-ring',
  'fas fa-video',
] as const;

export const ProjectService = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    service_url: Type.String(),
    name: Type.String({ description: 'Empty for a service that the project defined itself.' }),
    label: Type.String(),
    is_enabled: Type.Boolean(),
    icon: Type.String(),
    is_custom: Type.Boolean(),
    description: Type.Optional(Type.String({ description: 'This and the next: of services of its own.' })),
    is_in_new_tab: Type.Optional(Type.Boolean()),
  },
  { title: 'ProjectService' },
);

const own = {
  label: Type.String({ minLength: 1, maxLength: 40 }),
  service_url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'https://…, http://… or a path of this site; $projectname and $group_id stand for the project.',
  }),
  icon: Type.Enum([...serviceIcons]),
  description: Type.String({ maxLength: 255 }),
  is_in_new_tab: Type.Boolean(),
};

export const NewProjectService = Closed(
  {
    label: own.label,
    service_url: own.service_url,
    icon: Type.Optional(own.icon),
    description: Type.Optional(own.description),
    is_in_new_tab: Type.Optional(own.is_in_new_tab),
  },
  Object.keys(ProjectService.properties),
  { title: 'NewProjectService' },
);

export const ServiceChange = Type.Object(
  {
    is_enabled: Type.Optional(Type.Boolean()),
    label: Type.Optional(
      Type.String({ ...own.label, description: 'This and the following: of a service of its own.' }),
    ),
    service_url: Type.Optional(own.service_url),
    icon: Type.Optional(own.icon),
    description: Type.Optional(own.description),
    is_in_new_tab: Type.Optional(own.is_in_new_tab),
  },
  { title: 'ServiceChange' },
);

export const ServiceOrder = Closed(
  { ids: Type.Array(Type.Integer(), { maxItems: 200, description: 'Of services that are shown, each once.' }) },
  [],
  { title: 'ServiceOrder' },
);
