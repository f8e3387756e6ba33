// Settings as site administrators see and change them over REST.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import {
  describeSettings,
  formatValue,
  parseSetting,
  requireSettable,
  requireSettingName,
  SettingsError,
  variableOf,
} from '../../settings/index.ts';
import type { LoadedSettings, SettingChange, SettingDescription } from '../../settings/index.ts';
import { requireKnownSiteAdmin } from '../audit/index.ts';
import type { Administrator } from './administrator.ts';
import type { LiveSettings } from './live-settings.service.ts';
import type { NextStart, Restarts } from './restart.service.ts';
import type { Setting, SettingsChange, SettingsList } from './settings.schema.ts';
import { listLiveSettings } from './site.store.ts';

export interface SettingsAdministration {
  /** All settings; throws unauthenticated for nobody and forbidden for who is no site administrator. */
  readSettings(viewer: Administrator): Promise<Static<typeof SettingsList>>;
  /**
   * Changes settings, or puts them back to their defaults, all or none, and gives all settings as they are then. Those
   * that are not live count after a restart. Throws as `readSettings`, invalid for a name, a value or a setting that
   * only the machine's files set, and conflict for one that the environment overrides or files that can't be read.
   */
  writeSettings(viewer: Administrator, sent: Static<typeof SettingsChange>): Promise<Static<typeof SettingsList>>;
}

export function createSettingsAdministration(
  database: Database,
  loaded: LoadedSettings,
  { changeSettings }: LiveSettings,
  { readNextStart }: Pick<Restarts, 'readNextStart'>,
): SettingsAdministration {
  const describe = async (): Promise<SettingDescription[]> =>
    describeSettings(loaded, await listLiveSettings(database.read), true);
  const list = async (): Promise<Static<typeof SettingsList>> => {
    const next = readNextStart();
    return {
      settings: (await describe()).map((setting) => viewSetting(setting, next)),
      restart: { is_possible: next.isPossible, problem: next.problem ?? null },
    };
  };
  return {
    async readSettings(viewer) {
      requireKnownSiteAdmin(viewer, using);
      return list();
    },
    async writeSettings(viewer, { settings }) {
      const { id, username } = requireKnownSiteAdmin(viewer, using);
      const changes = readChanges(await describe(), readNextStart(), settings);
      if (changes.length > 0) {
        const by = { userId: id, name: username, address: viewer.address };
        await asConflict(() => changeSettings(changes, by));
      }
      return list();
    },
  };
}

const using = 'see and change settings';

function viewSetting(
  { value, choices, live, onMachine, secret, ...facts }: SettingDescription,
  { values }: NextStart,
): Static<typeof Setting> {
  const next = values.get(facts.name);
  return {
    ...facts,
    choices: [...choices],
    ...(secret ? {} : { value }),
    ...(secret || next === undefined ? {} : { next_value: next }),
    is_live: live,
    is_settable: !onMachine,
    is_pending: next !== undefined,
    is_secret: secret,
  };
}

type SentSettings = Static<typeof SettingsChange>['settings'];

function readChanges(
  present: readonly SettingDescription[],
  { values }: NextStart,
  sent: SentSettings,
): SettingChange[] {
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
    const isPending = values.has(name);
    if (
      text === undefined ? current?.source === 'default' && !isPending : (values.get(name) ?? current?.value) === text
    )
      continue;
    asInvalid(`${path}.name`, () => requireSettable(name));
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
