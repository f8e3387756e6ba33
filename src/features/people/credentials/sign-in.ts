// Who is calling and what is delegated to them; tokens that are issued and revoked.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { unauthenticated } from '../../../platform/errors.ts';
import type { Access, RequestFacts } from '../../../platform/http/index.ts';
import { createCache } from '../../../platform/cache/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import type { Site, SiteService } from '../../site/index.ts';
import { isUsableAccount } from '../accounts/account-state.ts';
import { hashSecret } from './credentials.ts';
import type { Credential, Credentials, Proof } from './credentials.ts';
import type { PasswordCheck } from './password-check.ts';
import { deleteTokens, findUser, insertToken, listDelegations } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';

/** The one who sends a request. */
export interface Caller {
  /** undefined: anonymous. */
  user: UserRow | undefined;
  site: Site;
  /** Site administrator, or a read-only one while reading: sees everything. */
  isSuperUser: boolean;
  /** Delegated rights by name, such as `user-management`. */
  delegations: ReadonlySet<string>;
  /** Of the peer, or of the client that a trusted proxy names. */
  address: string;
  /** What proved the user; undefined for nobody. */
  credential: Credential | undefined;
  /**
   * Until when all of this stays true where nothing is committed, in milliseconds since the epoch; undefined where it has to be
   * found out anew for each request.
   */
  validUntilMs: number | undefined;
  /** The program that acts for the user, where it said that it is an agent; a name to show. */
  agent?: string;
}

/** The caller as the audit log names them. */
export const actorOf = ({ user, address }: Caller): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? 'anonymous',
  address,
});

/** The caller's account; throws unauthenticated for nobody. */
export function requireUser({ user }: Caller): UserRow {
  if (user === undefined) throw unauthenticated(says('sign-in.first')`you must sign in to do this`);
  return user;
}

export interface SignIn {
  /** Throws as Credentials.find does, and unauthenticated where somebody is needed and nobody came. */
  identify(request: RequestFacts, access: Access, site: Site): Promise<Caller>;
  /**
   * An account that acts without a request of its own, such as whoever made a commit; undefined for one that is unknown or
   * may not act.
   */
  describeAbsent(userId: number, site: Site): Promise<Caller | undefined>;
  /** A new token for a name and password; throws as PasswordCheck.check does. */
  createToken(
    site: Site,
    username: string,
    password: string,
    request: RequestFacts,
  ): Promise<{ userId: number; token: string }>;
  /** Revokes one of the caller's tokens, or all; gives how many there were. Throws unauthenticated for nobody. */
  revokeTokens(caller: Caller, token?: string): Promise<number>;
}

const noDelegations: ReadonlySet<string> = new Set();

const waysIn = says(
  'session.sign-in',
)`sign in: send X-Auth-Token with X-Auth-UserId, X-Auth-AccessKey, or Basic authentication`;

export function createSignIn(deps: {
  database: Database;
  clock: Clock;
  siteService: SiteService;
  credentials: Credentials;
  passwordCheck: PasswordCheck;
}): SignIn {
  const { database, clock, siteService, credentials, passwordCheck } = deps;
  const delegationsByUser = createCache<number, ReadonlySet<string>>({
    name: 'delegations',
    maxBytes: 2_097_152,
    sizeOf: (names) => 100 + 50 * names.size,
  });

  async function describeCaller(
    { user, credential, validUntilMs }: Partial<Proof> & { user: UserRow },
    site: Site,
    { method, address }: Pick<RequestFacts, 'method' | 'address'>,
  ): Promise<Caller> {
    const delegations = await delegationsByUser.load(
      user.id,
      site.version,
      async () => new Set(await listDelegations(database.readFirst, user.id)),
    );
    const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const isSuperUser = user.is_site_admin === 1 || (isReading && delegations.has('rest-read-only'));
    return { user, site, isSuperUser, delegations, address, credential, validUntilMs };
  }

  return {
    async identify(request, access, site) {
      const proof = await (access === 'public'
        ? siteService.requireCurrent(site.version)
        : credentials.find(request, site));
      if (proof !== undefined) return describeCaller(proof, site, request);
      const admitsAnonymous = access === 'optional' && site.settings.access_mode === 'anonymous';
      if (access !== 'public' && !admitsAnonymous) {
        throw unauthenticated(waysIn);
      }
      const nobody = { user: undefined, isSuperUser: false, delegations: noDelegations, credential: undefined };
      return { ...nobody, site, address: request.address, validUntilMs: Infinity };
    },
    async describeAbsent(userId, site) {
      const user = await findUser(database.readFirst, userId);
      if (user === undefined || !isUsableAccount(user)) return undefined;
      return describeCaller({ user }, site, { method: 'POST', address: '' });
    },
    async createToken({ settings }, username, password, request) {
      const token = randomBytes(32).toString('hex');
      const user = await passwordCheck.check(
        { username, password, method: 'token', request, settings },
        {
          async onSuccess(tx, { id: userId }) {
            await insertToken(tx, { hash: hashSecret(token), user_id: userId, created_at_ms: clock.nowMs() });
          },
        },
      );
      return { userId: user.id, token };
    },
    async revokeTokens(caller, token) {
      const userId = requireUser(caller).id;
      return database.transact(async (tx) => {
        const count = await deleteTokens(tx, userId, token === undefined ? undefined : hashSecret(token));
        const event = { kind: 'credentials-revoked', by: actorOf(caller), userId, details: { tokens: count } } as const;
        if (count > 0) await recordAudit(tx, clock, event);
        return count;
      });
    },
  };
}
