// Runs one tool to its end with the pinned Node.js, in the project folder.
import { spawnSync } from 'node:child_process';
import { pinnedEnv, pinnedNode, root } from './install.mjs';

/** Exit status of `node ...args`; 1 when a signal ended it. Ctrl-C ends the tool first, then this process. */
export function runTool(args, env = {}) {
  const result = spawnSync(pinnedNode, args, { cwd: root, env: { ...pinnedEnv, ...env }, stdio: 'inherit' });
  if (result.error) throw result.error;
  if (result.signal === 'SIGINT') process.exit(130);
  return result.status ?? 1;
}
