// Rows of commits, whatever the program that keeps them, and of the references in their messages.
import type { Generated } from 'kysely';

export type RepositoryKind = 'git' | 'svn' | 'cvs';

interface CommitsTable {
  id: Generated<number>;
  project_id: number;
  kind: RepositoryKind;
  /** Name of the repository. */
  repository: string;
  /** A hash of Git, `r12` of Subversion, a session of CVS; once per repository. */
  revision: string;
  message: string;
  author_name: string;
  author_email: string;
  authored_at_ms: number;
  committed_at_ms: number;
  /** 0: nobody whom Tepal knows. */
  pushed_by: number;
  /** Paths of changed files, where the repository can't be asked for them. */
  files_json: string;
  /** 1 once what the message asks for is a job: see closing.ts. */
  has_acted: number;
  /** 1 where no branch or tag leads to it any more: nobody is shown it. */
  is_lost: Generated<number>;
}

/** References to artifacts in messages, as they were written. */
interface CommitReferencesTable {
  commit_id: number;
  /** In lower case. */
  keyword: string;
  /** The number that was written, whether or not there is such an artifact. */
  target_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    commits: CommitsTable;
    commit_references: CommitReferencesTable;
  }
}
