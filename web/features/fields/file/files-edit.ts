import type { FileRef } from '../../../ui/files/file-ref.ts';

/** What the editor of files holds. */
export type FilesEdit = { kind: 'files'; files: readonly FileRef[] };
