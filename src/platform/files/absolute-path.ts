// Paths that mean the same in every working folder, and so in every program that is handed one.
import { isAbsolute, join, resolve } from 'node:path';

declare const absolute: unique symbol;

/** A path that begins at the root of the file system. */
export type AbsolutePath = string & { readonly [absolute]: true };

/** Whether a path begins at the root, by the rules of the system that Tepal runs on. */
export const isAbsolutePath = (path: string): path is AbsolutePath => isAbsolute(path);

/** What `path` means in the working folder, or below `base`. */
export function toAbsolutePath(path: string, base: string = process.cwd()): AbsolutePath {
  const resolved = resolve(base, path);
  if (!isAbsolutePath(resolved)) throw new TypeError(`${resolved} is no absolute path`);
  return resolved;
}

/** As join() of node:path, from a folder that is absolute. */
export const joinPath = (folder: AbsolutePath, ...names: string[]): AbsolutePath =>
  toAbsolutePath(join(folder, ...names));
