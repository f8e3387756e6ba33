#!/usr/bin/env node
// The `tepal` command of the published package. Tepal needs Node.js 26, which a package of this system brings; this file
// itself runs on Node.js 20 and later, and hands over to that binary when the current one is older.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { findBundledNode, nodePackage, target } from './bundled-node.mjs';
import { runNode } from './run-node.mjs';

const neededMajor = 26;
const main = new URL('../dist/main.js', import.meta.url);

/** What helps where no Node.js that is new enough is there. */
const advice =
  nodePackage === undefined
    ? `no package brings it for ${target}; install Node.js ${neededMajor} and run this again`
    : `the package ${nodePackage} that brings it is not installed. Install Tepal without --omit=optional, or install ` +
      `Node.js ${neededMajor} and run this again`;

const fail = (message) => {
  process.stderr.write(`${message}.\n`);
  process.exitCode = 1;
};

if (!existsSync(main)) {
  fail('This Tepal was packed without being built: run "npm run build" in the checkout before "npm pack"');
} else if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  // Compiled code is kept in the package's own folder, where nobody else may write; without it where Tepal may not.
  module.enableCompileCache(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)));
  // Loading leaves much garbage: the space for new objects stays small until `tepal serve` lets it grow.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  // Its functions run once: machine code of them would cost more time than it saves, and memory. dist/main.js allows it again.
  for (const compiler of ['turbofan', 'maglev']) v8.setFlagsFromString(`--no-${compiler}`);
  process.argv[1] = fileURLToPath(main);
  await import(main.href);
} else {
  const nodePath = findBundledNode(import.meta.url);
  if (nodePath === undefined)
    fail(`Tepal needs Node.js ${neededMajor}; this is ${process.versions.node}, and ${advice}`);
  else runNode(nodePath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
