// Each page that the application draws has an address for which the server gives its document, so that it can be loaded anew.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pageUrls } from './page-addresses.ts';

const root = join(import.meta.dirname, '../../..');
const route = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),(?:\s*path: '([^']*)')?/g;
/** The server leads on from there itself. */
const led = new Set(['/goto']);

/** Addresses of the routes that a file makes, with `*` for their parts. */
function listAddresses(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const made = new Map<string, { parent: string; path: string }>();
  for (const [, name = '', parent = '', path = ''] of text.matchAll(route)) made.set(name, { parent, path });
  assert.equal(made.size, text.match(/createRoute\(/g)?.length ?? 0, `routes of ${file} are written otherwise`);
  const addressOf = (name: string): string => {
    const one = made.get(name);
    return one === undefined ? '' : `${addressOf(one.parent)}${one.path === '/' ? '' : one.path}`;
  };
  return [...made.keys()].map((name) => addressOf(name).replaceAll(/\$\w*/g, '*') || '/');
}

it('every page of the application is one that the server knows', () => {
  const files = globSync('web/features/**/*.routes.ts', { cwd: root });
  assert.ok(files.length > 10);
  const known = new Set(pageUrls.map((url) => url.replaceAll(/:\w+/g, '*')));
  const unknown = files.flatMap(listAddresses).filter((address) => !known.has(address) && !led.has(address));
  assert.deepEqual(unknown, []);
});
