import './credentials.tables.ts';
import './people.tables.ts';

export type { UserChange } from './account-facts.ts';
export { createUser } from './account-saving.ts';
export { addAvatars } from './avatars.routes.ts';
export { isUsername } from './account-facts.ts';
export { createDirectoryAccounts, directoryActor } from './directory-accounts.ts';
export type { DirectoryAccounts, DirectoryPerson } from './directory-accounts.ts';
export { delegationNames } from './delegations.service.ts';
export { createPeople } from './people.service.ts';
export type { People } from './people.service.ts';
export { accessKeyRoutes } from './access-keys.routes.ts';
export { createAccessKeys } from './access-keys.service.ts';
export { isUsableAccount } from './account-state.ts';
export { createCredentials } from './credentials.ts';
export { deleteExpiredCredentials } from './expired-credentials.ts';
export { createLastUse } from './last-use.ts';
export { createPasswordCheck } from './password-check.ts';
export type { DirectorySignIn } from './password-judge.ts';
export { describeWeakness } from './password-strength.ts';
export { passwordRoutes } from './passwords.routes.ts';
export { createPasswords } from './passwords.service.ts';
export type { Passwords } from './passwords.service.ts';
export { sessionRoutes } from './sessions.routes.ts';
export { createSessions } from './sessions.service.ts';
export { signInHistoryRoutes } from './sign-in-history.routes.ts';
export { createSignInHistory } from './sign-in-history.service.ts';
export { peopleRoutes } from './people.routes.ts';
export { MinimalUser, User } from './people.schema.ts';
export {
  findUserByName,
  listDelegations,
  listDelegationsOf,
  listPreferencesOf,
  listUsersByIds,
  listUsersByKeys,
} from './people.store.ts';
export { ownChangesPreference, mailFormatPreference } from './preferences.service.ts';
export type { UserRow } from './people.store.ts';
export type { UserStatus } from './people.tables.ts';
export { avatarUrl, displayName, lastSystemUserId, viewMinimalUser, viewUser } from './people.view.ts';
export { tokenRoutes } from './tokens.routes.ts';
export { networkOf } from './sign-in-guard.ts';
export { actorOf, createSignIn, requireUser } from './sign-in.ts';
export type { Caller, SignIn } from './sign-in.ts';
