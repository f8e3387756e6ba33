// Sends the bytes of a file by tus, which goes on where it was interrupted. Read when somebody sends one.
import { Upload } from 'tus-js-client';
import { ApiError, readRefusal } from '../api.ts';
import { pageHeader } from './page-header.ts';

/** Of one part of a file, in bytes: what is lost at most when the connection breaks. */
const partBytes = 4 * 1024 * 1024;
/** Waits before another try, in ms. */
const retriesMs = [0, 500, 2000, 5000, 10_000];

/**
 * Sends what the server does not have of a file that was announced to it; `onProgress` gets the part of it that is there,
 * 0 to 1. Rejects with ApiError where the server refuses it, with an AbortError once `signal` says so.
 */
export function sendBytes(
  file: File,
  uploadUrl: string,
  { onProgress, signal }: { onProgress(part: number): void; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      chunkSize: partBytes,
      retryDelays: retriesMs,
      storeFingerprintForResuming: false,
      headers: pageHeader,
      onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        if (answer === null) reject(new ApiError(0, error.message));
        else readRefusal(new Response(answer.getBody(), { status: answer.getStatus() })).then(reject, reject);
      },
    });
    signal.addEventListener('abort', () => {
      upload.abort().catch(reject);
      reject(new DOMException('the upload was stopped', 'AbortError'));
    });
    upload.start();
  });
}
