// Browser sessions: begun with a password, kept by a cookie, ended. credentials.ts verifies them.
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Site } from '../../site/index.ts';
import { hashSecret } from '../credentials/credentials.ts';
import type { PasswordCheck } from '../credentials/password-check.ts';
import { findUser } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { managesAccounts, requireBelow } from '../credentials/managed-accounts.ts';
import {
  readSessionCookie,
  refuseOtherSites,
  removeSessionCookie,
  writeSessionCookie,
} from '../credentials/session-cookie.ts';
import { sessionEndMs, sessionLifetimeMs } from '../credentials/session.ts';
import { deleteSession, findSession, insertSession, listSessions } from '../credentials/sessions.store.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';

export interface Session {
  user: UserRow;
  createdAtMs: number;
  /** Unless it is used before. */
  endsAtMs: number;
}

/** One of a person's sessions, as they tell it from their others. */
export interface OwnSession {
  /** Names it to its owner; nobody can use the session by it. */
  id: string;
  address: string;
  agent: string;
  createdAtMs: number;
  lastUsedAtMs: number;
  isCurrent: boolean;
}

/** Of what a browser says of itself, so many characters are kept. */
const agentMaxLength = 300;

const idOf = (secretHash: Uint8Array): string => hash('sha256', secretHash, 'hex').slice(0, 16);

export interface Sessions {
  /**
   * Begins a session under a new id and ends the one that the request came with; `cookie` is the Set-Cookie header. Throws
   * forbidden for a request from another site's page, and as PasswordCheck.check does.
   */
  begin(
    site: Site,
    username: string,
    password: string,
    request: RequestFacts,
  ): Promise<{ session: Session; cookie: string }>;
  /** The session in use; throws notFound when the caller came with other credentials. */
  read(caller: Caller): Session;
  /**
   * 32 bytes as base64, by which pages seal what a browser keeps of the caller; the same in all their sessions. Throws notFound when
   * the caller came with other credentials.
   */
  storageKey(caller: Caller): string;
  /** The caller's sessions that have not ended, used last first. */
  list(caller: Caller): Promise<OwnSession[]>;
  /** Ends one of the caller's sessions, which may be the one in use. Throws notFound for what is none of theirs. */
  endOne(caller: Caller, id: string): Promise<void>;
  /** Ends the caller's sessions but the one in use; gives how many there were. */
  endOthers(caller: Caller): Promise<number>;
  /** As `list`, of an account that the caller manages. Throws forbidden for others, notFound for an unknown id. */
  listOf(caller: Caller, userId: number): Promise<OwnSession[]>;
  /** Ends all sessions of an account that the caller manages; gives how many there were. Throws as `listOf`. */
  endAllOf(caller: Caller, userId: number): Promise<number>;
  /**
   * Ends the session that the request came with, also where other credentials prove its caller, as a browser may send them beside
   * the cookie; gives the Set-Cookie header that takes the cookie away. Throws notFound where there is none, forbidden for a
   * request from another site's page.
   */
  end(caller: Caller, request: RequestFacts): Promise<string>;
}

const noSession = () => notFound(says('session.none')`this request has no session`);

interface SessionDeps {
  database: Database;
  clock: Clock;
  passwordCheck: PasswordCheck;
  /** Of the install. */
  secret: string;
}

