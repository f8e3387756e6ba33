// Opens a data folder for hooks of other programs, with no more of Tepal than these need.
import { createSiteService } from '../features/site/index.ts';
import { createSourceHooks } from '../features/source-control/index.ts';
import type { SourceHooks } from '../features/source-control/index.ts';
import { migrations } from '../migrations/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { AbsolutePath } from '../platform/files/absolute-path.ts';
import { openDatabase } from '../platform/database/index.ts';
import { loadSettings } from '../settings/index.ts';
import { findDatabaseLocation, writersWaitMs } from './database-location.ts';

interface OpenHooks extends SourceHooks {
  /** About doubtful settings. */
  warnings: readonly string[];
  close(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };

/** For a data folder that has a database. Throws as openApp. */
export async function openHooks(dataDir: AbsolutePath): Promise<OpenHooks> {
  const settings = loadSettings({ dataDir });
  const clock = systemClock;
  const place = findDatabaseLocation(dataDir, settings);
  const database = await openDatabase({ ...place, migrations, logger: silent, clock, busyTimeoutMs: writersWaitMs });
  const site = createSiteService(database, clock, settings);
  try {
    await site.followFiles();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...createSourceHooks({ database, clock, dataDir, site, settings }),
    warnings: settings.warnings,
    close: () => database.close(),
  };
}
