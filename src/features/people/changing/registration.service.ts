// Accounts that people make for themselves.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { createRateLimiter } from '../../../platform/concurrency/rate-limiter.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import { DomainError, forbidden, rateLimited } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { countEvents, recordAudit } from '../../audit/index.ts';
import { isReservedName, isUsername, requireUnreservedName } from '../accounts/account-facts.ts';
import { createAccountSaving } from './account-saving.ts';
import { readNewAccount } from './accounts.service.ts';
import type { Registration } from '../accounts/people.schema.ts';
import { findUser, findUserByName } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { nameCheckBounds, requireFewAsks } from '../credentials/ask-bounds.ts';
import { actorOf } from '../credentials/sign-in.ts';
import { askForConfirmation } from '../recovery/email-change.service.ts';
import type { Caller } from '../credentials/sign-in.ts';

export interface Registrations {
  /**
   * Creates an account for whoever asks, pending where the site wants to look at it first. Throws forbidden where the
   * site does not offer it, rateLimited after several, made or refused, from one address, invalid for a weak password or a reserved name,
   * unavailable where very many others register at the same time, and as Accounts.create does.
   */
  register(caller: Caller, sent: Static<typeof Registration>): Promise<UserRow>;
  /**
   * Why nobody can register under a user name; undefined where somebody can. It tells what a registration tells anyway. Throws
   * forbidden where the site does not offer registration, rateLimited after many questions from one address.
   */
  checkName(
    caller: Caller,
    sent: Invited & { username: string },
  ): Promise<'malformed' | 'reserved' | 'taken' | undefined>;
}

/** How many accounts one address may register within an hour. */
const registrationsMax = 5;
/** How many attempts may fail: each costs work, and tells whether a name is taken. */
const refusalsMax = 20;
const hourS = 3600;
/** How soon one registration begins after another: each has everybody's rights looked up anew. */
const leastIntervalMs = 50;
/** Registrations that wait for that. */
const waitingMax = 100;

function requireOpen({ site: { settings } }: Caller, isAdmitted: boolean): void {
  if (!settings.sys_use_user_registration && !isAdmitted)
    throw forbidden(
      says('registration.off')`registration is turned off on this site; ask an administrator for an account`,
    );
}

/** Who registers with an invitation; `email` is absent before it is typed. */
interface Invited {
  invitation?: string | undefined;
  email?: string | undefined;
}

/** What another feature adds to registrations. */
export interface RegistrationStep {
  /** Whether an administrator wants this person here: then registration may be closed, and nobody has to approve. */
  admits(db: Reader, sent: Invited): Promise<boolean>;
  /** What else belongs to an account that somebody made, inside its transaction. */
  follow(tx: Writer, user: UserRow, sent: Static<typeof Registration>): Promise<void>;
}

export function createRegistrations(
  database: Database,
  clock: Clock,
  steps: Pick<ExtensionPoint<RegistrationStep>, 'list'>,
): Registrations {
  const saving = createAccountSaving(database, clock);
  const awaitStart = createRateLimiter(leastIntervalMs, waitingMax);
  const requireFew = async (db: Reader, address: string): Promise<void> => {
    const recent = { isByNobody: true, address, fromMs: clock.nowMs() - hourS * 1000 } as const;
    const created = await countEvents(db, { ...recent, kinds: ['account-created'] });
    const refused = await countEvents(db, { ...recent, kinds: ['registration-refused'] });
    if (created >= registrationsMax || refused >= refusalsMax)
      throw rateLimited(says('registration.often')`too many registrations from your network; try again later`, hourS);
  };
  const recordRefusal = (caller: Caller, reason: string): Promise<void> =>
    database.transact((tx) =>
      recordAudit(tx, clock, { kind: 'registration-refused', by: actorOf(caller), details: { reason } }),
    );
  const isAdmitted = async (db: Reader, sent: Invited): Promise<boolean> => {
    for (const step of steps.list()) if (await step.admits(db, sent)) return true;
    return false;
  };
  return {
    async checkName(caller, { username, ...sent }) {
      requireOpen(caller, await isAdmitted(database.read, sent));
      if (!isUsername(username)) return 'malformed';
      if (isReservedName(username)) return 'reserved';
      await database.transact((tx) => requireFewAsks(tx, nameCheckBounds(caller.address), clock.nowMs()));
      return (await findUserByName(database.read, username)) === undefined ? undefined : 'taken';
    },
    async register(caller, sent) {
      const { settings } = caller.site;
      const admitted = await isAdmitted(database.read, sent);
      requireOpen(caller, admitted);
      // Before the password is judged, which costs much more than asking.
      await requireFew(database.read, caller.address);
      try {
        const user = await readNewAccount(sent);
        requireUnreservedName(user.username);
        await awaitStart();
        const status = settings.sys_user_approval && !admitted ? 'P' : 'A';
        return await saving.insert({ ...user, status, isEmailProven: false }, actorOf(caller), {
          async check(tx) {
            await requireFew(tx, caller.address);
            // Another registration may have used the invitation meanwhile.
            if (admitted && !(await isAdmitted(tx, sent))) throw new VersionConflictError();
          },
          async follow(tx, made) {
            for (const step of steps.list()) await step.follow(tx, made, sent);
            const isProven = (await findUser(tx, made.id))?.is_email_proven === 1;
            if (!isProven) await askForConfirmation(tx, made, { settings, nowMs: clock.nowMs() });
          },
        });
      } catch (error) {
        const isRefused = error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'conflict');
        if (isRefused) await recordRefusal(caller, error.path ?? error.kind);
        throw error;
      }
    },
  };
}
