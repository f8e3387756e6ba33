// Shelves that left memory, in a file that ends with the process: their texts there, and here what finds them.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { OverflowFile, Place } from '../../../platform/memory/overflow-file.ts';
import { xmlContentOf } from './rendered-xml.ts';
import { isSameMoment, startShelf } from './shelves.ts';
import type { Moment, Reach, Rendering, Shelf } from './shelves.ts';

export interface FiledShelves {
  /** Writes the shelf, unless it is there. */
  put(key: number, shelf: Shelf): void;
  /** The shelf of the artifact `id` as it was, if it is of this moment; its XML is made anew. It stays in the file. */
  take(key: number, id: number, moment: Moment): Shelf | undefined;
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
      tag: Type.String(),
      versionSecond: Type.Integer(),
      /** null: never. */
      endsAtMs: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
);

export function createFiledShelves(file: OverflowFile): FiledShelves {
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
    take(key, id, moment) {
      const found = recent.get(key) ?? older.get(key);
      if (found === undefined || !isSameMoment(found, moment)) return undefined;
      const text = file.read(found.place);
      return text === undefined ? undefined : readShelf(text, id, found);
    },
  };
}

function writeShelf({ texts }: Shelf): string {
  const byText = Map.groupBy(texts, ([, rendering]) => rendering);
  const head = [...byText].map(([{ json, tag, versionSecond, endsAtMs }, of]) => ({
    names: of.map(([name]) => name),
    length: json.length,
    tag,
    versionSecond,
    endsAtMs: endsAtMs === Infinity ? null : endsAtMs,
  }));
  return [JSON.stringify(head), '\n', ...[...byText.keys()].map(({ json }) => json)].join('');
}

function readShelf(text: string, id: number, { reaches, version, contextVersion, siteVersion }: Filed): Shelf {
  const shelf: Shelf = { ...startShelf({ version, contextVersion, siteVersion }), reaches, isFiled: true };
  let start = text.indexOf('\n') + 1;
  for (const { names, length, tag, versionSecond, endsAtMs } of readHead(text.slice(0, start), 'kept renderings')) {
    const json = text.slice(start, start + length);
    start += length;
    const rendering: Rendering = {
      json,
      xmlContent: xmlContentOf(json, id),
      tag,
      versionSecond,
      isSettled: true,
      endsAtMs: endsAtMs ?? Infinity,
    };
    for (const name of names) shelf.texts.set(name, rendering);
  }
  return shelf;
}
