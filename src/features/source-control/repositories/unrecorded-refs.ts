// What differs between the refs of a repository and those that the database has of it.
import type { Database } from '../../../platform/database/index.ts';
import { readRefs } from './git-objects.ts';
import type { GitProgram } from './git-program.ts';
import { listRefs } from './git.store.ts';

interface Needs {
  database: Database;
  git: GitProgram;
}

export interface UnrecordedRef {
  name: string;
  /** The hash that the database has; undefined: it has no such ref. */
  recorded: string | undefined;
  /** The hash in the repository; undefined: there is no such ref. */
  present: string | undefined;
}

/** Refs that the database has otherwise than the repository. Throws GitFailure where git can't read it. */
export async function listUnrecordedRefs(
  { database, git }: Needs,
  { id, folder }: { id: number; folder: string },
): Promise<UnrecordedRef[]> {
  const recorded = new Map((await listRefs(database.read, id)).map(({ name, hash }) => [name, hash]));
  const present = new Map((await readRefs(git, { folder })).map(({ name, hash }) => [name, hash]));
  return [...new Set([...recorded.keys(), ...present.keys()])]
    .map((name) => ({ name, recorded: recorded.get(name), present: present.get(name) }))
    .filter((ref) => ref.recorded !== ref.present);
}
