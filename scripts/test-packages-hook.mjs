// Runs first in the processes of tests, copied beside the bundle that test-packages.mjs makes, in node_modules/.cache: gives
// the sources the bundled packages. Others, such as packages, get the packages themselves.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const specifiers = JSON.parse(readFileSync(new URL('specifiers.json', import.meta.url), 'utf8'));
const urls = new Map(specifiers.map((specifier) => [specifier, new URL(`${specifier}.mjs`, import.meta.url).href]));

/** A specifier, or a URL, which may end in the engine of a test. */
const isSource = (specifier) => specifier !== undefined && /\.ts(?:\?\w+)?$/.test(specifier);

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isSource(context.parentURL)) return nextResolve(specifier, context);
    // The loader's own search would look for the package around each of a thousand files.
    if (specifier.startsWith('.') && isSource(specifier)) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    }
    const url = urls.get(specifier);
    if (url !== undefined) return { url, format: 'module', shortCircuit: true };
    if (urls.has(specifier.split('/')[0])) {
      throw new Error(`${specifier} is missing among the specifiers in scripts/test-packages.mjs`);
    }
    return nextResolve(specifier, context);
  },
});
