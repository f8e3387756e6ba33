// Rows of attachments, and of the parts of those that still arrive. Their bytes are blobs.
import type { Generated } from 'kysely';

interface ArtifactFilesTable {
  id: Generated<number>;
  /** Null: no artifact has it yet. */
  artifact_id: number | null;
  /** The field that it is in, or may be attached to; null: any, as long as it is not attached. */
  field_id: number | null;
  name: string;
  description: string;
  /** As its uploader, or an archive, declared it. */
  mime_type: string;
  /** Of the whole file, of which less may be there yet. */
  size_bytes: number;
  submitted_by: number;
  /** Name of its blob; empty while it is in parts. */
  path: string;
  /** Name of the preview's blob, once somebody asked for one. */
  preview_path: string | null;
  /** How many chunks have come, of a file whose size is not known before; else null. */
  chunks: number | null;
  /** When something was last done to it before it was attached. */
  touched_at_ms: number;
}

interface ArtifactFilePartsTable {
  file_id: number;
  /** Where in the file it stands. Its end is the start of the next, so that two can't come to the same place. */
  start_bytes: number;
  size_bytes: number;
  path: string;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    artifact_files: ArtifactFilesTable;
    artifact_file_parts: ArtifactFilePartsTable;
  }
}
