// Rows of large files. Their bytes are blobs.
interface LfsObjectsTable {
  repository_id: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  oid: string;
  size_bytes: number;
  /** Forks name the blobs of what they were copied from, too. */
  blob: string;
  /** The fork that a pull request brings it from: it counts to that one's project until it is merged. */
  brought_from: number | null;
}

interface LfsLocksTable {
  id: string;
  repository_id: number;
  /** Of a file, from the root of the repository; once per repository. */
  path: string;
  user_id: number;
  locked_at_ms: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    git_lfs_objects: LfsObjectsTable;
    git_lfs_locks: LfsLocksTable;
  }
}
