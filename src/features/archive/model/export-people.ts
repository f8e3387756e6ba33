// People as an export refers to them, and the users.xml that says who they are.
import type { Reader } from '../../../platform/database/index.ts';
import { listUsersByIds, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { UserReference } from './artifact-model.ts';
import type { ArchiveUser, RawBlock } from './archive-model.ts';
import { nobodyId } from './import-context.ts';
import { listNamedPeople } from './raw-block.ts';

export interface ExportPeople {
  /** Reads the accounts that `refer` will be asked for. */
  load(db: Reader, ids: Iterable<number>): Promise<void>;
  /** By LDAP id where there is one, else by user name; somebody without account by `email`. Accounts must be loaded. */
  refer(id: number, email?: string | null): UserReference;
  /** Counts people as referred to whom kept blocks name. */
  loadNamed(db: Reader, blocks: readonly RawBlock[]): Promise<void>;
  /** Everybody who was referred to, in order of id. */
  listMentioned(): ArchiveUser[];
}

const idsPerQuery = 1000;

const anonymous = (email: string): UserReference => ({ format: 'email', value: email, isAnonymous: true, line: 0 });
const byName = (value: string): UserReference => ({ format: 'username', value, isAnonymous: false, line: 0 });

const viewUser = (row: UserRow): ArchiveUser => ({
  id: row.id,
  username: row.username,
  realName: row.real_name,
  email: row.email,
  ldapId: row.ldap_id,
  line: 0,
});

/** An LDAP id that two accounts share names neither. */
export function createExportPeople(): ExportPeople {
  const known = new Map<number, ArchiveUser>();
  const ldapIds = new Set<string>();
  const mentioned = new Set<number>();
  const keep = (user: ArchiveUser): void => {
    const isDouble = user.ldapId !== '' && ldapIds.has(user.ldapId);
    ldapIds.add(user.ldapId);
    known.set(user.id, isDouble ? { ...user, ldapId: '' } : user);
  };
  return {
    async load(db, ids) {
      const wanted = [...new Set(ids)].filter((id) => id > 0 && id !== nobodyId && !known.has(id));
      for (let start = 0; start < wanted.length; start += idsPerQuery)
        for (const row of await listUsersByIds(db, wanted.slice(start, start + idsPerQuery))) keep(viewUser(row));
    },
    async loadNamed(db, blocks) {
      const names = { username: new Set<string>(), ldap: new Set<string>() };
      for (const { xml } of blocks)
        for (const { format, value } of listNamedPeople(xml)) if (format !== 'id') names[format].add(value);
      const rows = await listUsersByKeys(db, { usernames: [...names.username], emails: [], ldapIds: [...names.ldap] });
      for (const row of rows.filter(({ id }) => id !== nobodyId)) {
        if (!known.has(row.id)) keep(viewUser(row));
        mentioned.add(row.id);
      }
    },
    refer(id, email) {
      if (id === 0) return anonymous(email ?? '');
      const user = known.get(id);
      if (user === undefined) return byName('None');
      mentioned.add(id);
      return user.ldapId === '' ? byName(user.username) : { ...byName(user.ldapId), format: 'ldap' };
    },
    listMentioned: () => [...known.values()].filter((user) => mentioned.has(user.id)).sort((a, b) => a.id - b.id),
  };
}
