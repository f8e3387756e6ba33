// Accounts as the wire shows them.
import type { Static } from 'typebox';
import type { Settings } from '../../../settings/index.ts';
import { isJudgedByDirectory } from './account-state.ts';
import type { Account, MinimalUser, User } from './people.schema.ts';
import type { UserRow } from './people.store.ts';

/** `Real Name (username)`; with no real name the space before the bracket stays, as clients know it. */
export const displayName = (user: Pick<UserRow, 'real_name' | 'username'>): string =>
  `${user.real_name} (${user.username})`;

/** Where the picture is that stands for everybody without one. */
export const defaultAvatar = '/themes/common/images/avatar_default.png';

/** The 100 account stands for 'nobody' in lists of people. */
const noneUserId = 100;

/** Accounts up to this one are nobody's: they stand for something. */
export const lastSystemUserId = noneUserId;

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
    avatar_url: avatarUrl(user, baseUrl),
    is_anonymous: false,
    has_avatar: avatarFile(user) !== undefined,
  };
}

/** People with a real name have a picture drawn for them until they give one of their own. */
function avatarFile(user: UserRow): string | undefined {
  if (user.id === noneUserId) return undefined;
  if (user.avatar_key !== null) return `avatar-${user.avatar_key}.png`;
  return user.real_name === '' ? undefined : 'avatar.png';
}

export function avatarUrl(user: UserRow, baseUrl: string): string {
  const file = avatarFile(user);
  return file === undefined ? baseUrl + defaultAvatar : `${baseUrl}/users/${encodeURIComponent(user.username)}/${file}`;
}

/** The shape with e-mail and status, for signed-in callers. */
export const viewUser = (user: UserRow | undefined, baseUrl: string): Static<typeof User> => ({
  ...viewMinimalUser(user, baseUrl),
  email: user?.email ?? null,
  status: user?.status ?? null,
});

/** What people see of their own account. */
export const viewOwnAccount = (user: UserRow, baseUrl: string, settings: Settings): Static<typeof Account> => ({
  ...viewUser(user, baseUrl),
  locale: user.locale,
  timezone: user.timezone,
  ...(user.is_site_admin === 1 ? { is_site_admin: true } : {}),
  is_in_directory: isJudgedByDirectory(user, settings),
});
