// Small texts that clients keep for a user by name, and the few of them that the server goes by.
import type { Database } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { defaultThemeVariant, listThemeVariants } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { requireOwn } from './own-account.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import type { Caller } from '../credentials/sign-in.ts';

export interface Preferences {
  /**
   * The caller's own preference, else its default, else false; the default too where what they chose may not be chosen
   * any more. Throws forbidden for somebody else's.
   */
  readPreference(caller: Caller, user: UserRow | undefined, name: string): Promise<string | false>;
  /** All of the caller's own, those that have a default among them; see readPreference. Throws forbidden for somebody else's. */
  listPreferences(caller: Caller, user: UserRow | undefined): Promise<{ key: string; value: string }[]>;
  /** false takes it back. Throws forbidden for somebody else's, invalid for a value that may not be chosen, or where there are too many. */
  savePreference(caller: Caller, user: UserRow | undefined, name: string, value: string | false): Promise<void>;
  /** The colour of web pages for the caller, who may be nobody. */
  readThemeVariant(caller: Caller): Promise<string>;
}

const what = 'preferences';
/** Preferences of one account; more are answered 400. */
const preferencesMax = 1000;
/** Names and values of one person's together: pages read all of them. */
const preferencesMaxBytes = 262_144;

interface KnownPreference {
  /** What the server does for those who prefer nothing. */
  fallback(settings: Settings): string;
  /** Allowed values; any where it is absent. */
  choices?(settings: Settings): readonly string[];
}

/** `1` or `0`: whether a person is mailed what they changed themselves. */
export const ownChangesPreference = 'user_notifications_own_actions_tracker';
/** `1` or `0`: whether a person is mailed when a text names them. */
export const mentionsPreference = 'user_notifications_mentions';
/** `1` or `0`: whether a person is mailed what happens to pull requests that concern them. */
export const pullRequestMailsPreference = 'user_notifications_pull_requests';
/** `html` or `text`. */
export const mailFormatPreference = 'user_tracker_mailformat';

/** `commonmark`, `html` or `text`: how a text is written of which nobody says how. */
export const textFormatPreference = 'user_edition_default_format';

const known: ReadonlyMap<string, KnownPreference> = new Map<string, KnownPreference>([
  [textFormatPreference, { fallback: () => 'commonmark' }],
  [ownChangesPreference, { fallback: () => '1', choices: () => ['1', '0'] }],
  [mentionsPreference, { fallback: () => '1', choices: () => ['1', '0'] }],
  [pullRequestMailsPreference, { fallback: () => '1', choices: () => ['1', '0'] }],
  [mailFormatPreference, { fallback: () => 'html', choices: () => ['html', 'text'] }],
  ['theme_variant', { fallback: defaultThemeVariant, choices: listThemeVariants }],
]);

const settle = ({ site }: Caller, name: string, stored: string | undefined): string | false => {
  const { fallback, choices } = known.get(name) ?? {};
  const isAllowed = stored !== undefined && (choices?.(site.settings).includes(stored) ?? true);
  return isAllowed ? stored : (fallback?.(site.settings) ?? false);
};

export function createPreferences(database: Database): Preferences {
  const read = async (caller: Caller, userId: number, name: string): Promise<string | false> =>
    settle(caller, name, await store.findPreference(database.read, userId, name));
  return {
    readPreference: async (caller, user, name) => read(caller, requireOwn(caller, user, what).id, name),
    async listPreferences(caller, user) {
      const rows = await store.listPreferences(database.read, requireOwn(caller, user, what).id);
      const stored = new Map(rows.map(({ name, value }) => [name, value]));
      return [...new Set([...known.keys(), ...stored.keys()])].sort().flatMap((key) => {
        const value = settle(caller, key, stored.get(key));
        return value === false ? [] : [{ key, value }];
      });
    },
    async savePreference(caller, user, name, value) {
      const { id } = requireOwn(caller, user, what);
      const choices = known.get(name)?.choices?.(caller.site.settings);
      if (value !== false && choices?.includes(value) === false) {
        throw invalid(
          says('preference.choice')`is ${JSON.stringify(value)}; use one of ${choices.join(', ')}`,
          'value',
        );
      }
      await database.transact(async (tx) => {
        if (value === false) return store.deletePreference(tx, id, name);
        const before = await store.measurePreferences(tx, id);
        await store.savePreference(tx, id, name, value);
        const { count, bytes } = await store.measurePreferences(tx, id);
        // Who has more from before may still make it less.
        if (bytes > preferencesMaxBytes && bytes > before.bytes)
          throw invalid(
            says(
              'preference.long',
            )`would increase your preferences to ${bytes} bytes; ${preferencesMaxBytes} are allowed`,
            'value',
          );
        if (count > preferencesMax) {
          throw invalid(says('preference.many')`would exceed the limit of ${preferencesMax} preferences`, 'key');
        }
      });
    },
    async readThemeVariant(caller) {
      const chosen = caller.user === undefined ? false : await read(caller, caller.user.id, 'theme_variant');
      return chosen === false ? defaultThemeVariant(caller.site.settings) : chosen;
    },
  };
}
