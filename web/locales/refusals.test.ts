// Each sentence that the server refuses with has its French one, with the same places to fill in.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript-6';
import { fill } from '../platform/errors/fill.ts';
import { translateHint } from '../platform/errors/hints.ts';
import { refusals } from './fr/errors.ts';

interface Sentence {
  key: string;
  words: string;
  places: number;
}

/** Sentences are named by a word that stands in the source: says('key')`words`. */
function readSentences(file: string): Sentence[] {
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'says') {
      const [key] = node.arguments;
      const { parent } = node;
      assert.ok(key !== undefined && ts.isStringLiteral(key) && ts.isTaggedTemplateExpression(parent), node.getText());
      const { template } = parent;
      const parts = ts.isTemplateExpression(template)
        ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
        : [template.text];
      found.push({ key: key.text, words: parts.join('…'), places: parts.length - 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const source = join(import.meta.dirname, '../../src');
const sentences = readdirSync(source, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('test.ts'))
  .map((name) => join(source, name))
  .filter((file) => readFileSync(file, 'utf8').includes('says('))
  .flatMap(readSentences);

describe('refusals', () => {
  it('are all said in French, and nothing else is', () => {
    assert.ok(sentences.length > 100);
    assert.deepEqual(
      [...new Set(sentences.map(({ key }) => key))].filter((key) => !Object.hasOwn(refusals, key)),
      [],
    );
    const told = new Set(sentences.map(({ key }) => key));
    assert.deepEqual(
      Object.keys(refusals).filter((key) => !told.has(key)),
      [],
    );
  });

  it('are one sentence for one name', () => {
    const words = Map.groupBy(sentences, ({ key }) => key);
    assert.deepEqual(
      [...words].filter(([, all]) => new Set(all.map((one) => one.words)).size > 1).map(([key]) => key),
      [],
    );
  });

  it('are filled in with what the English sentence has', () => {
    const wrong = sentences.filter(({ key, places }) => {
      const named = Array.from((refusals[key] ?? '').matchAll(/\{(\d+)\}/g), ([, place]) => Number(place));
      return named.some((place) => place >= places);
    });
    assert.deepEqual(wrong, []);
  });
});

describe('a sentence of the server', () => {
  const sentences = { outer: 'de {0} à {1}', none: 'rien' };

  it('is put together from its parts', () => {
    const parts = { key: 'list.or', params: ['a', 'b', { key: 'none', params: [] }] };
    assert.equal(fill(sentences, { key: 'outer', params: ['{1}', parts] }), 'de {1} à a, b ou rien');
  });

  it('is not told where a part of it is unknown, so that its English words are shown', () => {
    assert.equal(fill(sentences, { key: 'outer', params: ['a', { key: 'new', params: [] }] }), undefined);
    assert.equal(fill(sentences, { key: 'constructor', params: [] }), undefined);
    assert.equal(fill(sentences, undefined), undefined);
  });

  it('says what is allowed with the same numbers', () => {
    const hints = { 'a number from # to # (#: none)': 'un nombre de # à # (# : aucun)' };
    assert.equal(translateHint('a number from 0 to 9.5 (-1: none)', hints), 'un nombre de 0 à 9.5 (-1 : aucun)');
    assert.equal(translateHint('a word', hints), 'a word');
  });

  it('has what is allowed by the words of the server', () => {
    const told = { key: 'outer', params: ['1', { key: 'hint', params: ['any of 3'] }] };
    assert.equal(fill(sentences, told, { 'any of #': 'l’un de #' }), 'de 1 à l’un de 3');
  });
});
