// Tier: all, because it searches long texts with every expression of the sources.
// No regular expression in src is a time bomb: each gets long texts made of what it looks for, in which a search that goes
// back and forth takes the square of their length or more. Where one may, the reason stands here.
// Process: its own, because it loads a compiler
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createContext, Script } from 'node:vm';
import ts from 'typescript-6';
import { compilePattern } from '../../src/features/artifacts/query/language/pattern.ts';
import { isName } from '../../src/features/archive/xml/xml-syntax.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { chooseFormat, readContentType } from '../../src/platform/http/formats/negotiation.ts';
import { parseEntityTags } from '../../src/platform/http/answers/preconditions.ts';
import { parseHttpDate } from '../../src/platform/texts/http-dates.ts';
import { writeXml } from '../../src/platform/wire/xml-write.ts';

const root = join(import.meta.dirname, '../..');

/** Expressions that are slow on long texts and never get any: what bounds the text. */
const bounded: Readonly<Record<string, string>> = {
  '\\S+(?=\\s+$)': 'the 100 characters before a reference',
  '\\/+$': 'an address that an administrator has set',
  '[!@]+$': 'names of the format, which the program has',
  '[_.-]+$': 'as many characters as a name of an account may have',
  '[.-]+$': 'some 2,000 characters of a path in a reference',
};

interface Found {
  path: string;
  source: string;
  flags: string;
}

/** Every literal of a file, and the files' calls of the constructor. */
function readExpressions(path: string): { literals: Found[]; constructed: number } {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const literals: Found[] = [];
  let constructed = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ path, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') constructed += 1;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { literals, constructed };
}

function readAll(): { path: string; literals: Found[]; constructed: number }[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('src', name).replaceAll('\\', '/'))
    .map((path) => ({ path, ...readExpressions(path) }));
}

const classes: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  S: 'x',
  D: 'x',
  W: '-',
  p: 'é',
  n: '\n',
  t: '\t',
};

/** Characters that the expression is about. */
function listPumps(source: string): string[] {
  const escaped = [...source.matchAll(/\\([a-zA-Z])/g)].flatMap(([, letter = '']) => classes[letter] ?? []);
  const literal = [...source.replace(/\\[a-zA-Z](?:\{[^}]*\}|[0-9a-f]{2,4})?/g, '')].filter(
    (c) => !'\\^$|?*+(){}'.includes(c),
  );
  const singles = [...new Set([...escaped, ...literal, 'a', '1', ' ', 'A'])].slice(0, 16);
  const pairs = singles.slice(0, 6).flatMap((one) => singles.slice(0, 6).map((two) => one + two));
  return [...singles, ...pairs.filter(([one, two]) => one !== two)];
}

const context = createContext({ expression: /x/, texts: [] });
const search = new Script('for (const text of texts) { expression.lastIndex = 0; text.search(expression); }');

