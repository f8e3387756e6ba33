// What the server writes into the audit log has words on the page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript-6';
import { findDetailName, findValueWord } from './audit-details.ts';

const source = join(import.meta.dirname, '../../../src');

/** Names in literals that are called `details`. */
function findNames(file: string): string[] {
  const found: string[] = [];
  const take = (value: ts.Node | undefined): void => {
    if (value !== undefined && ts.isObjectLiteralExpression(value))
      found.push(
        ...value.properties.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : [])),
      );
  };
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (isNamed && ts.isIdentifier(node.name) && node.name.text === 'details') take(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

it('details of the audit log are named in the words of pages', () => {
  const names = readdirSync(source, { recursive: true })
    .map((name) => join(source, String(name)))
    .filter((file) => file.endsWith('.ts') && !/(?:test|testing)\.ts$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('recordAudit('))
    .flatMap(findNames)
    // Of an event to clients.
    .filter((name) => name !== 'limited');
  assert.ok(names.length > 50);
  assert.deepEqual(
    [...new Set(names)].filter((name) => findDetailName(name) === undefined),
    [],
  );
});

it('words of the server are told from what people typed', () => {
  assert.equal(findValueWord('picture', 'removed'), 'removed');
  assert.equal(findValueWord('name', 'platform banner'), 'platform-banner');
  assert.equal(findValueWord('shortname', 'new'), undefined);
  assert.equal(findDetailName('constructor'), undefined);
});
