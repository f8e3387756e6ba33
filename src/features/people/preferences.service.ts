// Small texts that clients keep for a user by name.
import type { Database } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { requireOwn } from './own-account.ts';
import * as store from './people.store.ts';
import type { UserRow } from './people.store.ts';
import type { Caller } from './sign-in.ts';

export interface Preferences {
  /** The caller's own preference, else its default, else false; throws forbidden for somebody else's. */
  readPreference(caller: Caller, user: UserRow | undefined, name: string): Promise<string | false>;
  /** false takes it back. Throws forbidden for somebody else's, invalid where there are too many. */
  savePreference(caller: Caller, user: UserRow | undefined, name: string, value: string | false): Promise<void>;
}

const what = 'preferences';
const preferencesMax = 1000;

/** What the server does for those who prefer nothing. */
const defaults: ReadonlyMap<string, string> = new Map([['user_edition_default_format', 'commonmark']]);

export const createPreferences = (database: Database): Preferences => ({
  async readPreference(caller, user, name) {
    const { id } = requireOwn(caller, user, what);
    return (await store.findPreference(database.read, id, name)) ?? defaults.get(name) ?? false;
  },
  async savePreference(caller, user, name, value) {
    const { id } = requireOwn(caller, user, what);
    await database.transact(async (tx) => {
      if (value === false) return store.deletePreference(tx, id, name);
      await store.savePreference(tx, id, name, value);
      if ((await store.countPreferences(tx, id)) > preferencesMax) {
        throw invalid(`would be one too many; ${preferencesMax} are allowed`, 'key');
      }
    });
  },
});
