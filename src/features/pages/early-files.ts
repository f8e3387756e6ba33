// Which files of the built pages a page needs beside those that every page has. Pure.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';

/** What the build says of its files, by module. */
const Manifest = Type.Record(
  Type.String(),
  Type.Object({
    file: Type.String(),
    imports: Type.Optional(Type.Array(Type.String())),
    css: Type.Optional(Type.Array(Type.String())),
  }),
);
type Manifest = Static<typeof Manifest>;

export const readManifest = (json: string): Manifest => Value.Parse(Manifest, JSON.parse(json));

function listFiles(manifest: Manifest, modules: readonly string[]): Set<string> {
  const [seen, files] = [new Set<string>(), new Set<string>()];
  const visit = (module: string): void => {
    const chunk = manifest[module];
    if (chunk === undefined || seen.has(module)) return;
    seen.add(module);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return files;
}

/** Files of modules that are not in the document already; modules that the build does not know have none. */
export const listEarlyFiles = (manifest: Manifest, modules: readonly string[]): string[] => [
  ...listFiles(manifest, modules).difference(listFiles(manifest, ['index.html'])),
];

/** Files of the build that hold several of its scripts, by name, with the names of those. */
const Together = Type.Record(Type.String(), Type.Array(Type.String()));
type Together = Static<typeof Together>;

/** Reads what a build says of them. Throws for what no build wrote. */
export const readTogether = (json: string): Together => Value.Parse(Together, JSON.parse(json));

/** The same files, those that stand together once instead of each by itself. */
export function gatherFiles(
  files: readonly string[],
  together: Together,
): { file: string; holds: readonly string[] }[] {
  const needed = new Set(files);
  const taken = Object.entries(together).flatMap(([file, holds]) => {
    if (!holds.every((each) => needed.has(each))) return [];
    for (const each of holds) needed.delete(each);
    return [{ file, holds }];
  });
  return [...taken, ...[...needed].map((file) => ({ file, holds: [] }))];
}
