// Wire shapes of access keys.
import { Type } from 'typebox';
import { Closed, Nullable, SentSecret, ShownSecret } from '../../../platform/http/index.ts';

/** Your own, where neither Basic nor a sign-in of the last minutes shows that you are there. */
export const OwnPassword = SentSecret({
  minLength: 1,
  maxLength: 1024,
  description: 'Your password; needed unless it is sent by Basic, or you signed in within the last minutes.',
});

export const AccessKey = Type.Object(
  {
    id: Type.Integer(),
    creation_date: Type.String(),
    expiration_date: Nullable(Type.String()),
    description: Type.String(),
    last_used_on: Nullable(Type.String({ description: 'Exact to the minute.' })),
    last_used_by: Nullable(Type.String({ description: 'Address of the last user.' })),
    scopes: Type.Array(Type.Object({ identifier: Type.String() })),
  },
  { title: 'AccessKey' },
);

export const NewAccessKey = Closed(
  {
    description: Type.String({ maxLength: 1000, default: '' }),
    expiration_date: Type.Optional(Nullable(Type.String({ description: 'Such as 2026-02-28T13:05:09+01:00.' }))),
    scopes: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 50, default: ['write:rest'] }),
    password: Type.Optional(OwnPassword),
  },
  Object.keys(AccessKey.properties),
);

export const CreatedAccessKey = Type.Object({
  identifier: ShownSecret({ description: 'Goes into X-Auth-AccessKey; shown this once.' }),
});
