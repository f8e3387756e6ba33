// Rows of attachments in wire shape.
import type { Static } from 'typebox';
import { attachedFiles } from '../trackers/index.ts';
import type { FileFacts } from '../trackers/index.ts';
import type { AttachedFile } from './attachments.schema.ts';
import type { FileRow } from './attachments.store.ts';

/** What a field shows of a file. */
export const factsOf = (file: FileRow): FileFacts => ({
  id: file.id,
  submittedBy: file.submitted_by,
  description: file.description,
  name: file.name,
  sizeBytes: file.size_bytes,
  mimeType: file.mime_type,
});

/** A file that no artifact has is shown nowhere. */
export const viewTemporaryFile = (file: FileRow): Static<typeof AttachedFile> => ({
  ...attachedFiles.viewFile(factsOf(file)),
  description: file.description === '' ? null : file.description,
  html_url: null,
  html_preview_url: null,
});
