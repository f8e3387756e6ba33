// Wire shapes of what happened last in a project, and of references found in a text.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';

export const Heartbeats = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        updated_at: Type.String(),
        html_message: Type.String(),
        icon: Type.String(),
        small_icon: Type.String(),
        icon_name: Type.String(),
        user: Nullable(MinimalUser),
      }),
    ),
    are_there_activities_user_cannot_see: Type.Boolean(),
  },
  { title: 'Heartbeats' },
);

export const TextWithReferences = Type.Object({
  text: Type.String({ maxLength: 65_535, description: 'As long as a text of an artifact may be.' }),
});

export const FoundReference = Type.Object(
  {
    text: Type.String({ description: 'The reference as it stands in the text, such as `story #19`.' }),
    link: Type.String(),
    context: Type.String({ description: 'The word before it, or nothing.' }),
  },
  { title: 'FoundReference' },
);
