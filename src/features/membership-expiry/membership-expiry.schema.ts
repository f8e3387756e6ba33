// Wire shapes of when members leave.
import { Type } from 'typebox';
import { Closed } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';

const LastDay = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\d$`,
  description: 'The last day of the membership, such as 2026-12-31, in the server’s time zone.',
});

export const MembershipExpiries = Type.Array(
  Type.Object(
    {
      user: MinimalUser,
      last_day: LastDay,
      is_warned: Type.Boolean({
        description: 'Whether they, and those who administer the project, were told by mail.',
      }),
    },
    { title: 'MemberEnd' },
  ),
);

export const NewMembershipExpiry = Closed({ last_day: LastDay }, ['user', 'is_warned'], { title: 'NewMemberEnd' });
