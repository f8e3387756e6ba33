// The only reader of configuration files and of the process environment.
// It keeps what each source says apart; resolve.ts decides which one counts.

import { existsSync, readFileSync } from 'node:fs';

import { joinPath, toAbsolutePath } from '../platform/files/absolute-path.ts';
import type { AbsolutePath } from '../platform/files/absolute-path.ts';
import { formatValue, SettingsError } from './declare.ts';
import { isForeignName } from './foreign-names.ts';
import { readIncFile } from './inc-file.ts';
import type { Assignment } from './inc-file.ts';
import { isSettingName, nearestSettingName, parseSetting, registry } from './registry.ts';
import type { SettingName } from './registry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a file says, as checked text in the form of `formatValue`. */
interface FileValue {
  readonly text: string;
  /** File and line, such as `/srv/tepal/conf/local.inc:3`. */
  readonly place: string;
}

/** What files and environment say. */
export interface LoadedSettings {
  readonly dataDir: AbsolutePath;
  readonly file: ReadonlyMap<SettingName, FileValue>;
  /** False where there is no file at all, such as while its disk is away. */
  readonly hasFile: boolean;
  readonly environment: ReadonlyMap<SettingName, string>;
  /** Values that count where nobody says anything, in place of the defaults. */
  readonly fallbacks: ReadonlyMap<SettingName, string>;
  /** Sentences for the log: unknown names and names set twice. */
  readonly warnings: readonly string[];
  /** Sentences that need no action: settings of the PHP installation that a file comes from. */
  readonly notes: readonly string[];
}

const PREFIX = 'TEPAL_';
const DATA_DIR_VARIABLE = 'TEPAL_DATA';

/** In reading order: a later file wins. */
const fileNames = ['ldap.inc', 'local.inc'] as const;

/** Path of a configuration file of a data folder. */
export const settingsFile = (dataDir: string, name: (typeof fileNames)[number]): AbsolutePath =>
  joinPath(toAbsolutePath(dataDir), 'conf', name);

/** Paths of all configuration files of a data folder, in reading order. */
export const settingsFiles = (dataDir: string): string[] => fileNames.map((name) => settingsFile(dataDir, name));

/** The environment variable that overrides a setting. */
export const variableOf = (name: SettingName): string => `${PREFIX}${name.toUpperCase()}`;

/** The data folder of commands that are not given `--data`: TEPAL_DATA, or ./data. */
export const defaultFolder = (env: Environment = process.env): AbsolutePath =>
  toAbsolutePath(env[DATA_DIR_VARIABLE] || 'data');

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The text of a configuration file; empty where there is no file. Throws SettingsError for one that can't be read. */
export function readSettingsFile(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (cause) {
    if (isAbsent(cause)) return '';
    const reason = cause instanceof TypeError ? 'it must be UTF-8 text' : String(cause);
    throw new SettingsError(`${file}: can't be read: ${reason}`, { cause });
  }
}

function checkAssignment(place: string, name: SettingName, { text, literal }: Assignment): string {
  if (literal === 'boolean' && registry[name].kind !== 'flag') {
    throw new SettingsError(
      `${place}: the value of ${name} can't be true or false; allowed: ${registry[name].allowed}`,
    );
  }
  return formatValue(parseSetting(name, text, place));
}

type Remarks = Record<'warnings' | 'notes', string[]>;

function readFiles(dataDir: string, { warnings, notes }: Remarks): Map<SettingName, FileValue> {
  const values = new Map<SettingName, FileValue>();
  for (const file of settingsFiles(dataDir)) {
    const foreign: string[] = [];
    for (const assignment of readIncFile(file, readSettingsFile(file)).assignments) {
      const { name, line } = assignment;
      const place = `${file}:${line}`;
      if (!isSettingName(name)) {
        if (isForeignName(name)) foreign.push(name);
        else warnings.push(`${place}: there is no setting $${name}; the nearest name is $${nearestSettingName(name)}`);
        continue;
      }
      const text = checkAssignment(place, name, assignment);
      const earlier = values.get(name)?.place;
      if (earlier !== undefined)
        warnings.push(`${place}: $${name} is set before at ${earlier}; this later value counts`);
      values.set(name, { text, place });
    }
    if (foreign.length > 0) {
      notes.push(`${file}: Tepal has no use for ${foreign.map((name) => `$${name}`).join(', ')}; they may stay`);
    }
  }
  return values;
}

function readEnvironment(env: Environment, { warnings }: Remarks): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || variable === DATA_DIR_VARIABLE || text === undefined) continue;
    const name = variable.slice(PREFIX.length).toLowerCase();
    if (variable === variable.toUpperCase() && isSettingName(name)) {
      parseSetting(name, text, `environment variable ${variable}`);
      values.set(name, text);
    } else {
      const nearest = variableOf(nearestSettingName(name));
      warnings.push(`environment variable ${variable} names no setting; the nearest is ${nearest}`);
    }
  }
  return values;
}

/**
 * Reads `<dataDir>/conf/ldap.inc` and `local.inc`, which may be absent, and the `TEPAL_` variables.
 * Throws SettingsError, with file and line or the variable, for a file that is not plain data and for a value that is
 * not allowed. Unknown names are warnings (rulings, Administration).
 */
export function loadSettings({
  dataDir: folder,
  env = process.env,
}: {
  dataDir: string;
  env?: Environment;
}): LoadedSettings {
  const dataDir = toAbsolutePath(folder);
  const remarks: Remarks = { warnings: [], notes: [] };
  const file = readFiles(dataDir, remarks);
  const hasFile = settingsFiles(dataDir).some((path) => existsSync(path));
  return { dataDir, file, hasFile, environment: readEnvironment(env, remarks), fallbacks: new Map(), ...remarks };
}
