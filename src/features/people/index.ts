import './credentials/credentials.tables.ts';
import './accounts/people.tables.ts';

export type { UserChange } from './accounts/account-facts.ts';
export { createUser } from './changing/account-saving.ts';
export { addAvatars } from './preferences/avatars.routes.ts';
export { isUsername } from './accounts/account-facts.ts';
export { createDirectoryAccounts, directoryActor } from './changing/directory-accounts.ts';
export type { DirectoryAccounts, DirectoryPerson } from './changing/directory-accounts.ts';
export { delegationNames } from './changing/delegations.service.ts';
export { createPeople } from './people.service.ts';
export type { People } from './people.service.ts';
export { accessKeyRoutes } from './signing-in/access-keys.routes.ts';
export { createAccessKeys } from './signing-in/access-keys.service.ts';
export { isUsableAccount } from './accounts/account-state.ts';
export { createCredentials } from './credentials/credentials.ts';
export { deleteExpiredCredentials } from './credentials/expired-credentials.ts';
export { createLastUse } from './credentials/last-use.ts';
export { createPasswordCheck } from './credentials/password-check.ts';
export type { DirectorySignIn } from './passwords/password-judge.ts';
export { describeWeakness } from './passwords/password-strength.ts';
export { passwordRoutes } from './signing-in/passwords.routes.ts';
export { createPasswords } from './signing-in/passwords.service.ts';
export type { Passwords } from './signing-in/passwords.service.ts';
export { sessionRoutes } from './signing-in/sessions.routes.ts';
export { createSessions } from './signing-in/sessions.service.ts';
export { signInHistoryRoutes } from './sign-in-history.routes.ts';
export { createSignInHistory } from './sign-in-history.service.ts';
export { peopleRoutes } from './people.routes.ts';
export { MinimalUser, User } from './accounts/people.schema.ts';
export {
  findUserByName,
  listDelegations,
  listDelegationsOf,
  listPreferencesOf,
  listUsersByIds,
  listUsersByKeys,
} from './accounts/people.store.ts';
export { ownChangesPreference, mailFormatPreference } from './preferences/preferences.service.ts';
export type { UserRow } from './accounts/people.store.ts';
export type { UserStatus } from './accounts/people.tables.ts';
export { avatarUrl, displayName, lastSystemUserId, viewMinimalUser, viewUser } from './accounts/people.view.ts';
export { tokenRoutes } from './signing-in/tokens.routes.ts';
export { networkOf } from './credentials/sign-in-guard.ts';
export { actorOf, createSignIn, requireUser } from './credentials/sign-in.ts';
export type { Caller, SignIn } from './credentials/sign-in.ts';
