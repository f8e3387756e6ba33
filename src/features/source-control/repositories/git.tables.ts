// Rows of Git repositories. Their content is in folders that git keeps.
import type { Generated } from 'kysely';

interface GitRepositoriesTable {
  id: Generated<number>;
  project_id: number;
  /** Path within the project, without `.git`. */
  name: string;
  description: string;
  /** Name of its folder, which no other repository ever has. */
  folder: string;
  /** Null: nothing was pushed to a branch yet. */
  default_branch: string | null;
  /** Whether messages of its commits close artifacts: 1 or 0. */
  allows_closure: number;
  /** Of texts that have no mark and are no UTF-8, as `TextDecoder` calls it; empty: the usual one. */
  text_encoding: Generated<string>;
  /** SHA-256 of what programs prove themselves with that report statuses of commits. */
  token_hash: Uint8Array | null;
  created_at_ms: number;
  updated_at_ms: number;
  /** Null: it is there. Else its name has its id behind `~`, and it is nobody's to see. */
  deleted_at_ms: Generated<number | null>;
  deleted_by: Generated<number | null>;
  /** The repository that it was copied from, which may be gone; null: it is no fork. */
  parent_id: Generated<number | null>;
  /** Whose personal fork it is, who writes to it whatever its rights say; null: nobody's. */
  owner_id: Generated<number | null>;
  /** Elements that an archive of the origin had in it and that nothing reads, such as fine-grained rights, for exports. */
  unread_xml: Generated<string | null>;
}

/** `merge` and `delete` are what `write` and `rewind` are where a pattern has no rows of them. */
export type GitPermission = 'read' | 'write' | 'rewind' | 'merge' | 'delete';

interface GitPermissionsTable {
  repository_id: number;
  /** Empty: the whole repository; else refs that it matches have their own `write` and `rewind`. */
  pattern: string;
  permission: GitPermission;
  /** `nobody` where nobody has it, so that a pattern without groups is a row. */
  ugroup_id: number;
}

interface GitRefsTable {
  repository_id: number;
  /** Full name, such as `refs/heads/main`. */
  name: string;
  /** Of what the ref names; commits up to it are recorded. */
  hash: string;
}

/** What the names of branches say that they are about. */
interface GitBranchReferencesTable {
  repository_id: number;
  /** Of the branch, without `refs/heads/`. */
  name: string;
  keyword: string;
  target_id: number;
}

/** What refs named that no ref leads to by now, as after a branch was deleted; git removes such objects after some weeks. */
interface GitLostTipsTable {
  repository_id: number;
  hash: string;
}

export type CommitState = 'success' | 'failure' | 'pending';

interface GitCommitChecksTable {
  repository_id: number;
  hash: string;
  /** Of the program that says so; no other says something else in its place. */
  name: string;
  state: CommitState;
  description: string;
  /** Where more is to be read, or empty. */
  url: string;
  at_ms: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    git_repositories: GitRepositoriesTable;
    git_permissions: GitPermissionsTable;
    git_refs: GitRefsTable;
    git_branch_references: GitBranchReferencesTable;
    git_lost_tips: GitLostTipsTable;
    git_commit_checks: GitCommitChecksTable;
  }
}
