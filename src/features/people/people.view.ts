// Accounts as the wire shows them.
import type { Static } from 'typebox';
import type { MinimalUser, User } from './people.schema.ts';
import type { UserRow } from './people.store.ts';

/** `Real Name (username)`; with no real name the space before the bracket stays, as clients know it. */
export const displayName = (user: Pick<UserRow, 'real_name' | 'username'>): string =>
  `${user.real_name} (${user.username})`;

const defaultAvatar = '/themes/common/images/avatar_default.png';

/** The 100 account stands for 'nobody' in lists of people. */
const noneUserId = 100;

const anonymousUser = (baseUrl: string): Static<typeof MinimalUser> => ({
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: 'Anonymous user',
  username: null,
  ldap_id: null,
  avatar_url: baseUrl + defaultAvatar,
  is_anonymous: true,
  has_avatar: true,
});

/** `undefined` is the anonymous user. `baseUrl` starts absolute links and has no slash at its end. */
export function viewMinimalUser(user: UserRow | undefined, baseUrl: string): Static<typeof MinimalUser> {
  if (user === undefined) return anonymousUser(baseUrl);
  const isNone = user.id === noneUserId;
  return {
    id: user.id,
    uri: `users/${user.id}`,
    user_url: `/users/${encodeURIComponent(user.username)}`,
    real_name: user.real_name,
    display_name: isNone ? user.username : displayName(user),
    username: user.username,
    ldap_id: isNone ? null : user.ldap_id,
    avatar_url: isNone ? baseUrl + defaultAvatar : avatarUrl(user, baseUrl),
    is_anonymous: false,
    has_avatar: user.has_avatar === 1,
  };
}

export const avatarUrl = (user: UserRow, baseUrl: string): string =>
  `${baseUrl}/users/${encodeURIComponent(user.username)}/avatar.png`;

/** The shape with e-mail and status, for signed-in callers. */
export const viewUser = (user: UserRow | undefined, baseUrl: string): Static<typeof User> => ({
  ...viewMinimalUser(user, baseUrl),
  email: user?.email ?? null,
  status: user?.status ?? null,
});
