// Signing in with the password that the directory keeps.
import { randomUUID } from 'node:crypto';
import { isOver } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError, unauthenticated, unavailable } from '../../platform/errors.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { says } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import { isUsername } from '../people/index.ts';
import type { DirectoryAccounts, DirectorySignIn } from '../people/index.ts';
import type { DirectoryServers } from './connection.ts';
import { peopleBases } from './directory-settings.ts';
import { findPerson, findPersonById, isSearchableName } from './entries.ts';
import type { Person } from './entries.ts';

/** How many connections sign-ins may have; as many as may sign in at once wait for one. */
const connectionsMax = 20;
/** Sign-ins of one process that wait for a connection; more are answered 503. */
const waitingMax = 400;
/** For so long after it failed the directory is not asked again. */
const restMs = 3000;

export function createDirectorySignIn(deps: {
  clock: Clock;
  servers: DirectoryServers;
  accounts: DirectoryAccounts;
}): DirectorySignIn {
  const { clock, servers, accounts } = deps;
  const semaphore = createSemaphore({
    parallel: connectionsMax,
    maxWaiting: waitingMax,
    refuse: () => unavailable(says('sign-in.busy')`too many people are signing in; try again in a moment`),
  });
  let outage: { error: DomainError; untilMs: number } | undefined;
  const ask = (attempt: Attempt): Promise<Person | undefined> =>
    semaphore.run(async () => {
      if (outage !== undefined && !isOver(outage.untilMs, restMs, clock.nowMs())) throw outage.error;
      try {
        const person = await findProved(servers, attempt);
        outage = undefined;
        return person;
      } catch (error) {
        if (error instanceof DomainError) outage = { error, untilMs: clock.nowMs() + restMs };
        throw error;
      }
    });
  return {
    async prove(username, password, settings, ldapId) {
      if (!isSearchableName(username) || password === '') return undefined;
      const person = await ask({ username, password, settings, ldapId });
      if (person === undefined) return undefined;
      if (person.isDisabled) throw unauthenticated(says('account.disabled')`this account is disabled in the directory`);
      return accounts.admit(person, settings);
    },
  };
}

interface Attempt {
  username: string;
  password: string;
  settings: Settings;
  /** Of the account that has the name; empty where none has. */
  ldapId: string;
}

/** Throws unavailable where no server answers. */
const findProved = (
  servers: DirectoryServers,
  { username, password, settings, ldapId }: Attempt,
): Promise<Person | undefined> =>
  servers.run(settings, async (connection) => {
    const named = await findPerson(connection, settings, username);
    const linked =
      named === undefined && ldapId !== '' ? await findPersonById(connection, settings, ldapId) : undefined;
    const person = named ?? (linked !== undefined && !isUsername(linked.username) ? linked : undefined);
    // An unknown name costs a refused bind as well (spec ruling 14).
    const dn = person?.dn ?? `cn=${randomUUID()},${peopleBases(settings)[0]}`;
    return (await connection.proves(dn, password)) ? person : undefined;
  });
