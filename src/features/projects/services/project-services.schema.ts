// Wire shapes of the services (tools) that a project uses.
import { Type } from 'typebox';

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
  },
  { title: 'ProjectService' },
);

export const ServiceChange = Type.Object({ is_enabled: Type.Boolean() }, { title: 'ServiceChange' });
