// Wire shapes of public keys of SSH.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { OwnPassword } from './access-keys.schema.ts';

export const SshKey = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ description: 'Such as ssh-ed25519.' }),
    fingerprint: Type.String({ description: 'As ssh-keygen -l shows it.' }),
    comment: Type.String({ description: 'What stood behind the key.' }),
    creation_date: Type.String(),
    last_used_on: Nullable(Type.String({ description: 'Exact to the minute.' })),
  },
  { title: 'SshKey' },
);

/** The longest key that is taken, and a comment. */
const lineMaxLength = 4096;

export const NewSshKey = Closed(
  {
    key: Type.String({
      maxLength: lineMaxLength,
      description: 'The line of a .pub file: ssh-ed25519, ecdsa-sha2-…, sk-… or ssh-rsa of 2048 bits at least.',
    }),
    password: Type.Optional(OwnPassword),
  },
  [],
  { title: 'NewSshKey' },
);
