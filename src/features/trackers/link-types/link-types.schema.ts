// Wire shapes of the types that links between artifacts may have.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { linkTypes } from '../fields/artifact-link/artifact-link.ts';

const own = {
  shortname: Type.Enum(linkTypes.map((type) => type.shortname)),
  is_used: Type.Boolean({ description: 'Whether the site, project or tracker itself has it switched on.' }),
};

const shown = {
  ...own,
  forward_label: Type.String({ description: 'What an artifact calls those that it links to.' }),
  reverse_label: Type.String({ description: 'What an artifact calls those that link to it.' }),
  unused_by: Nullable(
    Type.Enum(['site', 'project'], { description: 'Above the project or tracker, what has it switched off for all.' }),
  ),
};

export const LinkTypes = Type.Object({ link_types: Type.Array(Type.Object(shown)) }, { title: 'LinkTypes' });

export const LinkTypeChange = Closed(
  {
    link_types: Type.Array(Closed(own, Object.keys(shown)), {
      maxItems: 20,
      description: 'Those that are not named stay as they are.',
    }),
  },
  [],
);
