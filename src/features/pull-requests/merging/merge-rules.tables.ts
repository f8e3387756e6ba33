// Rows of what has to be before branches are merged, and of what reviewers think.

interface ProjectMergeRulesTable {
  project_id: number;
  /** StoredRules of merge-rules.ts. */
  rules_json: string;
}

interface RepositoryMergeRulesTable {
  repository_id: number;
  rules_json: string;
}

interface ReviewsTable {
  pull_request_id: number;
  user_id: number;
  verdict: 'approve' | 'changes';
  /** The version that it is about. */
  head_hash: string;
  at_ms: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    project_merge_rules: ProjectMergeRulesTable;
    repository_merge_rules: RepositoryMergeRulesTable;
    pull_request_verdicts: ReviewsTable;
  }
}
