// Sends files of an artifact's field: announced first, then their bytes by tus, which goes on where it was interrupted.
import { Upload } from 'tus-js-client';
import { api, ApiError, take } from '../../../../platform/api.ts';
import { ownPath } from '../../../../platform/addresses.ts';
import type { FileRef } from '../edits.ts';

export interface SentFile extends FileRef {
  /** Where it can be read once an artifact has it. */
  href: string;
}

/** Of one part of a file, in bytes: what is lost at most when the connection breaks. */
const partBytes = 4 * 1024 * 1024;
/** Waits before another try, in ms. */
const retriesMs = [0, 500, 2000, 5000, 10_000];

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
  if (created.upload_href !== null) await sendBytes(file, ownPath(created.upload_href), onProgress, signal);
  return { id: created.id, name: file.name, href: ownPath(created.download_href) };
}

function sendBytes(
  file: File,
  uploadUrl: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      chunkSize: partBytes,
      retryDelays: retriesMs,
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      onSuccess: () => resolve(),
      onError: (error) => {
        const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
        reject(new ApiError(status, error.message));
      },
    });
    signal.addEventListener('abort', () => {
      upload.abort().catch(reject);
      reject(new DOMException('the upload was stopped', 'AbortError'));
    });
    upload.start();
  });
}
