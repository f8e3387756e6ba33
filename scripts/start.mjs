// `npm start`: installs what is missing, builds the pages and the docs where they changed, then starts the evaluation server with the pinned Node.js.
// Flags after `npm start --` go to `tepal evaluate`.
import { runNode } from '../bin/run-node.mjs';
import { ensureDocsBuilt } from './build-docs.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';
import { ensureWebBuilt } from './web.mjs';

ensureInstalled({ withTests: false });
ensureWebBuilt();
await ensureDocsBuilt();
runNode(pinnedNode, ['src/main.ts', 'evaluate', ...process.argv.slice(2)], { cwd: root, env: pinnedEnv });
