// Entries of the render cache that were evicted, in a file that ends with the process: their texts there, and here what finds them.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { OverflowFile, Place } from '../../../platform/memory/overflow-file.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';
import type { ReadJson } from './rendered-json.ts';
import { createEntry, hasSameVersions } from './render-entries.ts';
import type { DependencySet, Rendering, RenderEntry, Versions } from './render-entries.ts';

export interface SpilledEntries {
  /** Writes the entry, unless it is there. */
  put(key: number, entry: RenderEntry): void;
  /** The artifact's entry as it was, if it has these versions. It stays in the file. */
  take(key: number, stamp: ArtifactStamp, versions: Versions): RenderEntry | undefined;
}

interface SpilledEntry extends Versions {
  dependencySets: readonly DependencySet[];
  place: Place;
}

/** What stands before the texts, which follow one another. */
const readHead = storedJson(
  Type.Array(
    Type.Object({
      names: Type.Array(Type.String()),
      length: Type.Integer(),
      versionSecond: Type.Integer(),
      /** null: never. */
      endsAtMs: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
);

export function createSpilledEntries(file: OverflowFile, readJson: ReadJson): SpilledEntries {
  // Of each half of the file one: what was written to a half is forgotten when that is begun anew.
  let recent = new Map<number, SpilledEntry>();
  let older = new Map<number, SpilledEntry>();
  let half = 0;

  const forgetOlder = ({ start }: Place): void => {
    const now = Math.floor(start / file.halfBytes);
    if (now === half) return;
    half = now;
    older = recent;
    recent = new Map();
  };

  return {
    put(key, entry) {
      const known = recent.get(key);
      if (entry.isSpilled && known !== undefined && hasSameVersions(known, entry)) return;
      const place = file.write(writeEntry(entry));
      if (place === undefined) return;
      forgetOlder(place);
      const { version, contextVersion, siteVersion, dependencySets } = entry;
      recent.set(key, { version, contextVersion, siteVersion, dependencySets, place });
    },
    take(key, stamp, versions) {
      const found = recent.get(key) ?? older.get(key);
      if (found === undefined || !hasSameVersions(found, versions)) return undefined;
      const text = file.read(found.place);
      return text === undefined
        ? undefined
        : readEntry(text, createEntry(key, found), found.dependencySets, (json, told) => readJson(stamp, json, told));
    },
  };
}

function writeEntry({ texts }: RenderEntry): string {
  const byText = Map.groupBy(texts, ([, rendering]) => rendering);
  const head = [...byText].map(([{ json, versionSecond, endsAtMs }, of]) => ({
    names: of.map(([name]) => name),
    length: json.length,
    versionSecond,
    endsAtMs: endsAtMs === Infinity ? null : endsAtMs,
  }));
  return [JSON.stringify(head), '\n', ...[...byText.keys()].map(({ json }) => json)].join('');
}

function readEntry(
  text: string,
  entry: RenderEntry,
  dependencySets: readonly DependencySet[],
  read: (json: string, told: Parameters<ReadJson>[2]) => Rendering,
): RenderEntry {
  entry.dependencySets = dependencySets;
  entry.isSpilled = true;
  let start = text.indexOf('\n') + 1;
  for (const { names, length, versionSecond, endsAtMs } of readHead(text.slice(0, start), 'spilled renderings')) {
    const json = text.slice(start, start + length);
    start += length;
    const rendering = read(json, { versionSecond, isSettled: true, endsAtMs: endsAtMs ?? Infinity });
    for (const name of names) entry.texts.set(name, rendering);
  }
  return entry;
}
