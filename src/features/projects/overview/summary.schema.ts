// Wire shape of what pages show of a project around their contents.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';

export const ProjectSummary = Type.Object(
  {
    long_description: Type.String({ description: 'Text, or HTML that a reader cleans.' }),
    banner: Nullable(Type.String({ description: 'Text, or HTML that a reader cleans.' })),
    header_background: Nullable(Type.String({ description: 'Name of the picture behind the title.' })),
    may_administer: Type.Boolean(),
    is_guest: Type.Boolean({ description: 'Whether you are a guest: you may enter without being a member.' }),
    services_off: Type.Array(Type.String(), {
      description:
        'Names of services that this server has and the project switched off: pages lead to none of them. One that is neither here nor among its services was never begun.',
    }),
    member_count: Type.Integer(),
    members: Type.Array(Type.Object({ user: MinimalUser, is_admin: Type.Boolean() }, { title: 'ShownMember' }), {
      description: 'Administrators first, then by name; at most 60. Who is no member sees administrators alone.',
    }),
  },
  { title: 'ProjectSummary' },
);
