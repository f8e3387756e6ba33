// Texts: each key is used, each language fills in the same, and nothing in French was left in English.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Plural, TextKey } from './catalog.ts';
import { en as early } from './en/index.ts';
import { late } from './en/late/index.ts';
import { fr as earlyFrench } from './fr/index.ts';
import { late as lateFrench } from './fr/late/index.ts';

const en = { ...early, ...late };
const fr = { ...earlyFrench, ...lateFrench };

const web = join(import.meta.dirname, '..');
const sources = readdirSync(web, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !/^(?:dist|locales)\b|\.test\.tsx?$|schema\.d\.ts$/.test(name))
  .map((name) => readFileSync(join(web, name), 'utf8'))
  .join('\n');

/** Keys that the pages name, and beginnings and ends of those that they put together. */
const named = new Set(Array.from(sources.matchAll(/'([\w.-]+)'/g), ([, key]) => key));
const composed = Array.from(sources.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`\s]*)`/g), ([, text]) => {
  const parts = (text ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '[.]'));
  return new RegExp(`^${parts.join('.+')}$`);
});
const isUsed = (key: string): boolean => named.has(key) || composed.some((pattern) => pattern.test(key));

const keys = Object.keys(en).filter((key): key is TextKey => Object.hasOwn(en, key));
const formsOf = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
const placesOf = (text: string | Plural): string[] =>
  [
    ...new Set(formsOf(text).flatMap((form) => Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? ''))),
  ].sort();

describe('texts', () => {
  it('are all used', () => {
    assert.ok(keys.length > 100);
    assert.equal(isUsed('frame.no.such.text'), false);
    assert.deepEqual(
      keys.filter((key) => !isUsed(key)),
      [],
    );
  });

  it('have the same places to fill in in each language', () => {
    const different = keys.filter((key) => placesOf(en[key]).join() !== placesOf(fr[key]).join());
    assert.deepEqual(different, []);
  });

  it('are not empty', () => {
    assert.deepEqual(
      keys.filter((key) => [...formsOf(en[key]), ...formsOf(fr[key])].some((form) => form.trim() === '')),
      [],
    );
  });

  it('are French in French', () => {
    const same = keys.filter(
      (key) => formsOf(en[key]).join() === formsOf(fr[key]).join() && /\w+ \w+ \w+/.test(formsOf(en[key]).join()),
    );
    assert.deepEqual(same, []);
  });
});