function endsInTime(expression: RegExp, texts: readonly string[], timeoutMs: number): boolean {
  Object.assign(context, { expression, texts });
  try {
    search.runInContext(context, { timeout: timeoutMs });
    return true;
  } catch (error) {
    // The context has an Error of its own.
    if (Reflect.get(Object(error), 'code') !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return false;
  }
}

/**
 * Whether a search takes the square of the text's length or more. A machine that is busy elsewhere is given the benefit of
 * the doubt: the second and third look have 20 times the time for 5 times the text.
 */
function isSlow(expression: RegExp, make: (length: number) => string): boolean {
  return (
    !endsInTime(expression, [make(12_000)], 15) &&
    !endsInTime(expression, [make(60_000)], 300) &&
    !endsInTime(expression, [make(60_000)], 300)
  );
}

/** A text that the expression does not get through; undefined when there is none. */
function findBomb({ source, flags }: { source: string; flags: string }): string | undefined {
  const expression = new RegExp(source, flags);
  const tries = listPumps(source).flatMap((pump) => {
    const long = (length: number): string => pump.repeat(length / pump.length);
    return [
      { pump, make: (length: number) => `${long(length)}\0` },
      { pump, make: (length: number) => `\0${long(length)}\n\0` },
    ];
  });
  // Limits of time are dear, and nearly all expressions are through with all texts at once.
  const texts = tries.map(({ make }) => make(12_000));
  if (endsInTime(expression, texts, 15)) return undefined;
  const found = tries.find(({ make }) => isSlow(expression, make));
  return found && `${JSON.stringify(found.pump)} repeated`;
}

describe('regular expressions', () => {
  const files = readAll();

  it('are found, and a time bomb among them would be', () => {
    assert.ok(files.flatMap(({ literals }) => literals).length > 80);
    for (const source of ['^(a+)+$', '(?:\\d+)*x', '\\s+$', 'a.*b.*c']) {
      assert.ok(findBomb({ source, flags: '' }) !== undefined, source);
    }
    assert.equal(findBomb({ source: '^[\\w-]+$', flags: '' }), undefined);
  });

  it('take time in proportion to the text', () => {
    const slow = files
      .flatMap(({ literals }) => literals)
      .filter(({ source }) => !Object.hasOwn(bounded, source))
      .map((found) => ({ found, bomb: findBomb(found) }))
      .filter(({ bomb }) => bomb !== undefined)
      .map(({ found, bomb }) => `${found.path}: /${found.source}/${found.flags} with ${bomb}`);
    assert.deepEqual(slow, []);
  });

  it('are literals, but for those whose users are attacked here', () => {
    const constructed = files
      .filter((file) => file.constructed > 0)
      .map((file) => file.path)
      .toSorted();
    assert.deepEqual(constructed, [
      'src/features/archive/xml/xml-syntax.ts',
      'src/features/mail-gateway/messages/introductions.ts', // the server's own words
      'src/features/mail-gateway/messages/mend-message.ts', // the server's own words
      'src/features/mail-gateway/messages/originals.ts', // the server's own words
      'src/features/search/words/words.ts',
      'src/features/source-control/archives/archived-commits.ts', // the pattern of a schema, which is the server's own
      'src/features/source-control/commits/closing-words.ts', // the server's own words
      'src/features/source-control/contents/git-part.ts', // names of files as long as the system allows, while a backup is made
      'src/features/source-control/svn/access-rules.ts', // the server's own words
      'src/platform/http/formats/negotiation.ts',
      'src/platform/http/routes/page-request.ts', // the name of a cookie; what is sent has at most 16 KiB
      'src/platform/openapi/example-bodies.ts', // patterns of the routes' own schemas, against texts of the server's own
      'src/platform/spreadsheets/spreadsheet-values.ts', // the server's own forms of days, against one cell
      'src/platform/texts/http-dates.ts',
      'src/platform/wire/decode-plan.ts', // patterns of schemas, which are the server's own
      'src/platform/wire/xml-write.ts',
    ]);
    const ignore = (work: () => unknown): void => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    };
    for (const part of ['a', 'a/', '"', 'a/b;c="', '\\"', ';q=', ',', ' ', '1', 'Mon, ', 'Sunday, 0', ':', '.1', 'é']) {
      // Node takes 16 KiB of headers.
      const text = part.repeat(16_384 / part.length);
      for (const sent of [text, `${text}\n`, `a/b;${text}`, `Mon, ${text}`, `2026-01-01T00:00:00.${text}`]) {
        const before = process.threadCpuUsage();
        ignore(() => chooseFormat(sent));
        ignore(() => readContentType(sent));
        ignore(() => parseHttpDate(sent));
        ignore(() => parseEntityTags(sent));
        writeXml({ [sent]: 1 });
        isName(sent);
        const { user } = process.threadCpuUsage(before);
        assert.ok(user < 200_000, `${JSON.stringify(sent.slice(0, 30))} takes ${user} µs`);
      }
    }
  });

  it('of queries take time in proportion to the text, whatever a client sends', async () => {
    const hostile = [
      '^(a+)+$',
      '(a|a)*b',
      '(a*)*(a*)*c',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(x+x+)+y',
      '.*.*.*.*.*.*=',
      '(?:a?){99}a{99}b',
      '(a|b)*a(a|b){99}c',
      '.{900}',
      'a.{300}b.{300}c',
    ];
    const mixed = (length: number): string => Array.from({ length }, (_, n) => 'abc'[(n * n) % 3]).join('');
    for (const source of hostile)
      for (const make of [(length: number) => `${'a'.repeat(length)}!`, mixed]) {
        const measure = async (length: number): Promise<number> => {
          const [text, matches] = [make(length), await compilePattern(source)];
          const before = process.threadCpuUsage();
          matches(text);
          return process.threadCpuUsage(before).user;
        };
        // A search that goes back and forth would take 100 times as long for a text that is 10 times as long.
        const [short, long] = [await measure(20_000), await measure(200_000)];
        assert.ok(long < 40 * Math.max(short, 20_000), `${source}: ${short} µs, then ${long} µs`);
      }
  });
});
