import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completePerson, completeReference, findTrigger } from './completion.ts';
import { append, insertLink, quote, toggleMarks } from './markdown-edits.ts';
import type { Edit } from './markdown-edits.ts';

const apply = (text: string, { start, end, insert, select }: Edit): string => {
  const next = text.slice(0, start) + insert + text.slice(end);
  return `${next.slice(0, select.start)}|${next.slice(select.start, select.end)}|${next.slice(select.end)}`;
};

describe('edits of Markdown', () => {
  it('puts marks around words and takes them away', () => {
    assert.equal(apply('a word here', toggleMarks('a word here', { start: 2, end: 6 }, '**')), 'a **|word|** here');
    assert.equal(apply('a **word** here', toggleMarks('a **word** here', { start: 4, end: 8 }, '**')), 'a |word| here');
    assert.equal(
      apply('a **word** here', toggleMarks('a **word** here', { start: 2, end: 10 }, '**')),
      'a |word| here',
    );
    assert.equal(apply('', toggleMarks('', { start: 0, end: 0 }, '_')), '_||_');
  });
  it('makes links of words, of addresses and of nothing', () => {
    assert.equal(apply('see docs', insertLink('see docs', { start: 4, end: 8 })), 'see [docs](|https://|)');
    assert.equal(apply('https://a.b', insertLink('https://a.b', { start: 0, end: 11 })), '[||](https://a.b)');
    assert.equal(apply('', insertLink('', { start: 0, end: 0 })), '[||](https://)');
  });
  it('quotes', () => {
    assert.equal(quote('one\n\ntwo\n'), '> one\n>\n> two\n\n');
    assert.equal(append('', 'x'), 'x');
    assert.equal(append('so far\n', 'x'), 'so far\n\nx');
  });
});

describe('completion', () => {
  const at = (text: string) => findTrigger(text, text.length);
  it('sees people and artifacts that are being named', () => {
    assert.deepEqual(at('ask @bru'), { kind: 'person', query: 'bru', keyword: '', start: 4, end: 8 });
    assert.deepEqual(at('x\nart #lo'), { kind: 'reference', query: 'lo', keyword: 'art', start: 2, end: 9 });
    assert.deepEqual(at('(#12'), { kind: 'reference', query: '12', keyword: '', start: 1, end: 4 });
  });
  it('sees none in mail addresses, headings and words', () => {
    for (const text of ['mail@bru', '# Heading', '#', 'C#sharp', 'ask @bru now', ''])
      assert.equal(at(text), undefined, text);
  });
  it('writes them', () => {
    const write = (text: string, edit: (trigger: NonNullable<ReturnType<typeof at>>) => Edit): string => {
      const trigger = at(text);
      assert.ok(trigger);
      return apply(text, edit(trigger));
    };
    assert.equal(
      write('ask @bru', (trigger) => completePerson(trigger, 'bruno')),
      'ask @bruno |' + '|',
    );
    assert.equal(
      write('art #lo', (trigger) => completeReference(trigger, 7, 'story #7')),
      'art #7 ||',
    );
    assert.equal(
      write('story #lo', (trigger) => completeReference(trigger, 7, 'story #7')),
      'story #7 ||',
    );
    assert.equal(
      write('see #lo', (trigger) => completeReference(trigger, 7, 'story #7')),
      'see story #7 ||',
    );
    assert.equal(
      write('#lo', (trigger) => completeReference(trigger, 7, 'story #7')),
      'story #7 ||',
    );
  });
});
