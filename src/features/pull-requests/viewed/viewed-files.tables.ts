// Rows of files of pull requests that somebody has looked at.

interface ViewedFilesTable {
  pull_request_id: number;
  user_id: number;
  path: string;
  /** Of its content then, as git names it; empty where it was removed. */
  content_id: string;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    pull_request_viewed_files: ViewedFilesTable;
  }
}
