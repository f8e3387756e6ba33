// Wire shape of what other programs need to show themselves as a part of a project.
import { Type } from 'typebox';

export const ThirdPartyIntegration = Type.Object(
  {
    project_sidebar: Type.Object({
      is_collapsed: Type.Boolean(),
      config: Type.String({ description: 'JSON: the project, and the services in its sidebar as `tools`.' }),
    }),
    styles: Type.Object({
      content: Type.String(),
      variant_name: Type.String(),
      should_display_favicon_variant: Type.Boolean(),
    }),
    references: Type.Array(Type.Object({ keyword: Type.String(), description: Type.String() })),
  },
  { title: 'ThirdPartyIntegration' },
);
