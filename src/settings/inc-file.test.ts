import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SettingsError } from './declare.ts';
import { quoteText, readIncFile, updateIncFile } from './inc-file.ts';

const read = (source: string): Record<string, string> =>
  Object.fromEntries(readIncFile('local.inc', source).assignments.map(({ name, text }) => [name, text]));

const readable: [what: string, source: string, expected: Record<string, string>][] = [
  ['nothing', '', {}],
  ['an opening tag alone', '<?php', {}],
  ['a whole PHP file', "<?php\n// one\n# two\n/* three\n$x = 1; */\n$a = 'b';\n?>\n", { a: 'b' }],
  ['no tags', '$a = 1;$b=2 ;', { a: '1', b: '2' }],
  ['a byte order mark and CRLF', "\uFEFF<?php\r\n$a = 'b';\r\n", { a: 'b' }],
  ['comments inside', '$a /* of */ = // the\n 5 # kind\n;', { a: '5' }],
  ['comment signs inside text', `$a = '# // /* ?> $b;';`, { a: '# // /* ?> $b;' }],
  ['escapes in single quotes', String.raw`$a = 'it\'s \\ \n';`, { a: String.raw`it's \ \n` }],
  ['escapes in double quotes', String.raw`$a = "q\" d\$x b\\n t\tend \z";`, { a: 'q" d$x b\\n t\tend \\z' }],
  ['integers', '$a = 0; $b = -12; $c = 67108864;', { a: '0', b: '-12', c: '67108864' }],
  ['booleans in any case', '$a = true; $b = FALSE;', { a: '1', b: '0' }],
  ['the later of two', '$a = 1; $a = 2;', { a: '2' }],
];

for (const [what, source, expected] of readable) {
  test(`reads ${what}`, () => assert.deepEqual(read(source), expected));
}

const refused: [what: string, source: string, line: number, says: RegExp][] = [
  ['a statement', "<?php\n\ninclude 'x';", 3, /only lines of the form \$name = value;/],
  ['a call', '$a = getenv("HOME");', 1, /\$a is not plain data; allowed: a text in quotes/],
  ['a variable', '$a = $b;', 1, /not plain data/],
  ['a variable in double quotes', '$a = "$b";', 1, /not plain data/],
  ['an expression', "\n$a = 'x' . 'y';", 2, /must end with ";"/],
  ['arithmetic', '$a = 1+1;', 1, /must end with ";"/],
  ['an array', "$a = ['x'];", 1, /not plain data/],
  ['a fraction', '$a = 1.5;', 1, /not plain data/],
  ['an octal number', '$a = 010;', 1, /without leading zeros/],
  ['a missing semicolon', '$a = 1\n$b = 2;', 1, /\$a must end with ";"/],
  ['a missing value', '$a;', 1, /must be followed by "= value;"/],
  ['an open string', "$a = 'x;\n$b = 'y';", 1, /on one line/],
  ['an open comment', '$a = 1;\n/* $b = 2;', 2, /comment \/\* has no end/],
  ['text after the end', '<?php\n?>\nhello', 2, /only lines/],
  ['an element', '$a[1] = 2;', 1, /must be followed/],
];

for (const [what, source, line, says] of refused) {
  test(`refuses ${what} with file and line`, () => {
    assert.throws(
      () => read(source),
      (error) => {
        assert.ok(error instanceof SettingsError);
        assert.ok(error.message.startsWith(`local.inc:${line}: `), error.message);
        assert.match(error.message, says);
        return true;
      },
    );
  });
}

test('a refusal does not repeat the value, which may be a secret', () => {
  assert.throws(
    () => read('$password = hunter2;'),
    (error) => error instanceof SettingsError && !error.message.includes('hunter2'),
  );
});

const updates: [what: string, before: string, after: string][] = [
  ['starts a file', '', '<?php\n$a = 7;\n'],
  [
    'changes the value alone',
    "<?php\n  $a = 'old' /* c */ ; // d\n$b=1;\n?>",
    '<?php\n  $a = 7 /* c */ ; // d\n$b=1;\n?>',
  ],
  ['changes the one that counts', '$a = 1;\n$a = 2;\n', '$a = 1;\n$a = 7;\n'],
  ['adds at the end', '$b = 1;', '$b = 1;\n$a = 7;\n'],
  ['adds before the closing tag', '<?php\n$b = 1;\n?>\n', '<?php\n$b = 1;\n$a = 7;\n?>\n'],
  ['leaves commented lines', '<?php\n// $a = 1;\n', '<?php\n// $a = 1;\n$a = 7;\n'],
];

for (const [what, before, after] of updates) {
  test(`an update ${what}`, () => assert.equal(updateIncFile('local.inc', before, 'a', '7'), after));
}

test('a quoted text reads back as itself', () => {
  for (const text of ['', "it's", '\\', "\\'", '$x', '"?>', 'a\\\\b//#']) {
    assert.equal(read(`$a = ${quoteText(text)};`)['a'], text);
  }
});
