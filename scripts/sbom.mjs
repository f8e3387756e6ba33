// `npm run sbom`: writes the software bill of materials of what an installed Tepal runs on, sbom.cdx.json (CycloneDX). It
// needs no network. What npm puts in besides, the moment and a random number, is left out, so the same lock file always
// gives the same text.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledPackages } from './bundled-packages.mjs';
import { root } from './install.mjs';

/** Path in the lock file of the package that one at `from` gets by this name; undefined where it is optional and absent. */
function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Paths in the lock file of the packages that dist/ has in it, with all that they need. */
function listBundled(packages) {
  const found = new Set();
  const waiting = bundledPackages.map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = resolveFrom(packages, path, name);
      if (needed !== undefined) waiting.push(needed);
    }
  }
  return found;
}

/** `name@version` of the packages that an installed Tepal runs on, by the lock file. */
function listInstalled() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = listBundled(packages);
  const entries = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) =>
      path.startsWith('node_modules/') && link !== true && ((!dev && !devOptional) || bundled.has(path)),
  );
  return new Set(entries.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`));
}

/**
 * The bill as an object. Tools are left out here, because npm, told to omit them, also omits what Tepal and a tool both
 * need. Throws an Error with npm's words where npm fails.
 */
export function makeBill() {
  const { stdout, stderr, status } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const { serialNumber: _number, ...bill } = JSON.parse(stdout);
  const { timestamp: _moment, ...metadata } = bill.metadata;
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = listInstalled();
  const components = bill.components
    .filter(({ name, version }) => installed.has(`${name}@${version}`))
    .map(({ scope: _ofDevelopment, properties, ...component }) => ({
      ...component,
      properties: properties?.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const refs = new Set([metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) }));
  // npm names the package after its folder.
  const component = { ...metadata.component, name: own.name };
  return { ...bill, metadata: { ...metadata, component }, components, dependencies };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(root, 'sbom.cdx.json');
  const bill = makeBill();
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
  // What packs the package reads its file's name from standard output: `npm install "$(npm pack --silent)"`.
  process.stderr.write(`${path}: ${bill.components.length} packages\n`);
}
