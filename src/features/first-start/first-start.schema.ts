// Wire shapes of the first start of a site.
import { Type } from 'typebox';
import { SentSecret } from '../../platform/http/index.ts';
import { Registration, User } from '../people/index.ts';

export const FirstStartState = Type.Object(
  {
    is_open: Type.Boolean({ description: 'Whether nobody has an account yet.' }),
    is_encrypted: Type.Boolean({ description: 'Whether this request came over HTTPS, as far as the server can tell.' }),
  },
  { title: 'FirstStart' },
);

export const FirstAdministrator = Type.Object({
  code: SentSecret({ minLength: 1, maxLength: 100, description: 'As the log of the server tells it, hyphens or not.' }),
  ...Registration.properties,
  allow_plain_http: Type.Optional(
    Type.Boolean({
      description:
        'Whether the site goes on answering without HTTPS (`sys_rest_api_over_http`); must be true where this request came without.',
    }),
  ),
});

export const StartedSite = Type.Object({ user: User }, { title: 'StartedSite' });
