// Browser sessions: begun with a password, kept by a cookie, ended. credentials.ts verifies them.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Site } from '../../site/index.ts';
import { hashSecret } from '../credentials/credentials.ts';
import type { PasswordCheck } from '../credentials/password-check.ts';
import type { UserRow } from '../accounts/people.store.ts';
import {
  readSessionCookie,
  refuseOtherSites,
  removeSessionCookie,
  writeSessionCookie,
} from '../credentials/session-cookie.ts';
import { sessionEndMs, sessionLifetimeMs } from '../credentials/session.ts';
import { deleteSession, insertSession } from '../credentials/sessions.store.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';

export interface Session {
  user: UserRow;
  createdAtMs: number;
  /** Unless it is used before. */
  endsAtMs: number;
}

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
  /** Ends the session in use; gives the Set-Cookie header that takes the cookie away. Throws notFound as read does. */
  end(caller: Caller, request: RequestFacts): Promise<string>;
}

export function createSessions(database: Database, clock: Clock, passwordCheck: PasswordCheck): Sessions {
  const requireSession = (caller: Caller) => {
    requireUser(caller);
    if (caller.credential?.kind === 'session') return caller.credential;
    throw notFound('this request does not come with a session');
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
            await insertSession(tx, { hash: hashSecret(id), user_id: userId, ...times });
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
    async end(caller, request) {
      const { hash } = requireSession(caller);
      await database.transact(async (tx) => {
        await deleteSession(tx, hash);
        const facts = { userId: requireUser(caller).id, details: { sessions: 1 } };
        await recordAudit(tx, clock, { kind: 'credentials-revoked', by: actorOf(caller), ...facts });
      });
      return removeSessionCookie(request.isEncrypted);
    },
  };
}
