// Texts that are opened and closed are the same bytes, and a change of one block leaves all others as they were.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import type { Node } from '@tiptap/pm/model';
import { textSchema as schema } from '../schema.ts';
import { corpus } from './corpus.testing.ts';
import type { CorpusText } from './corpus.testing.ts';
import { openText } from './open-text.ts';
import type { TextFormat } from './read-block.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';

const { DOMParser, document } = new Window();
Object.assign(globalThis, { DOMParser, document });

const root = new URL('../../../../../', import.meta.url).pathname;

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root, exclude: ['docs/dist/**'] }).map((name): CorpusText => ({
  name,
  format: 'commonmark',
  source: readFileSync(`${root}${name}`, 'utf8'),
}));

/** Texts of project archives beside this repository; undefined where there are none. */
function readArchivedTexts(): CorpusText[] | undefined {
  const shared = `${root}../shared`;
  if (!existsSync(shared)) return undefined;
  const texts = new Map<string, CorpusText>();
  for (const name of globSync('fixtures*/**/project.xml', { cwd: shared })) {
    const xml = readFileSync(`${shared}/${name}`, 'utf8');
    for (const [, given = ''] of xml.matchAll(/<(?:value|body|description)[^>]*>([^<]+|<!\[CDATA\[[^]*?\]\]>)</g)) {
      const source = given.replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, '$1');
      // Whoever wrote a text may have meant either.
      for (const format of ['commonmark', 'html'] as const)
        texts.set(`${format} ${source}`, { name: `${name} (${format})`, format, source });
    }
  }
  return [...texts.values()];
}

const texts = [...corpus, ...pages];
const archived = readArchivedTexts();

const documentOf = (blocks: readonly Node[]): Node => schema.node('doc', null, blocks);

const read = (source: string, format: TextFormat) =>
  format === 'html' ? readHtml(schema, source) : readMarkdown(schema, source);

/** The block with a word more at its end; undefined where it has no words. */
function addWord(node: Node): Node | undefined {
  if (node.type.name === 'codeBlock' || node.type.name === 'sourceBlock') return undefined;
  if (node.isTextblock) return node.copy(node.content.addToEnd(schema.text(' more')));
  const { lastChild } = node;
  const changed = lastChild === null ? undefined : addWord(lastChild);
  return changed === undefined ? undefined : node.copy(node.content.replaceChild(node.childCount - 1, changed));
}

function assertUnchanged({ name, format, source }: CorpusText): void {
  const opened = openText(schema, source, format);
  assert.equal(opened.write(documentOf(opened.blocks)), source, name);
  // As after a change that was undone.
  const again = schema.nodeFromJSON(documentOf(opened.blocks).toJSON());
  assert.equal(opened.write(again), source, name);
}

function assertOthersStay({ name, format, source }: CorpusText): void {
  const { blocks, write } = openText(schema, source, format);
  for (const [index, { start, end, node }] of read(source, format).entries()) {
    const changed = addWord(node);
    if (changed === undefined) continue;
    const written = write(documentOf(blocks.with(index, changed)));
    const about = `${name}, block ${index}`;
    assert.equal(written.slice(0, start), source.slice(0, start), about);
    assert.ok(written.endsWith(source.slice(end)), `${about}: ${written.slice(start)}`);
    assert.ok(written.length > source.length - (end - start), about);
  }
}

/** What an editor shows, without how loose its lists are written. */
const shown = (node: Node): string => node.toString();

/** Each block that is written anew reads as what it was. */
function assertReadsBack({ name, format, source }: CorpusText): void {
  const { write } = openText(schema, '', format);
  for (const { node } of read(source, format)) {
    if (node.type.name === 'sourceBlock' || (node.type.name === 'paragraph' && node.childCount === 0)) continue;
    const written = write(documentOf([node]));
    const [again, ...more] = read(written, format);
    assert.equal(again === undefined ? '' : shown(again.node), shown(node), `${name}:\n${written}`);
    assert.equal(more.length, 0, `${name}:\n${written}`);
  }
}

describe('texts that are edited', () => {
  it('are the same bytes where nothing was changed', () => texts.forEach(assertUnchanged));
  it('have all other blocks as they were where one was changed', () => texts.forEach(assertOthersStay));
  it('read as they were where a block is written anew', () => texts.forEach(assertReadsBack));
  it('of project archives stay as they are, too', (context) => {
    if (archived === undefined) return context.skip('the archives are not here');
    assert.ok(archived.length > 50, `${archived.length} texts`);
    context.diagnostic(`${archived.length} texts`);
    archived.forEach(assertUnchanged);
    archived.forEach(assertOthersStay);
    archived.forEach(assertReadsBack);
  });
});

const signs = fc.string({
  unit: fc.constantFrom(
    ...'ab *_~`[]()<>#+-=|\\!&;:.1\u00A0"'.split(''),
    'word',
    '&amp;',
    'http://a.b',
    '**',
    '- ',
    '1. ',
  ),
  minLength: 1,
  maxLength: 12,
});

const markNames = fc.subarray(['bold', 'italic', 'strike']);

const words = fc.array(fc.tuple(signs, markNames), { minLength: 1, maxLength: 4 }).map((pieces) => [
  schema.text('x'),
  ...pieces.map(([text, names]) =>
    schema.text(
      text,
      names.map((name) => schema.mark(name)),
    ),
  ),
  schema.text('y'),
]);

it('words with any signs and looks are read as they were written', () => {
  fc.assert(
    fc.property(words, (pieces) => {
      const paragraph = schema.node('paragraph', null, pieces);
      const written = openText(schema, '', 'commonmark').write(documentOf([paragraph]));
      const blocks = readMarkdown(schema, written);
      assert.equal(blocks.length, 1, written);
      // What no sign of Markdown says is written by tags, and shown as source.
      if (blocks[0]?.node.type.name === 'sourceBlock') return;
      const text = blocks[0]?.node.textContent;
      assert.equal(text, paragraph.textContent, written);
    }),
    { numRuns: 500 },
  );
});

it('words that begin like a block are words', () => {
  fc.assert(
    fc.property(signs, (text) => {
      const paragraph = schema.node('paragraph', null, [schema.text(text)]);
      const written = openText(schema, '', 'commonmark').write(documentOf([paragraph]));
      const [block, ...more] = readMarkdown(schema, written);
      assert.equal(more.length, 0, written);
      const wanted = text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
      if (wanted !== '')
        assert.equal(block?.node.toString(), schema.node('paragraph', null, [schema.text(wanted)]).toString(), written);
    }),
    { numRuns: 500 },
  );
});

it('names of characters are those of HTML, with their semicolon', async () => {
  const { decodeHTMLStrict } = await import('./decode-entities.ts');
  for (const [name, wanted] of [
    ['&eacute;', 'é'],
    ['&amp;', '&'],
    ['&semi;', ';'],
    ['&ampfoo;', '&ampfoo;'],
    ['&nope;', '&nope;'],
  ] as const)
    assert.equal(decodeHTMLStrict(name), wanted);
});
