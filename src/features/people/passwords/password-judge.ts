// Who judges a password: Tepal by what it stores, or the organisation's directory where the settings name one.
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createCache } from '../../../platform/cache/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Settings } from '../../../settings/index.ts';
import { isJudgedByDirectory } from '../accounts/account-state.ts';
import { createKnownPasswords, createPasswordVerifier, passwordLengthMax } from './passwords.ts';
import { findUser, findUserByName } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';

/** Asks the directory; given by the feature that knows it. */
export interface DirectorySignIn {
  /**
   * The account of the person whom name and password prove, linked or made where there was none; undefined for a wrong pair. `ldapId`
   * is the identity that the account of this name is linked to, empty for none: whose name in the directory no account may have signs in
   * by that of the account, too. Throws unauthenticated for a person who may not come in, and unavailable where the directory does not answer.
   */
  prove(username: string, password: string, settings: Settings, ldapId: string): Promise<UserRow | undefined>;
}

export interface PasswordResult {
  /** Whom the pair proves; for a wrong one whose name it is. */
  user: UserRow | undefined;
  matches: boolean;
  /** False when a remembered success answered. */
  isFresh: boolean;
  /** Whether the directory said so. */
  isByDirectory: boolean;
  /**
   * Why the directory said nothing of the password: unavailable, then only what Tepal stores was looked at; or
   * unauthenticated, for a person whose password is right and who may not come in.
   */
  refusal?: DomainError;
}

interface JudgedAttempt {
  username: string;
  password: string;
  /** Basic credentials come with every request. */
  method: string;
  settings: Settings;
}

export interface PasswordJudge {
  /** Throws unavailable when very many wait, and as DirectorySignIn.prove but for what the verdict tells. */
  judge(attempt: JudgedAttempt): Promise<PasswordResult>;
}

/** For so long at most the directory is not asked again about Basic credentials that it found right. */
const rememberedMs = 5 * 60 * 1000;

/**
 * Accounts that are linked to the directory are judged by it; by what Tepal stores only while it does not answer. Of all
 * others, what Tepal stores counts first.
 */
export function createPasswordJudge(database: Database, clock: Clock, directory: DirectorySignIn): PasswordJudge {
  const verifier = createPasswordVerifier();
  const proved = createKnownPasswords();
  /** What is remembered ends with the stretch of time that is part of it. */
  const stretch = (): number => Math.floor(clock.nowMs() / rememberedMs);
  const provedOf = (user: UserRow): string => `${user.id} ${user.ldap_id} ${stretch()}`;
  /** Whose names in the directory are no account's, by names as they were typed. */
  const aliases = createCache<string, { userId: number; stretch: number }>({
    name: 'directory_names',
    maxBytes: 262_144,
    sizeOf: () => 50,
  });
  /** Whom the directory lately found under a name that no account has. */
  const findByAlias = async (username: string, settings: Settings): Promise<UserRow | undefined> => {
    const known = aliases.get(username);
    if (known?.stretch !== stretch()) return undefined;
    const user = await findUser(database.read, known.userId);
    return user !== undefined && isJudgedByDirectory(user, settings) ? user : undefined;
  };
  return {
    async judge({ username, password, method, settings }) {
      const named = await findUserByName(database.read, username);
      const user = named ?? (await findByAlias(username, settings));
      const isLinked = user !== undefined && isJudgedByDirectory(user, settings);
      if (method === 'basic' && isLinked && proved.has(provedOf(user), password))
        return { user, matches: true, isFresh: false, isByDirectory: true };
      const { matches, isHashed } = await verifier.verify(user, password);
      const own: PasswordResult = { user, matches, isFresh: isHashed, isByDirectory: false };
      const isAsked = settings.sys_auth_type === 'ldap' && password.length <= passwordLengthMax;
      if (!isAsked || (matches && !isLinked)) return own;
      try {
        const person = await directory.prove(username, password, settings, named?.ldap_id ?? '');
        if (person === undefined) return { ...own, matches: false };
        proved.add(provedOf(person), password);
        if (named === undefined) aliases.set(username, { userId: person.id, stretch: stretch() });
        return { user: person, matches: true, isFresh: true, isByDirectory: true };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error.kind === 'unavailable') return matches ? own : { ...own, refusal: error };
        if (error.kind === 'unauthenticated') return { ...own, matches: false, refusal: error };
        throw error;
      }
    },
  };
}
