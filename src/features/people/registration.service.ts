// Accounts that people make for themselves.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { forbidden, rateLimited } from '../../platform/errors.ts';
import { countEvents } from '../audit/index.ts';
import { requireUnreservedName } from './account-facts.ts';
import { createAccountSaving } from './account-saving.ts';
import { readNewAccount } from './accounts.service.ts';
import type { Registration } from './people.schema.ts';
import type { UserRow } from './people.store.ts';
import { actorOf } from './sign-in.ts';
import type { Caller } from './sign-in.ts';

export interface Registrations {
  /**
   * Creates an account for whoever asks, pending where the site wants to look at it first. Throws forbidden where the
   * site does not offer it, rateLimited after several from one address, invalid for a weak password or a reserved name,
   * and as Accounts.create does.
   */
  register(caller: Caller, sent: Static<typeof Registration>): Promise<UserRow>;
}

/** How many accounts one address may register within an hour. */
const registrationsMax = 5;
const hourS = 3600;

export function createRegistrations(database: Database, clock: Clock): Registrations {
  const saving = createAccountSaving(database, clock);
  const requireFew = async (db: Reader, address: string): Promise<void> => {
    const fromMs = clock.nowMs() - hourS * 1000;
    const count = await countEvents(db, { kinds: ['account-created'], isByNobody: true, address, fromMs });
    if (count >= registrationsMax) throw rateLimited('too many accounts were registered from here; try later', hourS);
  };
  return {
    async register(caller, sent) {
      const { settings } = caller.site;
      if (!settings.sys_use_user_registration) throw forbidden('people can’t register here; ask an administrator');
      // Before the password is judged, which costs much more than asking.
      await requireFew(database.read, caller.address);
      const user = await readNewAccount(sent);
      requireUnreservedName(user.username);
      const status = settings.sys_user_approval ? 'P' : 'A';
      return saving.insert({ ...user, status }, actorOf(caller), (tx) => requireFew(tx, caller.address));
    },
  };
}
