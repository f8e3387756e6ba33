// Site-wide rights that are handed to single people.
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor, AuditKind } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import * as store from '../accounts/people.store.ts';

/** Rights that hold everywhere: of managing accounts, of seeing memberships, of managing projects, of reading everything, of seeing system events. */
export const delegationNames = [
  'user-management',
  'user-membership',
  'rest-project-management',
  'rest-read-only',
  'system-events',
] as const;

export interface Delegations {
  /** Throws invalid for an unknown right, notFound for an unknown user name. `by` is who the audit log names. */
  grantDelegation(name: string, username: string, by?: Actor): Promise<void>;
  /** Throws as grantDelegation. */
  revokeDelegation(name: string, username: string, by?: Actor): Promise<void>;
  /** By name of the right, then by user name. */
  listDelegations(): Promise<{ name: string; username: string; userId: number }[]>;
}

export function createDelegations(database: Database, clock: Clock): Delegations {
  const change = async (
    name: string,
    username: string,
    save: typeof store.insertDelegation,
    event: { kind: AuditKind; by: Actor },
  ): Promise<void> => {
    if (!delegationNames.some((known) => known === name)) {
      throw invalid(
        says('delegation.unknown')`"${name}" is not a delegation; use one of ${delegationNames.join(', ')}`,
      );
    }
    const user = await store.findUserByName(database.read, username);
    if (user === undefined) throw notFound(says('username.unknown')`there is no user "${username}"`);
    await database.transact(async (tx) => {
      await save(tx, user.id, name);
      await recordAudit(tx, clock, { ...event, userId: user.id, details: { right: name } });
      await bumpSiteVersion(tx);
    });
  };
  return {
    grantDelegation: (name, username, by = commandLine) =>
      change(name, username, store.insertDelegation, { kind: 'right-granted', by }),
    revokeDelegation: (name, username, by = commandLine) =>
      change(name, username, store.deleteDelegation, { kind: 'right-revoked', by }),
    listDelegations: () => store.listAllDelegations(database.read),
  };
}
