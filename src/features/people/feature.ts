// People as a feature: accounts, and everything about proving who somebody is.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { unavailable } from '../../platform/errors.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { says } from '../../platform/texts/said.ts';
import type { Audit, NameSubjects } from '../audit/index.ts';
import type { SiteService } from '../site/index.ts';
import { listUsersByIds } from './accounts/people.store.ts';
import { createCredentials } from './credentials/credentials.ts';
import { deleteExpiredCredentials } from './credentials/expired-credentials.ts';
import { createFreshProof } from './credentials/fresh-proof.ts';
import { createLastUse } from './credentials/last-use.ts';
import { createPasswordCheck } from './credentials/password-check.ts';
import { createSignIn } from './credentials/sign-in.ts';
import type { DirectorySignIn } from './passwords/password-judge.ts';
import type { RegistrationStep } from './changing/registration.service.ts';
import { createPeople } from './people.service.ts';
import { peopleRoutes } from './people.routes.ts';
import { avatarFiles } from './preferences/avatars.routes.ts';
import { createEmailChange } from './recovery/email-change.service.ts';
import { createPasswordRecovery } from './recovery/password-recovery.service.ts';
import { emailChangeRoutes, passwordRecoveryRoutes } from './recovery/recovery.routes.ts';
import { createSignInHistory } from './sign-in-history.service.ts';
import { signInHistoryRoutes } from './sign-in-history.routes.ts';
import { accessKeyRoutes } from './signing-in/access-keys.routes.ts';
import { createAccessKeys } from './signing-in/access-keys.service.ts';
import { passwordRoutes } from './signing-in/passwords.routes.ts';
import { createPasswords } from './signing-in/passwords.service.ts';
import { sessionRoutes } from './signing-in/sessions.routes.ts';
import { createSessions } from './signing-in/sessions.service.ts';
import { sshKeyRoutes } from './signing-in/ssh-keys.routes.ts';
import { createSshKeys } from './signing-in/ssh-keys.service.ts';
import { tokenRoutes } from './signing-in/tokens.routes.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** A secret of the install. */
  entityTagKey: string;
}

/** `directorySignIns` is extended by who knows people that Tepal keeps no password of; the first one is asked. */
export function createPeopleFeature(
  { database, clock, logger, entityTagKey: secret }: Needs,
  { site, audit, auditNames }: { site: SiteService; audit: Audit; auditNames: ExtensionPoint<NameSubjects> },
) {
  auditNames.add(async (db, { users: ids }) => ({
    users: new Map((await listUsersByIds(db, ids)).map((user) => [user.id, user.username])),
  }));
  const directorySignIns = createExtensionPoint<DirectorySignIn>();
  const registrationSteps = createExtensionPoint<RegistrationStep>();
  const people = createPeople(database, clock, registrationSteps);
  const passwordCheck = createPasswordCheck(database, clock, askFirst(directorySignIns.list()), secret);
  const lastUse = createLastUse(database, clock, logger);
  const credentials = createCredentials({ database, clock, siteService: site, passwordCheck, lastUse, secret });
  const signIn = createSignIn({ database, clock, siteService: site, credentials, passwordCheck });
  const passwords = createPasswords(database, clock, passwordCheck);
  const sessions = createSessions({ database, clock, passwordCheck, secret });
  const sshKeys = createSshKeys({ database, clock, lastUse, secret });
  const fresh = createFreshProof(clock, passwordCheck);
  const { recovery, handler } = createPasswordRecovery({ database, clock, site });
  const routes = [
    ...tokenRoutes(signIn),
    ...accessKeyRoutes(createAccessKeys(database, clock), fresh),
    ...sshKeyRoutes(sshKeys, fresh),
    ...sessionRoutes(sessions),
    ...passwordRoutes(passwords),
    ...passwordRecoveryRoutes(recovery),
    ...emailChangeRoutes(createEmailChange(database, clock, passwordCheck)),
    ...signInHistoryRoutes(createSignInHistory(audit, people)),
    ...peopleRoutes(people),
  ];
  return {
    people,
    signIn,
    passwords,
    sessions,
    sshKeys,
    directorySignIns,
    /** What else belongs to accounts that people make for themselves. */
    registrationSteps,
    parts: { routes, files: avatarFiles(people), cleaners: [deleteExpiredCredentials], jobs: [handler] },
  };
}

const askFirst = (signIns: readonly DirectorySignIn[]): DirectorySignIn => ({
  async prove(...attempt) {
    const [signIn] = signIns;
    if (signIn === undefined)
      throw unavailable(says('password.no-directory')`passwords of the directory can't be checked`);
    return signIn.prove(...attempt);
  },
});

export type PeopleFeature = ReturnType<typeof createPeopleFeature>;
