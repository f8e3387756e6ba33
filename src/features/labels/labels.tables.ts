// Labels of projects, and what carries them.
import type { Generated } from 'kysely';

interface LabelsTable {
  id: Generated<number>;
  project_id: number;
  label: string;
  /** Without case and accents: no two labels of a project share it. */
  label_key: string;
  is_outline: number;
  color: string;
}

export type LabelledKind = 'pull-request';

interface LabelledItemsTable {
  label_id: number;
  kind: LabelledKind;
  item_id: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    project_labels: LabelsTable;
    labelled_items: LabelledItemsTable;
  }
}
