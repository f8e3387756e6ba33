// Wire shapes of who looks at an artifact now.
import { Type } from 'typebox';
import { Closed } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';

export const Presence = Type.Object(
  {
    is_shown: Type.Boolean({ description: 'false: this site shows nobody who else is there.' }),
    lease_s: Type.Integer({ description: 'Seconds after which somebody is taken to have left.' }),
    people: Type.Array(Type.Object({ user: MinimalUser, is_editing: Type.Boolean() }), {
      description: 'The others, of whom at most 50 are shown.',
    }),
  },
  { title: 'Presence' },
);

export const OwnPresence = Closed({ is_editing: Type.Boolean() }, [], { title: 'OwnPresence' });
