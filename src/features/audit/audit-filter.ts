// What entries of the audit log can be looked for, in the query of a request.
import { isIP } from 'node:net';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { parseDate } from '../../platform/texts/dates.ts';
import { auditKinds } from './audit.kinds.ts';
import type { AuditFilter } from './audit.store.ts';

const idOf = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

/** Within what happened in one project. */
export const eventQuery = {
  kind: Type.Optional(Type.Enum(auditKinds, { description: 'What happened.' })),
  actor_id: idOf('Account that did it.'),
  user_id: idOf('Account that it was done to.'),
  from: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  until: Type.Optional(Type.String({ description: 'ISO 8601; without this moment.' })),
};
const EventQuery = Type.Object(eventQuery);

/** Addresses of people are for site administrators alone. */
export const siteEventQuery = {
  ...eventQuery,
  project_id: idOf('Project that it was done in.'),
  address: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'IP address that it was done from, as entries have it.' }),
  ),
};

/** Throws invalid for what is no date. */
export const readEventQuery = (query: Static<typeof EventQuery>): AuditFilter => ({
  kinds: query.kind === undefined ? undefined : [query.kind],
  actorId: query.actor_id,
  userId: query.user_id,
  fromMs: readDate(query.from, 'from'),
  untilMs: readDate(query.until, 'until'),
});

/** Throws invalid for what is none. */
export function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) > 0) return text;
  throw invalid(
    says('audit.address')`"${text}" is not a valid IP address; use a format such as 192.0.2.7 or 2001:db8::7`,
    'address',
  );
}

function readDate(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const read = parseDate(text);
  if (read === undefined)
    throw invalid(
      says('audit.date')`"${text}" is not a valid date; use a format such as 2026-02-28 or 2026-02-28T13:05:09Z`,
      path,
    );
  return read.ms;
}
