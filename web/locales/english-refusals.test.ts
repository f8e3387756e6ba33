// Refusals that have no name, so that French pages would show them in English: how many each part of the server has. New ones get a name.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript-6';

const source = join(import.meta.dirname, '../../src');

/** What makes a DomainError of a sentence, by the place of the sentence among its arguments. */
const makers: ReadonlyMap<string, number> = new Map([
  ...Array.from(
    readFileSync(join(source, 'platform/errors.ts'), 'utf8').matchAll(
      /^export const (\w+) = \(message: string \| Said/gm,
    ),
    ([, name = '']) => [name, 0] as const,
  ),
  ['DomainError', 1],
  ['forbiddenIn', 2],
]);

/** What constants of a file are made of, by their names. */
type Constants = ReadonlyMap<string, ts.Expression>;

/** The words that stand in the source itself, or in a constant of it; both of a choice. */
function wordsIn(node: ts.Expression, constants: Constants): string[] {
  if (ts.isParenthesizedExpression(node)) return wordsIn(node.expression, constants);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => wordsIn(one, constants));
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  if (constant !== undefined && !ts.isIdentifier(constant)) return wordsIn(constant, constants);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
      ? [node.left, node.right].flatMap((one) => wordsIn(one, constants))
      : [node.getText()];
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? [node.getText()] : [];
}

function findEnglish(name: string): string[] {
  const found: string[] = [];
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)) {
      const sentence = node.arguments?.[makers.get(node.expression.text) ?? Number.MAX_SAFE_INTEGER];
      if (sentence !== undefined) found.push(...wordsIn(sentence, constants));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, readFileSync(join(source, name), 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const english = Map.groupBy(
  readdirSync(source, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/(?:test|testing|fixture)\.ts$/.test(name))
    .flatMap((name) => findEnglish(name).map((words) => ({ part: name.split('/').slice(0, 2).join('/'), words }))),
  ({ part }) => part,
);

/** Only scripts, the command line and those who write requests by hand meet these. */
const onlyScripts: Readonly<Record<string, number>> = {
  'commands/backup.ts': 2,
  'commands/config.ts': 1,
  'commands/doctor.ts': 2,
  'commands/import.ts': 3,
  'commands/init.ts': 1,
  'commands/migrate-database.ts': 1,
  'commands/password-input.ts': 6,
  'commands/project.ts': 2,
  'commands/require-database.ts': 2,
  'commands/serving': 4,
  'features/agents': 11,
  'features/archive': 7,
  'features/attachments': 5,
  'features/backup': 6,
  'features/directory': 3,
  'features/events': 1,
  'features/labels': 1,
  'features/mail-gateway': 1,
  'features/projects': 7,
  'features/pull-requests': 6,
  'features/registration': 1,
  'features/source-control': 52,
  'features/tools': 4,
  'platform/blobs': 2,
  'platform/concurrency': 2,
  'platform/database': 21,
  'platform/errors.ts': 1,
  'platform/find-addresses.ts': 1,
  'platform/http': 28,
  'platform/markup': 1,
  'platform/texts': 1,
  'platform/tls.ts': 1,
  'platform/wire': 10,
};

describe('refusals without French', () => {
  it('grow no more: a new sentence has a name, by says of platform/texts', () => {
    assert.ok(makers.size > 10);
    assert.deepEqual(
      [...english].flatMap(([part, all]) => (all.length > (onlyScripts[part] ?? 0) ? [{ part, all }] : [])),
      [],
    );
  });

  it('are counted as they are, so that what got its French stays French', () => {
    const counts = Object.entries(onlyScripts);
    assert.deepEqual(
      counts.filter(([part, count]) => (english.get(part)?.length ?? 0) < count),
      [],
    );
  });
});
