// Owns what holds for the whole site: its version and its settings.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import { foldingVersion, foldingVersionName } from '../../platform/texts/fold-text.ts';
import { createCache } from '../../platform/cache/index.ts';
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings, Settings } from '../../settings/index.ts';
import { createLiveSettings } from './live-settings.service.ts';
import type { LiveSettings } from './live-settings.service.ts';
import { findStored, findSite, listLiveSettings } from './site.store.ts';

/** The site as one request sees it. */
export interface Site {
  /** Validates every cache. */
  version: number;
  settings: Settings;
  /** true while texts may be stored as they were folded in an older way; see platform/texts/fold-text.ts. */
  hasOldFolding?: boolean;
}

/** The same site for somebody who takes answers of at most so many bytes: pages of lists that are longer are refused before they are made. */
export const withAnswerLimit = (site: Site, bytesMax: number): Site => {
  const { settings } = site;
  if (settings.answer_limit <= bytesMax) return site;
  return { ...site, settings: { ...settings, answer_limit: bytesMax } };
};

export interface SiteService extends LiveSettings {
  /** The site as it is now, whichever process changed it: one indexed read. */
  current(): Promise<Site>;
  /** What `current` gave last, without reading. */
  latest(): Site | undefined;
  /** Whether the site is still what it was when this version was read. */
  isCurrent(version: number): Promise<boolean>;
  /** Throws VersionConflictError when the site has changed since this version was read. */
  requireCurrent(version: number): Promise<void>;
}

export function createSiteService(database: Database, clock: Clock, loaded: LoadedSettings): SiteService {
  const cache = createCache<'site', Omit<Site, 'version'>>({ name: 'site', maxBytes: 1_048_576, sizeOf: () => 65_536 });
  let latest: Site | undefined;
  const readVersion = async (): Promise<number> => {
    const row = await findSite(database.readFirst, 1);
    if (row === undefined) throw new Error('the database has no site row');
    return row.version;
  };
  const isCurrent = async (version: number): Promise<boolean> => (await readVersion()) === version;
  return {
    async current() {
      const version = await readVersion();
      const site = await cache.load('site', version, async () => ({
        settings: resolveSettings(loaded, await listLiveSettings(database.readFirst)),
        hasOldFolding: (await findStored(database.readFirst, foldingVersionName)) !== String(foldingVersion),
      }));
      latest = latest?.version === version ? latest : { version, ...site };
      return latest;
    },
    latest: () => latest,
    isCurrent,
    async requireCurrent(version) {
      if (!(await isCurrent(version))) throw new VersionConflictError();
    },
    ...createLiveSettings(database, clock, loaded),
  };
}
