// What one look at the installation finds, and what is looked at.
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { FollowerState } from '../../../platform/events/index.ts';
import type { Outbox } from '../../../platform/mail/index.ts';
import type { LoadedSettings } from '../../../settings/index.ts';
import type { createDirectoryFeature } from '../../directory/index.ts';
import type { createHousekeepingFeature } from '../../housekeeping/index.ts';
import type { SiteService } from '../../site/index.ts';
import type { createSourceControlFeature } from '../../source-control/index.ts';

export interface Patient {
  dataDir: string;
  /** Of SQLite; undefined where the database is on a server. */
  file: string | undefined;
  settings: LoadedSettings;
  database: Database;
  clock: Clock;
  site: SiteService;
  directory: Pick<ReturnType<typeof createDirectoryFeature>['directory'], 'checkServers'>;
  sourceControl: Pick<ReturnType<typeof createSourceControlFeature>['sourceControl'], 'git'>;
  systemEvents: ReturnType<typeof createHousekeepingFeature>['systemEvents'];
  outbox: Outbox;
  listFollowers(): Promise<FollowerState[]>;
}

export interface CheckUp {
  /** What was looked at, in a word or two. */
  readonly what: string;
  /** `doubtful` works for now. */
  readonly state: 'ok' | 'doubtful' | 'wrong';
  readonly finding: string;
  /** What to do; absent where nothing is. */
  readonly remedy?: string;
}

export const ok = (what: string, finding: string): CheckUp => ({ what, state: 'ok', finding });

export const doubtful = (what: string, finding: string, remedy: string): CheckUp => ({
  what,
  state: 'doubtful',
  finding,
  remedy,
});

export const wrong = (what: string, finding: string, remedy: string): CheckUp => ({
  what,
  state: 'wrong',
  finding,
  remedy,
});
