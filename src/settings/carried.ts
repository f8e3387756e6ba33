// What the files of a data folder said about live settings when the database last took it over. Whatever they say
// otherwise since then is news, and only that: the database may have newer values from another machine.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LoadedSettings } from './load.ts';
import { isSettingName, registry } from './registry.ts';
import type { SettingName } from './registry.ts';
import { moveTo, writeBeside } from './replace-file.ts';

/** Text of live settings by name, as files name them. */
export type LiveTexts = ReadonlyMap<SettingName, string>;

/** Name in the data folder. */
export const carriedName = 'settings-carried.json';

const keptFile = (dataDir: string): string => join(dataDir, carriedName);

/** What the files say about live settings. */
export const liveTextsOf = ({ file }: LoadedSettings): LiveTexts =>
  new Map([...file].filter(([name]) => registry[name].live).map(([name, { text }]) => [name, text]));

/** What the database took over; nothing where it never did, or where that is not known any more. */
export function readCarried(dataDir: string): LiveTexts {
  const texts = new Map<SettingName, string>();
  try {
    const kept: unknown = JSON.parse(readFileSync(keptFile(dataDir), 'utf8'));
    for (const [name, text] of Object.entries(kept ?? {})) {
      if (isSettingName(name) && typeof text === 'string') texts.set(name, text);
    }
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent && !(error instanceof SyntaxError)) throw error;
  }
  return texts;
}

/** Remembers what the database has taken over. */
export function saveCarried(dataDir: string, texts: LiveTexts): void {
  const file = keptFile(dataDir);
  moveTo(file, writeBeside(file, JSON.stringify(Object.fromEntries(texts))));
}
