// What git tells of objects.

export interface Person {
  name: string;
  email: string;
  atMs: number;
}

export interface Commit {
  hash: string;
  /** Hashes, in their order. */
  parents: readonly string[];
  author: Person;
  committer: Person;
  message: string;
  /** As it stands in the commit; undefined for unsigned ones. */
  signature: string | undefined;
}

export interface ObjectFacts {
  hash: string;
  type: string;
  sizeBytes: number;
}
