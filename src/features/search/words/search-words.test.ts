// Words in documents and in searches are the same, whatever people write; and what is shown of a text is safe.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DomainError } from '../../../platform/errors.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import type { WordQuery } from '../../../platform/database/index.ts';
import { compileGroups, createMarker, formsIn, queryWords } from './matcher.ts';
import { parseSearchQuery } from './search-query.ts';
import type { SearchQuery } from './search-query.ts';
import { cropText } from './snippet.ts';
import { countSlips } from '../../../platform/texts/slips.ts';
import { formsOf } from './word-forms.ts';
import { addWords, bareText, piecesOf } from './words.ts';

const english = formsIn('english');
const scripts = fc.constantFrom(..."aZ9éßŒﬁ½Ⅷ²İıς東京都ガｶ゙한각กำ\u0301\u0345\u200d_-'.<>&;/ \n#👍Ω".split(/(?=[^])/u));
const texts = fc.oneof(fc.string({ unit: scripts, maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }));

/** Whether an index that holds these words names the document. */
function names(words: ReadonlySet<string>, query: WordQuery): boolean {
  if (query.kind === 'word')
    return words.has(query.word) || (query.isPrefix && [...words].some((word) => word.startsWith(query.word)));
  const isNamed = (one: WordQuery): boolean => names(words, one);
  return query.kind === 'and' ? query.of.every(isNamed) : query.of.some(isNamed);
}

function isFound(query: SearchQuery, text: string): boolean {
  const words = new Set<string>();
  const folded = bareText(foldText(text));
  addWords(words, foldText(text), 1000);
  return (
    names(words, queryWords(query, english)) &&
    compileGroups(query, english).some(({ terms }) => terms.every((term) => term.count(folded) > 0))
  );
}

describe('words', () => {
  it('each word of a text finds it, alone and as a beginning', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const visible = bareText(foldText(text));
        for (const { text: word } of piecesOf(visible)) {
          assert.ok(isFound(parseSearchQuery(word, 'q'), text), `${JSON.stringify(word)} of ${JSON.stringify(text)}`);
          assert.ok(isFound(parseSearchQuery(`${word}*`, 'q'), text), `${word}* of ${JSON.stringify(text)}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('whatever is searched is read, or refused as invalid', () => {
    const pieces = fc.constantFrom('"', '-', '*', ' ', 'OR', 'a', 'bc', '東京', '(', ':', '-"x y"', 'é*');
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          try {
            for (const { terms } of parseSearchQuery(text, 'q')) assert.ok(terms.length > 0);
          } catch (error) {
            assert.ok(error instanceof DomainError && error.kind === 'invalid', String(error));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  const read = (text: string): unknown =>
    parseSearchQuery(text, 'q').map(({ terms, excluded }) =>
      [...terms.map((term) => ({ term, sign: '' })), ...excluded.map((term) => ({ term, sign: '-' }))]
        .map(
          ({ term: { words, isPrefix }, sign }) =>
            sign + words.map((one) => one.text).join('_') + (isPrefix ? '*' : ''),
        )
        .join(' '),
    );
  for (const [text, wanted] of [
    ['Login Crash', ['login crash']],
    ['"Login form" -crash', ['login_form -crash']],
    ['log* l* "sign in"*', ['log* l sign_in*']],
    ['a OR b c', ['a', 'b c']],
    ['OR a OR', ['a']],
    ['or and not', ['or and not']],
    ['foo-bar v1.2', ['foo_bar v1_2']],
    ['"unclosed phrase', ['unclosed_phrase']],
    ['東京abc', ['東京_abc']],
    ['- " * ()', []],
  ] as const)
    it(`${text} is read as ${wanted.join(' or ')}`, () => assert.deepEqual(read(text), wanted));

  it('have the forms of their language', () => {
    for (const [word, other] of [
      ['crashes', 'crash'],
      ['crash', 'crashing'],
      ['cached', 'cache'],
      ['stopped', 'stop'],
      ['stop', 'stopping'],
      ['transfer', 'transfers'],
      ['transfer', 'transferred'],
      ['entry', 'entries'],
      ['entries', 'entry'],
    ] as const)
      assert.ok(formsOf(word, 'english').includes(other), `${word} ${other}`);
    assert.deepEqual(formsOf('crashes', 'none'), ['crashes']);
    assert.deepEqual(formsOf('x86', 'english'), ['x86']);
    assert.ok(formsOf('hausen', 'german').includes('haus'));
    assert.ok(formsOf('fehler', 'german').includes('fehlern'));
    assert.ok(formsOf('papier', 'french').includes('papiers'));
  });

  it('slips are counted', () => {
    for (const [from, to, slips] of [
      ['turbine', 'turbine', 0],
      ['turbine', 'turbnie', 1],
      ['turbine', 'tubine', 1],
      ['turbine', 'turbines', 1],
      ['turbine', 'tirbone', 2],
      ['abcdef', 'uvwxyz', 3],
    ] as const)
      assert.equal(countSlips(from, to, 2), slips, `${from} ${to}`);
  });
});

describe('the part of a text that is shown', () => {
  it('is escaped but for its marks, and stands in the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 40 }), texts, async (parts, q) => {
        const text = parts.join(' ');
        let query: SearchQuery = [];
        try {
          query = parseSearchQuery(q, 'q');
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const html = await cropText(text, createMarker(query, english));
        const bare = html.replaceAll('<mark>', '').replaceAll('</mark>', '');
        assert.ok(!/[<>"]/.test(bare), html);
        assert.equal(html.split('<mark>').length, html.split('</mark>').length);
        assert.ok(html.length < 4000);
      }),
      { numRuns: 300 },
    );
  });

  it('has the stretch with most words of the search', async () => {
    const text = `${'filler '.repeat(100)}one turbine and another turbine stalls ${'more '.repeat(100)}`;
    const html = await cropText(text, createMarker(parseSearchQuery('turbine', 'q'), english));
    assert.match(html, /^….*one <mark>turbine<\/mark> and another <mark>turbine<\/mark> stalls.*…$/);
    assert.equal(await cropText('東京都', createMarker(parseSearchQuery('京都', 'q'), english)), '東<mark>京都</mark>');
  });
});
