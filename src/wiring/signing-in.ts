// Who somebody is.
import type { Route } from '../platform/http/index.ts';
import type { Audit } from '../features/audit/index.ts';
import { createDirectorySignIn } from '../features/directory/index.ts';
import type { DirectoryServers } from '../features/directory/index.ts';
import {
  accessKeyRoutes,
  createAccessKeys,
  createCredentials,
  createLastUse,
  createPasswordCheck,
  createPasswords,
  createSessions,
  createSignIn,
  createSignInHistory,
  passwordRoutes,
  sessionRoutes,
  signInHistoryRoutes,
  tokenRoutes,
} from '../features/people/index.ts';
import type { Caller, DirectoryAccounts, Passwords, People, SignIn } from '../features/people/index.ts';
import type { createViewerLoader, Viewer } from '../features/projects/index.ts';
import type { SiteService } from '../features/site/index.ts';
import type { FeatureNeeds } from './needs.ts';

export interface DirectoryAccess {
  servers: DirectoryServers;
  accounts: DirectoryAccounts;
}

/** Everything about proving who somebody is. */
export function createSigningIn(
  { database, clock, logger }: FeatureNeeds,
  {
    site: siteService,
    people,
    audit,
    servers,
    accounts,
  }: { site: SiteService; people: People; audit: Audit } & DirectoryAccess,
): { signIn: SignIn; passwords: Passwords; routes: Route<Caller>[] } {
  const passwordCheck = createPasswordCheck(database, clock, createDirectorySignIn({ clock, servers, accounts }));
  const lastUse = createLastUse(database, clock, logger);
  const credentials = createCredentials({ database, clock, siteService, passwordCheck, lastUse });
  const signIn = createSignIn({ database, clock, siteService, credentials, passwordCheck });
  const passwords = createPasswords(database, clock, passwordCheck);
  const routes = [
    ...tokenRoutes(signIn),
    ...accessKeyRoutes(createAccessKeys(database, clock)),
    ...sessionRoutes(createSessions(database, clock, passwordCheck)),
    ...passwordRoutes(passwords),
    ...signInHistoryRoutes(createSignInHistory(audit, people)),
  ];
  return { signIn, passwords, routes };
}

/** Completes people who act without a request of their own; undefined for an account that is unknown or may not act. */
export const createAbsentLoader =
  ({
    site,
    signIn,
    loadViewer,
  }: {
    site: SiteService;
    signIn: SignIn;
    loadViewer: ReturnType<typeof createViewerLoader>;
  }) =>
  async (userId: number): Promise<Viewer | undefined> => {
    const caller = await signIn.describeAbsent(userId, await site.current());
    return caller === undefined ? undefined : loadViewer(caller);
  };
