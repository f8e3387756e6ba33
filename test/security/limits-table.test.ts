// Every limit has a row in docs/overload.md, with what it is, and every row has a limit: a new constant that bounds something
// needs one.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { registry } from '../../src/settings/registry.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/overload.md'), 'utf8');

/** Constants of modules whose names say that they bound something, and that are numbers. */
const constants =
  /^(?:export )?const (\w*(?:Max|Limit|AtOnce)(?:Bytes|Ms|KiB)?|(?:max|limit)(?:Bytes|Ms)|\w+TimeoutMs)(?:: number)? = ([\d_.* ]+);/gm;
const boundingSetting =
  /(?:_limit|_max|_max_ms|_timeout|_lifetime|_per_day|_pool_size)$|^sys_max_|_kept_days$|_read_wait$/;

/** `name` or `name file`, with its number. */
type Limits = Map<string, number>;

const isSource = (name: string): boolean =>
  name.endsWith('.ts') && !/\.(?:test|testing|fixture)\.ts$/.test(name) && !name.startsWith('migrations/');

const product = (text: string): number =>
  text.split('*').reduce((sum, factor) => sum * Number(factor.replaceAll('_', '').trim()), 1);

function findConstants(): Limits {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(isSource);
  return new Map(
    names.flatMap((name) => {
      const text = readFileSync(join(root, 'src', name), 'utf8').replaceAll(' ** ', '**');
      return [...text.matchAll(constants)].map(([, constant = '', value = '']): [string, number] => [
        `${constant} ${name}`,
        product(value),
      ]);
    }),
  );
}

const findSettings = (): Limits =>
  new Map(
    Object.entries(registry).flatMap(([name, { default: value }]): [string, number][] =>
      boundingSetting.test(name) && typeof value === 'number' ? [[name, value]] : [],
    ),
  );

const section = page.slice(page.indexOf('## Every limit'));
const rowPattern = /^\| `(\w+)`(?: in `([\w/.-]+)`)? \| ([\d,]+)[^|]*\| [^|]+ \| [^|]+ \|$/gm;
const rows = [...section.matchAll(rowPattern)].map(([, name = '', file, value = '']): [string, number] => [
  file === undefined ? name : `${name} ${file}`,
  Number(value.replaceAll(',', '')),
]);

const limits: Limits = new Map([...findSettings(), ...findConstants()]);

it('every setting and constant that bounds something has a row with its default, and no row is about nothing', () => {
  const written = new Map(rows);
  assert.equal(written.size, rows.length, 'a limit has two rows');
  const lacking = [...limits].filter(([name, value]) => written.get(name) !== value);
  assert.deepEqual(
    lacking.map(([name, value]) => {
      const [constant = '', file] = name.split(' ');
      const place = file === undefined ? '' : ` in \`${file}\``;
      return `| \`${constant}\`${place} | ${value.toLocaleString('en')} UNIT | WHAT IT BOUNDS | WHAT ITS EXCESS ANSWERS |`;
    }),
    [],
    'rows that docs/overload.md needs',
  );
  assert.deepEqual(
    [...written.keys()].filter((name) => !limits.has(name)),
    [],
    'rows whose limit is gone',
  );
});

it('all lines of the tables are rows of that form', () => {
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:---|Limit) /.test(line));
  assert.equal(
    lines.length,
    rows.length,
    `another form: ${lines.find((line) => line.match(new RegExp(rowPattern.source)) === null)}`,
  );
});

it('sees a constant that is new', () => {
  const [found] = 'export const partsMax = 2 * 1_000;'.matchAll(constants);
  assert.deepEqual([found?.[1], product(found?.[2] ?? '')], ['partsMax', 2000]);
});
