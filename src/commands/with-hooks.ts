// Opens a data folder for one hook and closes it again, whatever the hook does.
import { openHooks } from '../app/open-hooks.ts';
import type { SourceHooks } from '../features/source-control/index.ts';
import { warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import type { AbsolutePath } from '../platform/files/absolute-path.ts';
import { requireDatabase } from './require-database.ts';

/** As withFolder, with hooks alone. */
export async function withHooks<R>(
  folder: AbsolutePath,
  io: Terminal,
  work: (hooks: SourceHooks) => Promise<R>,
): Promise<R> {
  requireDatabase(folder);
  const hooks = await openHooks(folder);
  try {
    for (const warning of hooks.warnings) warn(io, `tepal: warning: ${warning}`);
    return await work(hooks);
  } finally {
    await hooks.close();
  }
}
