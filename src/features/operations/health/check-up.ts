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

export type HealthLanguage = 'en' | 'fr';

/** A text in each language. */
export type Said = Readonly<Record<HealthLanguage, string>>;

/** A text that is the same in each language, such as what another program said. */
export const asIs = (text: string): Said => ({ en: text, fr: text });

/** What was looked at, in a word or two. */
export const places = {
  settings: { en: 'settings', fr: 'paramètres' },
  folder: { en: 'data folder', fr: 'dossier de données' },
  disk: { en: 'disk', fr: 'disque' },
  database: { en: 'database', fr: 'base de données' },
  clock: { en: 'clock', fr: 'horloge' },
  encryption: { en: 'encryption', fr: 'chiffrement' },
  address: { en: 'address', fr: 'adresse' },
  mail: { en: 'mail', fr: 'courriel' },
  directory: { en: 'directory', fr: 'annuaire' },
  git: asIs('git'),
  work: { en: 'work', fr: 'travaux' },
} as const satisfies Record<string, Said>;

/** What one check found; `doubtful` works for now. */
export interface Finding {
  readonly state: 'ok' | 'doubtful' | 'wrong';
  readonly finding: Said;
  /** What to do; absent where nothing is. */
  readonly remedy?: Said;
}

/** A finding in one language. */
export interface CheckUp {
  readonly what: string;
  readonly state: Finding['state'];
  readonly finding: string;
  readonly remedy?: string;
}

export const ok = (finding: Said): Finding => ({ state: 'ok', finding });
export const doubtful = (finding: Said, remedy: Said): Finding => ({ state: 'doubtful', finding, remedy });
export const wrong = (finding: Said, remedy: Said): Finding => ({ state: 'wrong', finding, remedy });
