// Long work that somebody asked for: a backup, the archive of a project, its way back, a sample project.
import type { Generated } from 'kysely';

export const operationKinds = ['backup', 'export', 'restore', 'sample'] as const;
export type OperationKind = (typeof operationKinds)[number];
export const operationStatuses = ['waiting', 'running', 'done', 'failed'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

interface OperationsTable {
  id: Generated<number>;
  kind: OperationKind;
  /** What it is about, such as a project's short name. */
  subject: string;
  /** null: the site. */
  project_id: number | null;
  status: OperationStatus;
  /** What is done just now; empty before and after. */
  step: string;
  /** Of `total` in this step. */
  done: number;
  total: number;
  /** What was written, or is read, on `machine`. */
  path: string;
  size_bytes: number | null;
  /** What came of it: warnings, or why it failed. */
  note: string;
  /** The note by its name and parameters (I18n), in JSON; empty where it has no name. */
  i18n_json: string;
  user_id: number;
  user_name: string;
  machine: string;
  created_at_ms: number;
  finished_at_ms: number | null;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    undertakings: OperationsTable;
  }
}
