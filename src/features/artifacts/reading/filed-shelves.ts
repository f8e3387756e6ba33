// Shelves that left memory, in a file that ends with the process: their texts there, and here what finds them.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { OverflowFile, Place } from '../../../platform/memory/overflow-file.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';
import type { ReadJson } from './rendered-json.ts';
import { isSameMoment, startShelf } from './shelves.ts';
import type { Moment, Reach, Rendering, Shelf } from './shelves.ts';

export interface FiledShelves {
  /** Writes the shelf, unless it is there. */
  put(key: number, shelf: Shelf): void;
  /** The artifact's shelf as it was, if it is of this moment. It stays in the file. */
  take(key: number, stamp: ArtifactStamp, moment: Moment): Shelf | undefined;
}

interface Filed extends Moment {
  reaches: readonly Reach[];
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

export function createFiledShelves(file: OverflowFile, readJson: ReadJson): FiledShelves {
  // Of each half of the file one: what was written to a half is forgotten when that is begun anew.
  let recent = new Map<number, Filed>();
  let older = new Map<number, Filed>();
  let half = 0;

  const forgetOlder = ({ start }: Place): void => {
    const now = Math.floor(start / file.halfBytes);
    if (now === half) return;
    half = now;
    older = recent;
    recent = new Map();
  };

  return {
    put(key, shelf) {
      const known = recent.get(key);
      if (shelf.isFiled && known !== undefined && isSameMoment(known, shelf)) return;
      const place = file.write(writeShelf(shelf));
      if (place === undefined) return;
      forgetOlder(place);
      const { version, contextVersion, siteVersion, reaches } = shelf;
      recent.set(key, { version, contextVersion, siteVersion, reaches, place });
    },
    take(key, stamp, moment) {
      const found = recent.get(key) ?? older.get(key);
      if (found === undefined || !isSameMoment(found, moment)) return undefined;
      const text = file.read(found.place);
      return text === undefined
        ? undefined
        : readShelf(text, startShelf(key, found), found.reaches, (json, told) => readJson(stamp, json, told));
    },
  };
}

function writeShelf({ texts }: Shelf): string {
  const byText = Map.groupBy(texts, ([, rendering]) => rendering);
  const head = [...byText].map(([{ json, versionSecond, endsAtMs }, of]) => ({
    names: of.map(([name]) => name),
    length: json.length,
    versionSecond,
    endsAtMs: endsAtMs === Infinity ? null : endsAtMs,
  }));
  return [JSON.stringify(head), '\n', ...[...byText.keys()].map(({ json }) => json)].join('');
}

function readShelf(
  text: string,
  shelf: Shelf,
  reaches: readonly Reach[],
  read: (json: string, told: Parameters<ReadJson>[2]) => Rendering,
): Shelf {
  shelf.reaches = reaches;
  shelf.isFiled = true;
  let start = text.indexOf('\n') + 1;
  for (const { names, length, versionSecond, endsAtMs } of readHead(text.slice(0, start), 'kept renderings')) {
    const json = text.slice(start, start + length);
    start += length;
    const rendering = read(json, { versionSecond, isSettled: true, endsAtMs: endsAtMs ?? Infinity });
    for (const name of names) shelf.texts.set(name, rendering);
  }
  return shelf;
}
