#!/usr/bin/env node
// The `tepal` command of the published package. Tepal needs Node.js 26, which comes as the dependency `node`; this file
// itself runs on Node.js 20 and later, and hands over to that binary when the current one is older.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { runNode } from './run-node.mjs';

const neededMajor = 26;
const main = new URL('../dist/main.js', import.meta.url);

/** Path of the binary in the dependency `node`, or undefined where its install script did not run. */
function findBundledNode() {
  const packageFile = createRequire(import.meta.url).resolve('node/package.json');
  const path = join(dirname(packageFile), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  // Compiled code is kept in the package's own folder, where nobody else may write; without it where Tepal may not.
  module.enableCompileCache(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)));
  // Loading leaves much garbage: the space for new objects stays small until `tepal serve` lets it grow.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  // Its functions run once: machine code of them would cost more time than it saves, and memory. dist/main.js allows it again.
  for (const compiler of ['turbofan', 'maglev']) v8.setFlagsFromString(`--no-${compiler}`);
  process.argv[1] = fileURLToPath(main);
  await import(main.href);
} else {
  const nodePath = findBundledNode();
  if (nodePath === undefined) {
    process.stderr.write(
      `Tepal needs Node.js ${neededMajor}; this is ${process.versions.node}, and the package "node" that brings the right one ` +
        'was installed without its install script. Allow that script ("npm approve-scripts node", or remove ' +
        '"ignore-scripts" from your npm configuration) and run "npm rebuild node".\n',
    );
    process.exitCode = 1;
  } else {
    runNode(nodePath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  }
}
