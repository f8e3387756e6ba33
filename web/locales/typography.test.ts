// French texts, of pages and of the server, hold together what may not be parted at the end of a line.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript-6';

const breaks = /« | »| [:;?!%](?=[\s»).,]|$)/;

/** Pieces of texts as they stand in a file, without names of properties. */
function readTexts(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && !isName) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  ts.forEachChild(source, visit);
  return found;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('test.ts'));

const pages = filesIn(join(import.meta.dirname, 'fr')).flatMap(readTexts);
/** Mails and checks of the server, whose French stands beside the English. */
const server = filesIn(join(import.meta.dirname, '../../src'))
  .flatMap(readTexts)
  .filter((text) => /[«»’àâçéèêëîïôùû]/.test(text));

describe('French texts', () => {
  it('have no-break spaces (U+00A0) before : ; ? ! % and within « »', () => {
    assert.ok(pages.length > 1000 && server.length > 50);
    assert.deepEqual(
      [...pages, ...server].filter((text) => breaks.test(text)),
      [],
    );
    for (const held of ['«\u00a0', '\u00a0»', '\u00a0:', '\u00a0?'])
      assert.ok(pages.some((text) => text.includes(held)));
  });
});
