// Settings as site administrators see and change them over REST.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import {
  describeSettings,
  formatValue,
  parseSetting,
  requireLive,
  requireSettingName,
  SettingsError,
  variableOf,
} from '../../settings/index.ts';
import type { LoadedSettings, SettingChange, SettingDescription } from '../../settings/index.ts';
import { requireKnownSiteAdmin } from '../audit/index.ts';
import type { LiveSettings } from './live-settings.service.ts';
import type { Setting, SettingsChange, SettingsList } from './settings.schema.ts';
import { listLiveSettings } from './site.store.ts';

/** What must be known of whoever asks. */
export interface Administrator {
  user: { id: number; username: string } | undefined;
  isSuperUser: boolean;
  address: string;
}

export interface SettingsAdministration {
  /** All settings; throws unauthenticated for nobody and forbidden for who is no site administrator. */
  readSettings(viewer: Administrator): Promise<Static<typeof SettingsList>>;
  /**
   * Changes live settings, or puts them back to their defaults, all or none, and gives all settings as they are then. Throws as `readSettings`, invalid for a
   * name, a value or a setting that can't be changed here, and conflict for one that the environment overrides or files
   * that can't be read.
   */
  writeSettings(viewer: Administrator, sent: Static<typeof SettingsChange>): Promise<Static<typeof SettingsList>>;
}

export function createSettingsAdministration(
  database: Database,
  loaded: LoadedSettings,
  { changeSettings }: LiveSettings,
): SettingsAdministration {
  const describe = async (): Promise<SettingDescription[]> =>
    describeSettings(loaded, await listLiveSettings(database.read), true);
  const list = async (): Promise<Static<typeof SettingsList>> => ({ settings: (await describe()).map(viewSetting) });
  return {
    async readSettings(viewer) {
      requireKnownSiteAdmin(viewer, using);
      return list();
    },
    async writeSettings(viewer, { settings }) {
      const { id, username } = requireKnownSiteAdmin(viewer, using);
      const changes = readChanges(await describe(), settings);
      if (changes.length > 0) {
        const by = { userId: id, name: username, address: viewer.address };
        await asConflict(() => changeSettings(changes, by));
      }
      return list();
    },
  };
}

const using = 'see and change settings';

const viewSetting = ({ value, choices, live, secret, ...facts }: SettingDescription): Static<typeof Setting> => ({
  ...facts,
  choices: [...choices],
  ...(secret ? {} : { value }),
  is_live: live,
  is_secret: secret,
});

type SentSettings = Static<typeof SettingsChange>['settings'];

function readChanges(present: readonly SettingDescription[], sent: SentSettings): SettingChange[] {
  const changes: SettingChange[] = [];
  const named = new Set<string>();
  for (const [index, { name: sentName, value }] of sent.entries()) {
    const path = `settings[${index}]`;
    const name = asInvalid(`${path}.name`, () => requireSettingName(sentName));
    if (named.has(name)) throw invalid(says('setting.twice')`contains ${name} twice`, `${path}.name`);
    named.add(name);
    if (value === undefined) continue;
    const text = value === null ? undefined : asInvalid(`${path}.value`, () => formatValue(parseSetting(name, value)));
    const current = present.find((setting) => setting.name === name);
    if (text === undefined ? current?.source === 'default' : current?.value === text) continue;
    asInvalid(`${path}.name`, () => requireLive(name));
    if (current?.source === 'environment') {
      throw conflict(
        says(
          'setting.environment',
        )`the setting ${name} is set by the environment variable ${variableOf(name)}; change or remove the variable, then restart`,
      );
    }
    changes.push({ name, text });
  }
  return changes;
}

/** Runs `read`, whose refusal is about a part of the request. */
function asInvalid<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingsError ? invalid(error.sentence, path) : error;
  }
}

/** Runs `change`, whose refusal is about the state of the files. */
async function asConflict(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { sentence } = error;
    throw conflict(typeof sentence === 'string' ? says('setting.files')`settings files: ${sentence}` : sentence, error);
  }
}
