// Public keys by which SSH knows accounts: added, shown, removed, and whose they are.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Site } from '../../site/index.ts';
import { isUsableAccount } from '../accounts/account-state.ts';
import { findUser } from '../accounts/people.store.ts';
import type { LastUse } from '../credentials/last-use.ts';
import { isPasswordExpired } from '../credentials/password-check.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { fingerprintOf, readSshKey } from '../credentials/ssh-key.ts';
import { writeSshPass } from '../credentials/ssh-pass.ts';
import * as store from '../credentials/ssh-keys.store.ts';
import type { SshKeyRow } from '../credentials/ssh-keys.store.ts';
import { notifyOwner } from '../recovery/account-news.ts';
import type { SshKey } from './ssh-keys.schema.ts';

export interface SshKeys {
  /** Throws forbidden for an access key that may do less, invalid for what is no key or of a kind that is not taken, conflict for one that an account has already. */
  add(caller: Caller, line: string): Promise<Static<typeof SshKey>>;
  /** Oldest first. Throws forbidden for the keys of others, unless a site administrator asks. */
  list(caller: Caller, userId: number): Promise<Static<typeof SshKey>[]>;
  /** Throws notFound for a key that the caller does not have. */
  remove(caller: Caller, id: number): Promise<void>;
  /** Id of the key with these bytes, in base64; undefined where nobody has it. */
  find(blob: string): Promise<number | undefined>;
  /**
   * Id of the account that the key proves now, read through `db`; undefined for one that is gone, or whose account may not act,
   * also because its password is too old.
   */
  prove(db: Reader, id: number, site: Site): Promise<number | undefined>;
  /** What proves the key's owner to HTTP for `passMinutes`, as a password, where large files of repositories are read or, by `mayWrite`, sent. */
  writePass(id: number, mayWrite: boolean): string;
  /** Notes that a key was used. */
  noteUse(id: number): Promise<void>;
}

/** SSH keys that one account may have; more are answered 409. */
const keysPerAccountMax = 50;

/** How long what is given to clients over SSH is good over HTTP. */
export const passMinutes = 60;

interface Needs {
  database: Database;
  clock: Clock;
  lastUse: LastUse;
  /** Of the install. */
  secret: string;
}

export function createSshKeys({ database, clock, lastUse, secret }: Needs): SshKeys {
  return {
    async add(caller, line) {
      const user = requireUser(caller);
      requireNoMore(caller);
      const { type, blob, comment, fingerprint } = readSshKey(line);
      const key = { user_id: user.id, type, blob, comment, fingerprint, created_at_ms: clock.nowMs() };
      return database.transact(async (tx) => {
        if ((await store.listSshKeys(tx, user.id)).length >= keysPerAccountMax)
          throw conflict(
            says(
              'ssh-key.many',
            )`an account can have at most ${keysPerAccountMax} keys; remove one that is no longer used`,
          );
        const row = await store.insertSshKey(tx, key).catch((error: unknown) => {
          throw mapConstraint(error, { 'ssh_keys.fingerprint': 'an account has this key already' });
        });
        const event = {
          kind: 'ssh-key-added',
          by: actorOf(caller),
          userId: user.id,
          details: { key: row.id, fingerprint },
        } as const;
        await recordAudit(tx, clock, event);
        const news = { kind: 'key-made', what: 'ssh', name: comment || fingerprint, address: caller.address } as const;
        await notifyOwner(tx, user, news, { settings: caller.site.settings, nowMs: clock.nowMs() });
        return viewKey(row);
      });
    },
    async list(caller, userId) {
      if (requireUser(caller).id !== userId && !caller.isSuperUser)
        throw forbidden(says('ssh-key.own')`you can only see and change your own SSH keys`);
      return (await store.listSshKeys(database.read, userId)).map(viewKey);
    },
    async remove(caller, id) {
      const user = requireUser(caller);
      await database.transact(async (tx) => {
        const gone = await store.deleteSshKey(tx, user.id, id);
        if (gone === undefined)
          throw notFound(says('ssh-key.unknown')`this SSH key does not exist, or it is not yours`);
        const details = { key: id, fingerprint: gone.fingerprint };
        await recordAudit(tx, clock, { kind: 'ssh-key-removed', by: actorOf(caller), userId: user.id, details });
      });
    },
    find: async (blob) => (await store.findSshKeyByFingerprint(database.read, fingerprintOf(blob)))?.id,
    async prove(db, id, { settings }) {
      const key = await store.findSshKey(db, id);
      const user = key === undefined ? undefined : await findUser(db, key.user_id);
      const mayAct = user !== undefined && isUsableAccount(user) && !isPasswordExpired(user, settings, clock.nowMs());
      return mayAct ? user.id : undefined;
    },
    writePass: (keyId, mayWrite) =>
      writeSshPass(secret, { keyId, mayWrite, endsAtMs: clock.nowMs() + passMinutes * 60_000 }),
    async noteUse(id) {
      const key = await store.findSshKey(database.read, id);
      if (key === undefined) return;
      lastUse.note(`SSH key ${id}`, key.last_used_at_ms, (tx) => store.touchSshKey(tx, id, clock.nowMs()));
    },
  };
}

/** A key of SSH has no end and pushes; so does an access key that may add one. */
function requireNoMore({ credential }: Caller): void {
  if (credential?.kind !== 'access-key') return;
  if (credential.endsAtMs !== null || !credential.scopes.includes('write:git_repository'))
    throw forbidden(says('ssh-key.by-key')`an access key that expires or can't push can't add SSH keys; sign in`);
}

const viewKey = (row: SshKeyRow): Static<typeof SshKey> => ({
  id: row.id,
  type: row.type,
  fingerprint: row.fingerprint,
  comment: row.comment,
  creation_date: formatIso(row.created_at_ms),
  last_used_on: row.last_used_at_ms === null ? null : formatIso(row.last_used_at_ms),
});
