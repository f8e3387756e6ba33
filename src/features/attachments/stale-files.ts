// Files that nobody attached go after some days.
import type { Writer } from '../../platform/database/index.ts';
import type { Settings } from '../../settings/index.ts';
import { listStale } from './attachments.store.ts';
import { dropFiles } from './blob-removal.ts';

const dayMs = 24 * 60 * 60 * 1000;
const filesPerJob = 1000;

/** Drops files that no artifact has and that nothing was done to for `sys_file_deletion_delay` days. */
export async function dropStaleFiles(tx: Writer, settings: Settings, nowMs: number): Promise<void> {
  const beforeMs = nowMs - settings.sys_file_deletion_delay * dayMs;
  for (;;) {
    const ids = await listStale(tx, beforeMs, filesPerJob);
    if (ids.length === 0) return;
    await dropFiles(tx, ids, nowMs);
  }
}
