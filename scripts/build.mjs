// `npm run build`: compiles src/ to dist/ as plain JavaScript and copies the other files that modules read at run time.
// The depth of a file below the package root stays the same, so paths such as ../../samples mean the same in both.
import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { runTool } from './run.mjs';

ensureInstalled();
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const status = runTool(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
if (status !== 0) process.exit(status);
cpSync(join(root, 'src'), dist, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !path.endsWith('.ts'),
});

// The explorer's package comes along as files: as a dependency it would bring a package that reports installations.
const explorerFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];
for (const name of explorerFiles) {
  cpSync(join(root, 'node_modules/swagger-ui-dist', name), join(dist, 'features/explorer/swagger-ui', name));
}
