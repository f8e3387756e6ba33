// Serves the explorer and the description that it reads, without credentials.
// These are files, not API resources: no negotiation, no XML spelling.
import { mapInSlices, runInSlices } from '../../platform/concurrency/time-slices.ts';
import { apiPrefix, makeFile } from '../../platform/http/index.ts';
import type { FileRoute, Route } from '../../platform/http/index.ts';
import { readExplorerAssets } from './assets.ts';
import { describeTepal } from './description.ts';

/** The explorer of these routes (spec ruling 2). Files are read and the description is written when first asked for. */
export function explorerFiles(routes: readonly Route<never>[]): FileRoute[] {
  const assets = once(readExplorerAssets);
  const document = once(async () => runInSlices(describeTepal(routes)));
  const json = once(async () => makeFile('application/json; charset=utf-8', JSON.stringify(await document())));
  const yaml = once(async () => {
    const { stringify } = await import('yaml');
    const write = (part: object): string => stringify(part, { aliasDuplicateObjects: false });
    const parts = await mapInSlices(splitInParts(await document()), ({ place, part }) => indent(place, write(part)));
    return makeFile('application/yaml; charset=utf-8', parts.join(''));
  });
  return [
    { url: `${apiPrefix}/openapi.json`, find: json },
    { url: `${apiPrefix}/openapi.yaml`, find: yaml },
    { url: `${apiPrefix}/explorer`, find: () => assets().page(), isFolder: true, isPage: true },
    { url: `${apiPrefix}/explorer/assets/:name`, find: (name) => assets().files.get(name), isPage: true },
  ];
}

interface Placed {
  /** Keys above the part that stand before it in the document, each on a line of its own, and how deep it is. */
  place: { keys: readonly string[]; depth: number };
  part: object;
}

/** The document in parts that are written one by one: paths and schemas, which are nearly all of it, each by itself. */
function splitInParts(document: object): Placed[] {
  const split = (value: object, depth: number, keys: readonly string[]): Placed[] =>
    Object.entries(value).flatMap(([key, member]: [string, unknown], index): Placed[] => {
      const before = index === 0 ? keys : [];
      const isLarge = (depth === 0 && (key === 'paths' || key === 'components')) || (depth === 1 && key === 'schemas');
      return isLarge && typeof member === 'object' && member !== null
        ? split(member, depth + 1, [...before, `${'  '.repeat(depth)}${key}:\n`])
        : [{ place: { keys: before, depth }, part: { [key]: member } }];
    });
  return split(document, 0, []);
}

const indent = ({ keys, depth }: Placed['place'], text: string): string =>
  keys.join('') + (depth === 0 ? text : text.replace(/^(?=.)/gm, '  '.repeat(depth)));

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
