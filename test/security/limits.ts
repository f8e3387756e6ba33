// Every limit of the server: settings and constants whose names say that they bound something, as contract/limits.tsv lists
// them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '../../src/settings/registry.ts';

export interface Limit {
  name: string;
  value: number;
  /** The module of a constant, or `setting`. */
  place: string;
  /** What it bounds: a setting's meaning, or the comment above or behind a constant. */
  meaning: string;
}

const sources = join(import.meta.dirname, '../../src');
const constants =
  /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n|((?:^\/\/ .*\n)+))?^(?:export )?const (\w*(?:Max|Limit|AtOnce)(?:Bytes|Ms|KiB)?|(?:max|limit)(?:Bytes|Ms)|\w+TimeoutMs)(?:: number)? = ([\d_.* ]+);(?: \/\/ (.*))?/gm;
const boundingSetting =
  /(?:_limit|_max|_max_ms|_timeout|_lifetime|_per_day|_pool_size)$|^sys_max_|_kept_days$|_read_wait$/;

const isSource = (name: string): boolean =>
  name.endsWith('.ts') && !/\.(?:test|testing|fixture)\.ts$/.test(name) && !name.startsWith('migrations/');

const multiply = (text: string): number =>
  text.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1);

const onOneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\/\/|\*)/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The limits that a module declares as constants. */
export const readConstants = (place: string, text: string): Limit[] =>
  [...text.matchAll(constants)].map(([, block = '', lines = '', name = '', value = '', behind = '']) => ({
    name,
    value: multiply(value),
    place,
    meaning: onOneLine(block || lines || behind),
  }));

const findSettings = (): Limit[] =>
  Object.entries(registry).flatMap(([name, { default: value, meaning }]) =>
    boundingSetting.test(name) && typeof value === 'number' ? [{ name, value, place: 'setting', meaning }] : [],
  );

const findConstants = (): Limit[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .toSorted()
    .flatMap((name) => readConstants(name, readFileSync(join(sources, name), 'utf8')));

/** The text of contract/limits.tsv. */
export const writeLimits = (): string =>
  [
    ['Limit', 'Value', 'Declared in', 'What it bounds'].join('\t'),
    ...[...findSettings(), ...findConstants()].map(({ name, value, place, meaning }) =>
      [name, value, place, meaning].join('\t').trimEnd(),
    ),
    '',
  ].join('\n');
