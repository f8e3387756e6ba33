// Notices that files change, wherever they lie: by looking at them, because not every file system tells.
import { unwatchFile, watchFile } from 'node:fs';

const lookEveryMs = 1000;
/** Whoever writes a file without putting a whole one into its place is done by then. */
const settleMs = 200;

/** Calls `changed` when some of the files were written, replaced, made or removed, until the function that it gives is called. */
export function watchFiles(files: readonly string[], changed: () => void): () => void {
  let settling: NodeJS.Timeout | undefined;
  const notice = (): void => {
    clearTimeout(settling);
    settling = setTimeout(changed, settleMs).unref();
  };
  for (const file of files) watchFile(file, { interval: lookEveryMs, persistent: false }, notice);
  return () => {
    clearTimeout(settling);
    for (const file of files) unwatchFile(file, notice);
  };
}
