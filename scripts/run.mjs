// Runs tools to their end with the pinned Node.js, in the project folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pinnedEnv, pinnedNode, root } from './install.mjs';

/** Exit status of `node ...args`; 1 when a signal ended it. Ctrl-C ends the tool first, then this process. */
export function runTool(args, env = {}) {
  const result = spawnSync(pinnedNode, args, { cwd: root, env: { ...pinnedEnv, ...env }, stdio: 'inherit' });
  if (result.error) throw result.error;
  if (result.signal === 'SIGINT') process.exit(130);
  return result.status ?? 1;
}

/** Exit status of `node ...args`, 1 when a signal ended it, and what it wrote; others may run beside it. */
export async function runToolAside(args) {
  const tool = spawn(pinnedNode, args, { cwd: root, env: pinnedEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = [];
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (bytes) => written.push(bytes));
  const [status] = await once(tool, 'close');
  return { status: status ?? 1, output: Buffer.concat(written).toString() };
}