export function createSessions({ database, clock, passwordCheck, secret }: SessionDeps): Sessions {
  const requireSession = (caller: Caller) => {
    requireUser(caller);
    if (caller.credential?.kind === 'session') return caller.credential;
    throw noSession();
  };
  const findOpen = async (caller: Caller, request: RequestFacts): Promise<{ hash: Uint8Array; userId: number }> => {
    const { credential } = caller;
    if (credential?.kind === 'session') return { hash: credential.hash, userId: requireUser(caller).id };
    const id = readSessionCookie(request);
    const row = id === undefined ? undefined : await findSession(database.read, hashSecret(id));
    if (row === undefined) throw noSession();
    refuseOtherSites(request, caller.site.settings);
    return { hash: row.hash, userId: row.user_id };
  };
  return {
    async begin({ settings }, username, password, request) {
      refuseOtherSites(request, settings);
      const id = randomBytes(32).toString('hex');
      const nowMs = clock.nowMs();
      const earlier = readSessionCookie(request);
      const times = { created_at_ms: nowMs, last_used_at_ms: nowMs };
      const user = await passwordCheck.check(
        { username, password, method: 'session', request, settings },
        {
          async onSuccess(tx, { id: userId }) {
            if (earlier !== undefined) await deleteSession(tx, hashSecret(earlier));
            const agent = (request.headers['user-agent']?.toString() ?? '').slice(0, agentMaxLength);
            const place = { address: request.address, agent };
            await insertSession(tx, { hash: hashSecret(id), user_id: userId, ...times, ...place });
          },
        },
      );
      const cookie = writeSessionCookie(request.isEncrypted, id, sessionLifetimeMs(settings) / 1000);
      return { session: { user, createdAtMs: nowMs, endsAtMs: sessionEndMs(times, settings) }, cookie };
    },
    read(caller) {
      const { createdAtMs, endsAtMs } = requireSession(caller);
      return { user: requireUser(caller), createdAtMs, endsAtMs };
    },
    storageKey(caller) {
      requireSession(caller);
      return createHmac('sha256', secret)
        .update(`tepal browser storage 1 ${requireUser(caller).id}`)
        .digest('base64');
    },
    ...createOwnSessions(database, clock),
    async end(caller, request) {
      const session = await findOpen(caller, request);
      await database.transact(async (tx) => {
        await deleteSession(tx, session.hash);
        const facts = { userId: session.userId, details: { sessions: 1 } };
        await recordAudit(tx, clock, { kind: 'credentials-revoked', by: actorOf(caller), ...facts });
      });
      return removeSessionCookie(request.isEncrypted);
    },
  };
}

/** Sessions as their person manages them, and whoever manages accounts. */
function createOwnSessions(
  database: Database,
  clock: Clock,
): Pick<Sessions, 'list' | 'endOne' | 'endOthers' | 'listOf' | 'endAllOf'> {
  const endAll = (caller: Caller, userId: number, isEnded: (hash: Uint8Array) => boolean): Promise<number> =>
    database.transact(async (tx) => {
      const ended = (await listSessions(tx, userId)).filter(({ hash }) => isEnded(hash));
      for (const { hash } of ended) await deleteSession(tx, hash);
      if (ended.length > 0) {
        const facts = { userId, details: { sessions: ended.length } };
        await recordAudit(tx, clock, { kind: 'credentials-revoked', by: actorOf(caller), ...facts });
      }
      return ended.length;
    });
  const list = async (caller: Caller, userId: number): Promise<OwnSession[]> => {
    const current = currentOf(caller);
    const nowMs = clock.nowMs();
    return (await listSessions(database.read, userId))
      .filter((session) => sessionEndMs(session, caller.site.settings) > nowMs)
      .map((session) => ({
        id: idOf(session.hash),
        address: session.address,
        agent: session.agent,
        createdAtMs: session.created_at_ms,
        lastUsedAtMs: session.last_used_at_ms,
        isCurrent: idOf(session.hash) === current,
      }));
  };
  const requireManaged = async (caller: Caller, userId: number): Promise<void> => {
    if (!managesAccounts(caller))
      throw forbidden(says('session.admin-only')`only account managers can see and end the sessions of other users`);
    const user = await findUser(database.read, userId);
    if (user === undefined) throw notFound(says('user.missing')`there is no user ${userId}`);
    await requireBelow(database.read, caller, user);
  };
  return {
    list: (caller) => list(caller, requireUser(caller).id),
    async endOne(caller, id) {
      const { id: userId } = requireUser(caller);
      if ((await endAll(caller, userId, (hash) => idOf(hash) === id)) === 0)
        throw notFound(says('session.unknown')`this session does not exist, or it is not yours`);
    },
    async endOthers(caller) {
      const current = currentOf(caller);
      return endAll(caller, requireUser(caller).id, (hash) => idOf(hash) !== current);
    },
    async listOf(caller, userId) {
      await requireManaged(caller, userId);
      return list(caller, userId);
    },
    async endAllOf(caller, userId) {
      await requireManaged(caller, userId);
      return endAll(caller, userId, () => true);
    },
  };
}

/** The id of the session that the request came with. */
const currentOf = ({ credential }: Caller): string | undefined =>
  credential?.kind === 'session' ? idOf(credential.hash) : undefined;
