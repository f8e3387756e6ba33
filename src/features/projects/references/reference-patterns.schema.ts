// Wire shapes of keywords that lead elsewhere from the texts of a project.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';

const keyword = Type.String({
  pattern: '^[A-Za-z0-9_]+$',
  minLength: 2,
  maxLength: 40,
  description: 'Letters, digits and "_": with "ticket", "ticket #12" in a text is a link.',
});
const description = Type.String({ maxLength: 255 });
const link = Type.String({
  maxLength: 2000,
  description:
    'https://…, http://… or a path of this site; $1 stands for the number, $projectname and $group_id for the project.',
});

export const ReferencePattern = Type.Object(
  { id: Type.Integer(), keyword: Type.String(), description: Type.String(), link: Type.String() },
  { title: 'ReferencePattern' },
);

export const NewReferencePattern = Closed(
  { keyword, description: Type.Optional(description), link },
  Object.keys(ReferencePattern.properties),
  { title: 'NewReferencePattern' },
);

export const ReferencePatternChange = Closed(
  { keyword: Type.Optional(keyword), description: Type.Optional(description), link: Type.Optional(link) },
  Object.keys(ReferencePattern.properties),
  { title: 'ReferencePatternChange' },
);
