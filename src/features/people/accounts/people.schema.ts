// Wire shapes of people and tokens.
import { Type } from 'typebox';
import { Nullable, SentSecret, ShownSecret, I18nMessage } from '../../../platform/http/index.ts';

export const UserId = Type.Object({ id: Type.String({ description: 'A number, or `self`.' }) });

const minimalUser = {
  id: Nullable(Type.Integer()),
  uri: Nullable(Type.String()),
  user_url: Nullable(Type.String()),
  real_name: Nullable(Type.String()),
  display_name: Type.String(),
  username: Nullable(Type.String()),
  ldap_id: Nullable(Type.String()),
  avatar_url: Type.String(),
  is_anonymous: Type.Boolean(),
  has_avatar: Type.Boolean(),
};

export const MinimalUser = Type.Object(minimalUser, { title: 'MinimalUser' });

const user = {
  ...minimalUser,
  email: Type.Optional(Nullable(Type.String())),
  status: Type.Optional(Nullable(Type.String())),
};

export const User = Type.Object(user, { title: 'User' });

const locale = Nullable(Type.String({ description: 'Such as en_US; null: the server’s.' }));
const timezone = Nullable(Type.String({ description: 'Such as Europe/Paris; null: the server’s.' }));

export const Account = Type.Object(
  {
    ...user,
    locale: Type.Optional(locale),
    timezone: Type.Optional(timezone),
    is_site_admin: Type.Optional(Type.Boolean({ description: 'true for site administrators; else absent.' })),
    manages_accounts: Type.Optional(
      Type.Boolean({
        description: 'true for who manages accounts of others without administering the site; else absent.',
      }),
    ),
    is_in_directory: Type.Optional(
      Type.Boolean({ description: 'Whether a directory keeps name, address and password.' }),
    ),
  },
  {
    title: 'Account',
    description:
      'An account; language, time zone, directory and the rights over the site are shown to its owner alone.',
  },
);

export const ManagedAccount = Type.Object(
  {
    ...user,
    is_site_admin: Type.Boolean(),
    is_in_directory: Type.Boolean({ description: 'Whether a directory keeps name, address and password.' }),
    created: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'ManagedAccount' },
);

/** Characters of one import; more are answered 400. */
const csvMax = 262_144;

export const AccountImport = Type.Object({
  csv: Type.String({
    maxLength: csvMax,
    description:
      'Lines of CSV. The first names the columns: username and email, and where wanted real_name, status (A, R, S or P) and ldap_id.',
  }),
  is_dry_run: Type.Boolean({ description: 'true: tell what would become of each line, and make nothing.' }),
  sends_links: Type.Optional(
    Type.Boolean({ description: 'Whether each owner is mailed a link by which they choose a password.' }),
  ),
});

export const ImportedAccount = Type.Object(
  {
    line: Type.Integer({ description: 'Of the file, from 1.' }),
    username: Type.String(),
    email: Type.String(),
    real_name: Type.String(),
    status: Type.String(),
    problem: Nullable(Type.String({ description: 'Why there can be no such account.' })),
    i18n: Type.Optional(I18nMessage),
  },
  { title: 'ImportedAccount' },
);

const line = (description: string) => Type.String({ maxLength: 255, description });

const password = SentSecret({ minLength: 1, maxLength: 1024 });

export const AccountChange = Type.Object({
  values: Type.Object({
    username: Type.Optional(line('A letter, then letters, digits, "-", "_" or ".".')),
    real_name: Type.Optional(line('The name that people read.')),
    email: Type.Optional(line('E-mail address.')),
    status: Type.Optional(
      Type.String({
        description: 'A active, R restricted, S suspended, P pending, D deleted; other texts are ignored.',
      }),
    ),
    locale: Type.Optional(locale),
    timezone: Type.Optional(timezone),
    is_site_admin: Type.Optional(Type.Boolean({ description: 'For site administrators to give and to take back.' })),
    password: Type.Optional(
      SentSecret({
        minLength: 1,
        maxLength: 1024,
        description: 'Another password, for an account that is not the caller’s; ends its tokens and sessions.',
      }),
    ),
  }),
});

const newAccount = {
  username: line('A letter, then letters, digits, "-", "_" or ".".'),
  email: line('E-mail address.'),
  locale: Type.Optional(locale),
  timezone: Type.Optional(timezone),
};

export const NewAccount = Type.Object({
  ...newAccount,
  real_name: Type.Optional(line('The name that people read.')),
  password: Type.Optional(password),
  status: Type.Optional(Type.Enum(['A', 'R', 'S', 'P'])),
  ldap_id: Type.Optional(line('Identity in the directory.')),
  is_site_admin: Type.Optional(Type.Boolean({ description: 'For site administrators to give.' })),
});

export const Registration = Type.Object({
  ...newAccount,
  real_name: Type.String({ minLength: 1, maxLength: 255, description: 'The name that people read.' }),
  password,
  invitation: Type.Optional(
    Type.String({ maxLength: 100, description: 'What stands behind the # of the link in an invitation.' }),
  ),
});

export const TokenRequest = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 255, description: 'Login name of the account.' }),
  password: SentSecret({ minLength: 1, maxLength: 1024, description: 'Password of the account.' }),
});

export const CreatedToken = Type.Object({
  user_id: Type.String({ description: 'Goes into X-Auth-UserId on later requests.' }),
  token: ShownSecret({ description: 'Goes into X-Auth-Token on later requests.' }),
  uri: Type.String(),
});

/** Bytes of a picture before it is written in base64; more are answered 400. */
const pictureMaxBytes = 262_144;

export const Avatar = Type.Object({
  content_type: Type.Enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(pictureMaxBytes / 3) * 4,
    description: 'The picture in base64; at most 256 KiB before that.',
  }),
});

export const PreferenceChange = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the preference.' }),
  value: Type.Union([Type.String({ maxLength: 65_535 }), Type.Literal(false)], {
    description: 'false takes the preference back.',
  }),
});

export const Preference = Type.Object({ key: Type.String(), value: Type.Union([Type.String(), Type.Literal(false)]) });
