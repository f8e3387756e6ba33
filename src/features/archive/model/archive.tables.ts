// Rows of what an import keeps beside the features' own tables: parts of archives that later features read.
import type { Generated } from 'kysely';

interface ArchiveBlocksTable {
  id: Generated<number>;
  project_id: number;
  /** null: a part of the project. */
  tracker_id: number | null;
  /** Name of the element, such as `agiledashboard`. */
  name: string;
  /** The element's text; its references are those of `archive_references`. */
  xml: string;
}

export type ArchiveReferenceKind = 'tracker' | 'field' | 'value' | 'group_value' | 'artifact';

interface ArchiveReferencesTable {
  project_id: number;
  kind: ArchiveReferenceKind;
  /** As the archive writes it: `T101`, `F12`, `V7`, an artifact's id. */
  ref: string;
  /** What it became here. */
  target_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    archive_blocks: ArchiveBlocksTable;
    archive_references: ArchiveReferencesTable;
  }
}
