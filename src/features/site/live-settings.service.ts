// Settings that change while the server runs. The files are the truth; the database carries their live values to all
// processes (ADR 31).
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import {
  editSettings,
  formatValue,
  liveTextsOf,
  loadSettings,
  parseSetting,
  readCarried,
  registry,
  requireSettable,
  requireSettingName,
  saveCarried,
  settingNames,
  showValue,
} from '../../settings/index.ts';
import type { LoadedSettings, SettingChange, SettingName } from '../../settings/index.ts';
import { commandLine, recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { bumpSiteVersion, deleteLiveSetting, listLiveSettings, saveLiveSetting } from './site.store.ts';

export interface LiveSettings {
  /**
   * Changes a setting in its file: a live one everywhere at once, another one from the next start of this server on.
   * Throws SettingsError for an unknown name, a value not allowed, a setting that only the machine's files set, or files
   * that can't be read. `by` is who the audit log names.
   */
  changeSetting(name: string, text: string, by?: Actor): Promise<void>;
  /** The same for several of them, all or none; one without a text goes back to its default. */
  changeSettings(changes: readonly SettingChange[], by: Actor): Promise<void>;
  /**
   * Takes over what somebody changed in the files about live settings; files that are gone say nothing. Gives the names of
   * the others that differ from what held at the start. Throws SettingsError for files that can't be read.
   */
  followFiles(): Promise<SettingName[]>;
  listLiveSettings(): Promise<{ name: string; value: string }[]>;
}

/** Whoever changed the files with an editor. */
const fileEditor: Actor = { userId: null, name: 'configuration file', address: null };

export function createLiveSettings(database: Database, clock: Clock, loaded: LoadedSettings): LiveSettings {
  const { dataDir } = loaded;
  /** Undefined texts are back at the default. */
  const save = async (tx: Writer, texts: ReadonlyMap<SettingName, string | undefined>, by: Actor): Promise<void> => {
    for (const [name, text] of texts) {
      if (registry[name].live)
        await (text === undefined ? deleteLiveSetting(tx, name) : saveLiveSetting(tx, name, text));
      const value = text === undefined ? registry[name].default : parseSetting(name, text);
      const details = { name, value: showValue(registry[name], value) };
      await recordAudit(tx, clock, { kind: 'setting-changed', by, details });
    }
    if (texts.size > 0) await bumpSiteVersion(tx);
  };
  const changeSettings = async (changes: readonly SettingChange[], by: Actor): Promise<void> => {
    const texts = new Map(changes.map(({ name, text }) => [name, readText(name, text)]));
    const edit = await editSettings(dataDir, changes);
    try {
      await database.transact((tx) => save(tx, texts, by));
    } catch (error) {
      edit.abandon();
      throw error;
    }
    edit.finish();
    const live = [...texts].filter(([name]) => registry[name].live);
    const carried = new Map<SettingName, string | undefined>([...readCarried(dataDir), ...live]);
    saveCarried(dataDir, new Map([...carried].flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))));
  };
  return {
    changeSettings,
    async changeSetting(name, text, by = commandLine) {
      await changeSettings([{ name: requireSettingName(name), text }], by);
    },
    async followFiles() {
      // Whoever changes a setting writes the file first: read after it, the file is never the older one of both.
      const carried = readCarried(dataDir);
      const files = loadSettings({ dataDir });
      const said = liveTextsOf(files);
      const news = settingNames.filter((name) => said.get(name) !== carried.get(name));
      if (news.length > 0 && files.hasFile) {
        await database.transact(async (tx) => {
          const known = new Map((await listLiveSettings(tx)).map(({ name, value }) => [name, value]));
          const changed = news.filter((name) => said.get(name) !== known.get(name));
          await save(tx, new Map(changed.map((name) => [name, said.get(name)])), fileEditor);
        });
        saveCarried(dataDir, said);
      }
      return settingNames.filter(
        (name) => !registry[name].live && files.file.get(name)?.text !== loaded.file.get(name)?.text,
      );
    },
    listLiveSettings: () => listLiveSettings(database.read),
  };
}

/** Throws SettingsError for a value that is not allowed, and for a setting that only the machine's files set. */
function readText(name: SettingName, text: string | undefined): string | undefined {
  requireSettable(name);
  return text === undefined ? undefined : formatValue(parseSetting(name, text));
}
