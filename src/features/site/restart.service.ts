// Restarting the server from a page, so that settings count which are read at the start.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { conflict } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { formatValue, loadSettings, registry, settingNames, SettingsError } from '../../settings/index.ts';
import type { LoadedSettings, SettingName } from '../../settings/index.ts';
import { recordAudit, requireKnownSiteAdmin } from '../audit/index.ts';
import type { Administrator } from './administrator.ts';

/** What the next start of this server would change. */
export interface NextStart {
  isPossible: boolean;
  /** Why the next start would fail; undefined where nothing speaks against it. */
  problem: string | undefined;
  /** Texts of the settings that would have another value, by name. */
  values: ReadonlyMap<SettingName, string>;
}

/** How a server restarts itself. */
export interface Restart {
  /** Throws SettingsError where the next start would fail. */
  check(): void;
  restart(): void;
}

export interface Restarts {
  /** Says how this server restarts; without that, nobody can ask for it. */
  offer(restart: Restart): void;
  readNextStart(): NextStart;
  /**
   * Restarts the server once the requests under way are answered. Throws as requireKnownSiteAdmin does, and conflict for
   * a server that can't restart itself and for files that would stop the start.
   */
  restart(viewer: Administrator): Promise<void>;
}

export function createRestarts(database: Database, clock: Clock, loaded: LoadedSettings): Restarts {
  let offered: Restart | undefined;
  const readNextStart = (): NextStart => {
    const facts = { isPossible: offered !== undefined };
    try {
      const files = loadSettings({ dataDir: loaded.dataDir });
      offered?.check();
      return { ...facts, problem: undefined, values: listNextValues(loaded, files) };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return { ...facts, problem: error.message, values: new Map() };
    }
  };
  return {
    offer(restart) {
      offered = restart;
    },
    readNextStart,
    async restart(viewer) {
      const { id, username } = requireKnownSiteAdmin(viewer, 'restart the server');
      if (offered === undefined) {
        throw conflict(says('restart.never')`this server can't restart itself; restart it on its machine`);
      }
      const { problem, values } = readNextStart();
      if (problem !== undefined) throw conflict(says('setting.files')`settings files: ${problem}`);
      const by = { userId: id, name: username, address: viewer.address };
      const details = { settings: [...values.keys()].join(', ') };
      await database.transact((tx) => recordAudit(tx, clock, { kind: 'server-restarted', by, details }));
      offered.restart();
    },
  };
}

/** Settings read at the start whose text in the files differs from what this server started with. */
function listNextValues(loaded: LoadedSettings, files: LoadedSettings): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  for (const name of settingNames) {
    if (registry[name].live || loaded.environment.has(name)) continue;
    const textOf = ({ file }: LoadedSettings): string => file.get(name)?.text ?? formatValue(registry[name].default);
    if (textOf(files) !== textOf(loaded)) values.set(name, textOf(files));
  }
  return values;
}
