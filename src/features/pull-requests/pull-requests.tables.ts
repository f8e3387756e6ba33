// Rows of pull requests and of what belongs to them.
import type { Generated } from 'kysely';

export type PullRequestStatus = 'review' | 'merge' | 'abandon';

interface PullRequestsTable {
  id: Generated<number>;
  /** Into which it is to be merged. */
  repository_id: number;
  /** The fork that has the branch, which may be gone; null: the branch is in the same repository. */
  fork_id: Generated<number | null>;
  branch_src: string;
  branch_dest: string;
  /** What is asked to be merged. */
  head_hash: string;
  /** Where the branch was that it is to be merged into, while the request was open. */
  dest_hash: string;
  title: string;
  description: string;
  description_format: 'text' | 'commonmark';
  user_id: number;
  created_at_ms: number;
  status: PullRequestStatus;
  /** Who merged or abandoned it, and when; null while it is open. 0: nobody whom Tepal knows. */
  status_by: number | null;
  status_at_ms: number | null;
  /** The commit that a merge is about to move the target to, or has; empty: none yet. */
  merge_hash: Generated<string>;
  /** Since when nobody was told by mail of what happened; null: there is nothing to tell. */
  tell_since_ms: Generated<number | null>;
}

/** Artifacts that title and description speak of. */
interface ReferencesTable {
  pull_request_id: number;
  keyword: string;
  target_id: number;
}

interface CommentsTable {
  id: Generated<number>;
  pull_request_id: number;
  /** 0: the first of its thread. */
  parent_id: number;
  user_id: number;
  at_ms: number;
  edited_at_ms: number | null;
  content: string;
  format: 'text' | 'commonmark';
  /** Of a thread that has an answer. */
  color: string;
  /** Of the first of a thread that is resolved: by whom, and when; null: it is not. */
  resolved_by: Generated<number | null>;
  resolved_at_ms: Generated<number | null>;
}

interface InlineCommentsTable extends CommentsTable {
  file_path: string;
  position: 'left' | 'right';
  /** As it was when the comment was made, between these two commits. */
  unidiff_offset: number;
  base_hash: string;
  head_hash: string;
  old_line: number | null;
  new_line: number | null;
  /** Where it is about several lines, the first of them, on the side that has the last; null: about one. */
  first_line: Generated<number | null>;
  /** Which of its suggestions was applied, from 1, and in which commit; null: none. */
  applied_number: Generated<number | null>;
  applied_hash: Generated<string | null>;
}

export type EventKind =
  | 'update'
  | 'rebase'
  | 'merge'
  | 'abandon'
  | 'reopen'
  | 'reviewers'
  | 'approve'
  | 'changes'
  | 'withdraw';

interface EventsTable {
  id: Generated<number>;
  pull_request_id: number;
  user_id: number;
  at_ms: number;
  kind: EventKind;
  /** Ids of people that became reviewers, and of those that no longer are. */
  added_json: string;
  removed_json: string;
}

interface ReviewersTable {
  pull_request_id: number;
  user_id: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    pull_requests: PullRequestsTable;
    pull_request_comments: CommentsTable;
    pull_request_inline_comments: InlineCommentsTable;
    pull_request_events: EventsTable;
    pull_request_reviewers: ReviewersTable;
    pull_request_references: ReferencesTable;
  }
}
