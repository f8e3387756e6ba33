// Owns what holds for the whole site: its version and its settings.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { StaleMomentError } from '../../platform/stale-moment.ts';
import { createVersionedCache } from '../../platform/versioned-cache.ts';
import { isSettingName, parseLiveSetting, registry, resolveSettings, showValue } from '../../settings/index.ts';
import type { LoadedSettings, Settings } from '../../settings/index.ts';
import { commandLine, recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { bumpSiteVersion, findSite, listLiveSettings, saveLiveSetting } from './site.store.ts';

/** The site as one request sees it. */
export interface Site {
  /** Validates every cache. */
  version: number;
  settings: Settings;
}

export interface SiteService {
  /** The site as it is now, whichever process changed it: one indexed read. */
  current(): Promise<Site>;
  /** What `current` gave last, without reading. */
  latest(): Site | undefined;
  /** Whether the site is still what it was when this version was read. */
  isCurrent(version: number): Promise<boolean>;
  /** Throws StaleMomentError when the site has changed since this version was read. */
  requireCurrent(version: number): Promise<void>;
  /** Changes a setting marked live; throws SettingsError for an unknown name, a value not allowed or one that is not live. `by` is who the audit log names. */
  changeSetting(name: string, text: string, by?: Actor): Promise<void>;
  listLiveSettings(): Promise<{ name: string; value: string }[]>;
}

export function createSiteService(database: Database, clock: Clock, loaded: LoadedSettings): SiteService {
  const cache = createVersionedCache<'settings', Settings>(1);
  let latest: Site | undefined;
  const readVersion = async (): Promise<number> => {
    const row = await findSite(database.read, 1);
    if (row === undefined) throw new Error('the database has no site row');
    return row.version;
  };
  const isCurrent = async (version: number): Promise<boolean> => (await readVersion()) === version;
  return {
    async current() {
      const version = await readVersion();
      const settings = await cache.get('settings', version, async () =>
        resolveSettings(loaded, await listLiveSettings(database.read)),
      );
      latest = latest?.version === version ? latest : { version, settings };
      return latest;
    },
    latest: () => latest,
    isCurrent,
    async requireCurrent(version) {
      if (!(await isCurrent(version))) throw new StaleMomentError();
    },
    async changeSetting(name, text, by = commandLine) {
      const value = parseLiveSetting(name, text);
      const shown = isSettingName(name) ? showValue(registry[name], value) : '';
      await database.transact(async (tx) => {
        await saveLiveSetting(tx, name, text);
        await recordAudit(tx, clock, { kind: 'setting-changed', by, details: { name, value: shown } });
        await bumpSiteVersion(tx);
      });
    },
    listLiveSettings: () => listLiveSettings(database.read),
  };
}
