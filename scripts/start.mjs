// `npm start`: installs what is missing, then starts the evaluation server with the pinned Node.js.
// Flags after `npm start --` go to `tepal evaluate`.
import { runNode } from '../bin/run-node.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';

ensureInstalled();
runNode(pinnedNode, ['src/main.ts', 'evaluate', ...process.argv.slice(2)], { cwd: root, env: pinnedEnv });
