// The only reader of configuration files and of the process environment, and the writer of conf/local.inc.
// It keeps what each source says apart; resolve.ts decides which one counts.

import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { formatValue, SettingsError } from './declare.ts';
import type { SettingValue } from './declare.ts';
import { quoteText, readIncFile, updateIncFile } from './inc-file.ts';
import type { Assignment } from './inc-file.ts';
import { isSettingName, nearestSettingName, parseSetting, registry } from './registry.ts';
import type { SettingName } from './registry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What files and environment say, as checked text. */
export interface LoadedSettings {
  readonly dataDir: string;
  readonly file: ReadonlyMap<SettingName, string>;
  readonly environment: ReadonlyMap<SettingName, string>;
  /** Sentences for the log: unknown names and names set twice. */
  readonly warnings: readonly string[];
}

const PREFIX = 'TEPAL_';
const DATA_DIR_VARIABLE = 'TEPAL_DATA';

/** In reading order: a later file wins, so that what `writeSetting` writes counts. */
const FILES = ['ldap.inc', 'local.inc'];

const localFile = (dataDir: string): string => join(dataDir, 'conf', 'local.inc');

/** The data folder of commands that are not given `--data`: TEPAL_DATA, or ./data. */
export const defaultFolder = (env: Environment = process.env): string => env[DATA_DIR_VARIABLE] || './data';

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The file's text; empty where there is no file. */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (cause) {
    if (isAbsent(cause)) return '';
    const reason = cause instanceof TypeError ? 'it must be UTF-8 text' : String(cause);
    throw new SettingsError(`${file}: can't be read: ${reason}`, { cause });
  }
}

function checkAssignment(place: string, name: SettingName, { text, literal }: Assignment): void {
  if (literal === 'boolean' && registry[name].kind !== 'flag') {
    throw new SettingsError(`${place}: ${name} can't be true or false; allowed: ${registry[name].allowed}`);
  }
  parseSetting(name, text, place);
}

function readFiles(dataDir: string, warnings: string[]): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  const places = new Map<SettingName, string>();
  for (const file of FILES.map((fileName) => join(dataDir, 'conf', fileName))) {
    for (const assignment of readIncFile(file, readText(file)).assignments) {
      const { name, text, line } = assignment;
      const place = `${file}:${line}`;
      if (!isSettingName(name)) {
        warnings.push(`${place}: there is no setting $${name}; the nearest name is $${nearestSettingName(name)}`);
        continue;
      }
      checkAssignment(place, name, assignment);
      const earlier = places.get(name);
      if (earlier !== undefined)
        warnings.push(`${place}: $${name} is set before at ${earlier}; this later value counts`);
      values.set(name, text);
      places.set(name, place);
    }
  }
  return values;
}

function readEnvironment(env: Environment, warnings: string[]): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || variable === DATA_DIR_VARIABLE || text === undefined) continue;
    const name = variable.slice(PREFIX.length).toLowerCase();
    if (variable === variable.toUpperCase() && isSettingName(name)) {
      parseSetting(name, text, `environment variable ${variable}`);
      values.set(name, text);
    } else {
      const nearest = `${PREFIX}${nearestSettingName(name).toUpperCase()}`;
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
export function loadSettings({ dataDir, env = process.env }: { dataDir: string; env?: Environment }): LoadedSettings {
  const warnings: string[] = [];
  return { dataDir, file: readFiles(dataDir, warnings), environment: readEnvironment(env, warnings), warnings };
}

const spellValue = (value: SettingValue): string =>
  typeof value === 'string' || typeof value === 'object' ? quoteText(formatValue(value)) : formatValue(value);

function replaceFile(file: string, text: string): void {
  const present = existsSync(file) ? statSync(file) : undefined;
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const handle = openSync(temporary, 'w', present === undefined ? 0o600 : present.mode & 0o777);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    // Root must not take the file away from the account that the server runs as.
    if (present && process.getuid?.() === 0) chownSync(temporary, present.uid, present.gid);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Sets one value in `<dataDir>/conf/local.inc`, which is made where it is absent (readable by its owner only).
 * Everything else in the file stays as it is, and a crash leaves the old or the new file whole.
 * A running server does not read it again. Throws SettingsError for a value that is not allowed or an unreadable file.
 */
export function writeSetting(dataDir: string, name: SettingName, value: string): void {
  const spelled = spellValue(parseSetting(name, value));
  const path = localFile(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  const file = existsSync(path) ? realpathSync(path) : path;
  replaceFile(file, updateIncFile(path, readText(file), name, spelled));
}
