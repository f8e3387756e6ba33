// Sends files of an artifact's field: announced first, then their bytes by tus, which goes on where it was interrupted.
import { api, take } from '../../platform/api.ts';
import { ownPath } from '../../platform/addresses.ts';
import { sendBytes } from '../../platform/network/send-bytes.ts';
import type { FileRef } from './file-ref.ts';

export interface SentFile extends FileRef {
  /** Where it can be read once an artifact has it. */
  href: string;
}

/**
 * Sends a file; `onProgress` gets the part of it that is there, 0 to 1. Ends with `signal`, and throws ApiError where the
 * server refuses it.
 */
export async function uploadFile(
  fieldId: number,
  file: File,
  { description, onProgress, signal }: { description: string; onProgress(part: number): void; signal: AbortSignal },
): Promise<SentFile> {
  const created = await take(
    api.POST('/tracker_fields/{id}/files', {
      params: { path: { id: fieldId } },
      body: {
        name: file.name,
        file_size: file.size,
        file_type: file.type === '' ? 'application/octet-stream' : file.type,
        description,
      },
      signal,
    }),
  );
  if (created.upload_href !== null) await sendBytes(file, ownPath(created.upload_href), { onProgress, signal });
  return { id: created.id, name: file.name, href: ownPath(created.download_href) };
}
