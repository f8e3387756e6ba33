// Wire shapes of people and tokens.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

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

export const User = Type.Object(
  {
    ...minimalUser,
    email: Type.Optional(Nullable(Type.String())),
    status: Type.Optional(Nullable(Type.String())),
  },
  { title: 'User' },
);

export const TokenRequest = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 255, description: 'Login name of the account.' }),
  password: Type.String({ minLength: 1, maxLength: 1024, description: 'Password of the account.' }),
});

export const CreatedToken = Type.Object({
  user_id: Type.String({ description: 'Goes into X-Auth-UserId on later requests.' }),
  token: Type.String({ description: 'Goes into X-Auth-Token on later requests.' }),
  uri: Type.String(),
});

export const Dashboard = Type.Object({ id: Type.Integer(), name: Type.String() });

export const NewDashboard = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) });

export const Preference = Type.Object({ key: Type.String(), value: Type.Union([Type.String(), Type.Literal(false)]) });
