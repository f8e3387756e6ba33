// Wire shape of the history of sign-ins.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

export const SignInEvent = Type.Object(
  {
    date: Type.String(),
    result: Type.Enum(['success', 'failure', 'slowed']),
    address: Nullable(Type.String()),
    method: Type.String({ description: '`token`, `basic`, `session`, `password-change` or `email-change`.' }),
    user_agent: Type.String({ description: 'At most 200 letters.' }),
  },
  { title: 'SignInEvent' },
);
