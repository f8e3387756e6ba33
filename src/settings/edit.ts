// Writes conf/local.inc and conf/ldap.inc: values in their places, everything else as it was, one writer at a time.

import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { says } from '../platform/texts/said.ts';
import { formatValue, SettingsError } from './declare.ts';
import type { SettingValue } from './declare.ts';
import { readIncFile, removeFromIncFile, updateIncFile } from './inc-file.ts';
import type { NewValue } from './inc-file.ts';
import { readSettingsFile, settingsFile, settingsFiles } from './load.ts';
import { parseSetting } from './registry.ts';
import type { SettingName } from './registry.ts';
import { giveToOwner, moveTo, writeBeside } from './replace-file.ts';

/** New text of a setting, as `tepal config set` takes it; without one, what is written of it goes. */
export interface SettingChange {
  name: SettingName;
  text: string | undefined;
}

/** Files that are written and not yet in their places. One of both functions has to be called. */
export interface SettingsEdit {
  /** Puts the files into their places, each as a whole. */
  finish(): void;
  /** Leaves everything as it was. */
  abandon(): void;
}

/** An editor that holds the lock for longer was killed. */
const lockMaxMs = 60_000;
const lockWaitMs = 10_000;
const lockRetryMs = 20;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const heldSince = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - heldSince > lockMaxMs) rmSync(lock, { force: true });
  return false;
}

/** Gives what unlocks. Throws SettingsError where another editor does not come to its end. */
async function lockFiles(dataDir: string): Promise<() => void> {
  const lock = join(dataDir, 'conf', '.lock');
  const deadlineMs = performance.now() + lockWaitMs;
  while (!tryLock(lock)) {
    if (performance.now() > deadlineMs) {
      throw new SettingsError(
        says('setting.locked')`another process is changing the settings; if none is running, delete ${lock}`,
      );
    }
    await delay(lockRetryMs);
  }
  return () => rmSync(lock, { force: true });
}

/** The file that names the setting and counts; conf/local.inc where none does. */
function fileOf(dataDir: string, name: SettingName): string {
  const [local, ldap] = [settingsFile(dataDir, 'local.inc'), settingsFile(dataDir, 'ldap.inc')];
  const isIn = (file: string): boolean =>
    readIncFile(file, readSettingsFile(file)).assignments.some((assignment) => assignment.name === name);
  return !isIn(local) && isIn(ldap) ? ldap : local;
}

const isBare = (value: SettingValue): boolean => typeof value === 'boolean' || typeof value === 'number';

function updateTexts(dataDir: string, changes: readonly SettingChange[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, text } of changes) {
    if (text === undefined) {
      for (const file of settingsFiles(dataDir)) {
        const present = texts.get(file) ?? readSettingsFile(file);
        const kept = removeFromIncFile(file, present, name);
        if (kept !== present) texts.set(file, kept);
      }
      continue;
    }
    const value = parseSetting(name, text);
    const written: NewValue = { name, text: formatValue(value), isBare: isBare(value) };
    const file = fileOf(dataDir, name);
    texts.set(file, updateIncFile(file, texts.get(file) ?? readSettingsFile(file), written));
  }
  return texts;
}

/**
 * Writes the settings into new files beside `<dataDir>/conf/local.inc` and `ldap.inc`, whichever names them; a file that
 * is absent is made, readable by its owner only. Others wait until the edit is finished or abandoned.
 * Throws SettingsError for a value that is not allowed, an unreadable file, or where others take too long, and the
 * system's error where the folder can't be written.
 */
export async function editSettings(dataDir: string, changes: readonly SettingChange[]): Promise<SettingsEdit> {
  const made = mkdirSync(join(dataDir, 'conf'), { recursive: true });
  if (made !== undefined) giveToOwner(made, dataDir);
  const unlock = await lockFiles(dataDir);
  const written: { file: string; temporary: string }[] = [];
  const end = (): void => {
    for (const { temporary } of written) rmSync(temporary, { force: true });
    unlock();
  };
  try {
    for (const [path, text] of updateTexts(dataDir, changes)) {
      const file = existsSync(path) ? realpathSync(path) : path;
      written.push({ file, temporary: writeBeside(file, text) });
    }
  } catch (error) {
    end();
    throw error;
  }
  return {
    abandon: end,
    finish() {
      try {
        for (const { file, temporary } of written) moveTo(file, temporary);
      } finally {
        end();
      }
    },
  };
}

/** Sets one value in the files at once; a running server notices. Throws as `editSettings`. */
export async function writeSetting(dataDir: string, name: SettingName, text: string): Promise<void> {
  (await editSettings(dataDir, [{ name, text }])).finish();
}
