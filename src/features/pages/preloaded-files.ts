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
export const listPreloadedFiles = (manifest: Manifest, modules: readonly string[]): string[] => [
  ...listFiles(manifest, modules).difference(listFiles(manifest, ['index.html'])),
];
