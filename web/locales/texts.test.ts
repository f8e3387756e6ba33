// Texts: each key is used, each language fills in the same, and nothing in French was left in English.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Plural, TextKey } from './catalog.ts';
import { en as early } from './en/index.ts';
import { administration } from './en/administration/index.ts';
import { pages } from './en/pages/index.ts';
import { fr as earlyFrench } from './fr/index.ts';
import { administration as administrationFrench } from './fr/administration/index.ts';
import { pages as pagesFrench } from './fr/pages/index.ts';

const en = { ...early, ...pages, ...administration };
const fr = { ...earlyFrench, ...pagesFrench, ...administrationFrench };

const web = join(import.meta.dirname, '..');
const sources = readdirSync(web, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !/^(?:dist|locales)\b|\.test\.tsx?$|schema\.d\.ts$/.test(name))
  .map((name) => readFileSync(join(web, name), 'utf8'));

/** Keys that sources name, and beginnings and ends of those that they put together. */
function findUses(text: string): (key: string) => boolean {
  const named = new Set(Array.from(text.matchAll(/'([\w.-]+)'/g), ([, key]) => key));
  const composed = Array.from(text.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`\s]*)`/g), ([, name]) => {
    const parts = (name ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '[.]'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
  return (key) => named.has(key) || composed.some((pattern) => pattern.test(key));
}
const isUsed = findUses(sources.join('\n'));

/** What the home of people is made of, with what opens over it; not what other features read late, nor what the routes of their pages need. */
function readFirstPage(): string {
  const seen = new Map<string, string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !/(?<!\.d|\.routes)\.tsx?$/.test(file) || file.includes('/locales/')) return;
    const text = readFileSync(file, 'utf8');
    seen.set(file, text);
    const follow = (pattern: RegExp): void => {
      for (const [, path = ''] of text.matchAll(pattern)) visit(join(dirname(file), path));
    };
    follow(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm);
    // What comes together with the texts of pages is not read before them.
    const isFrame = /\/web\/(?:ui|features\/frame)\//.test(file) && !text.includes("loadTextBundle('pages')]");
    if (isFrame) follow(/import\('(\.[^']+)'\)/g);
  };
  for (const entry of ['main.tsx', 'features/home/home.page.tsx', 'features/people/sign-in/sign-in-form.tsx'])
    visit(join(web, entry));
  return [...seen.values()].join('\n');
}

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

  it('of the first page are read before it', () => {
    const isFirst = findUses(readFirstPage());
    assert.ok(Object.keys(early).filter(isFirst).length > 50);
    assert.deepEqual(
      Object.keys({ ...pages, ...administration }).filter((key) => isFirst(key)),
      [],
    );
  });

  it('stand once in each language, whichever file has them', () => {
    for (const language of ['en', 'fr']) {
      const folder = join(web, 'locales', language);
      const all = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.ts') && !/^(?:setting-(?:meanings|hints)|errors)\b/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .flatMap((text) => Array.from(text.matchAll(/^  '?([\w.-]+)'?:/gm), ([, key]) => key));
      assert.equal(all.length, keys.length);
      assert.deepEqual(
        all.filter((key, place) => all.indexOf(key) !== place),
        [],
      );
    }
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
