// When and from where somebody signed in, or tried to: read from the audit log.
import type { Static } from 'typebox';
import { forbidden, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Audit } from '../audit/index.ts';
import type { People } from './people.service.ts';
import type { Caller } from './credentials/sign-in.ts';
import type { SignInEvent } from './sign-in-history.schema.ts';

export interface SignInHistory {
  /** Of an account by id or `self`, newest first; throws notFound, invalid, and forbidden unless it is the caller's own or the caller administers the site. */
  list(
    caller: Caller,
    idText: string,
    page: { limit: number; offset: number },
  ): Promise<{ events: Static<typeof SignInEvent>[]; size: number }>;
}

const results = { 'sign-in': 'success', 'sign-in-failed': 'failure', 'sign-in-slowed': 'slowed' } as const;
const kinds = ['sign-in', 'sign-in-failed', 'sign-in-slowed'] as const;

export function createSignInHistory(audit: Audit, people: Pick<People, 'resolve'>): SignInHistory {
  return {
    async list(caller, idText, page) {
      const user = await people.resolve(caller, idText);
      if (user?.id !== caller.user?.id && !caller.isSuperUser)
        throw forbidden(says('sign-in.own')`you can only see your own sign-ins`);
      if (user === undefined) throw notFound(says('user.unknown')`this user does not exist`);
      const { events, size } = await audit.listAll({ kinds, userId: user.id }, page);
      const shown = events.map(({ date, kind, actor, details }) => ({
        date,
        result: results[kinds.find((known) => known === kind) ?? 'sign-in'],
        address: actor.address,
        method: String(details['method'] ?? ''),
        user_agent: String(details['user_agent'] ?? ''),
      }));
      return { events: shown, size };
    },
  };
}
