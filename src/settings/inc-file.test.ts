import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SettingsError } from './declare.ts';
import { readIncFile, removeFromIncFile, updateIncFile } from './inc-file.ts';

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
  [
    'rare escapes',
    String.raw`$a = "\v\e\f\r\n \x41\x4 \101\60 \u{e9}\u{1F4A1}";`,
    { a: '\v\u001b\f\r\n A\u0004 A0 é💡' },
  ],
  ['bytes of UTF-8', String.raw`$a = "caf\xC3\xA9 \303\251";`, { a: 'café é' }],
  ['what is no escape', String.raw`$a = "\q \xg \u{110000} \'";`, { a: String.raw`\q \xg \u{110000} \'` }],
  ['dollars that start no variable', '$a = "$5 $$ a$ {} $";', { a: '$5 $$ a$ {} $' }],
  ['comments that end with the file', '<?php\n$a = 1; // last ?>\n', { a: '1' }],
  ['line ends of old systems', '// one\r$a = 1;\r# two\r$b = 2;', { a: '1', b: '2' }],
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
  ['a variable in braces', '$a = "{$b}";', 1, /not plain data/],
  ['a variable in other braces', '$a = "${b}";', 1, /not plain data/],
  ['bytes that are no UTF-8', String.raw`$a = "caf\xE9";`, 1, /not plain data/],
  ['what follows a closing tag in a comment', '$a = 1; // x ?> y\n$b = 2;', 1, /only lines/],
  ['a text that goes on', "$a = 'x\ny';", 1, /on one line/],
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
    "<?php\n  $a = '7' /* c */ ; // d\n$b=1;\n?>",
  ],
  ['changes the one that counts', '$a = 1;\n$a = 2;\n', '$a = 1;\n$a = 7;\n'],
  ['keeps double quotes', '$a = "1";\n', '$a = "7";\n'],
  ['makes no boolean of a number', '$a = TRUE;\n', '$a = 7;\n'],
  ['adds at the end', '$b = 1;', '$b = 1;\n$a = 7;\n'],
  ['adds before the closing tag', '<?php\n$b = 1;\n?>\n', '<?php\n$b = 1;\n$a = 7;\n?>\n'],
  ['adds before a closing tag after a comment', '$b = 1; // c ?>\n', '$b = 1; // c \n$a = 7;\n?>\n'],
  ['leaves commented lines', '<?php\n// $a = 1;\n', '<?php\n// $a = 1;\n$a = 7;\n'],
  ['ends lines as the file does', '\uFEFF<?php\r\n$b = 1;\r\n', '\uFEFF<?php\r\n$b = 1;\r\n$a = 7;\r\n'],
];

for (const [what, before, after] of updates) {
  test(`an update ${what}`, () =>
    assert.equal(updateIncFile('local.inc', before, { name: 'a', text: '7', isBare: true }), after));
}

test('a flag stays a boolean where it is one', () => {
  assert.equal(updateIncFile('local.inc', '$a = TRUE;', { name: 'a', text: '0', isBare: true }), '$a = false;');
});

test('a text reads back as itself in either quotes', () => {
  for (const text of ['', "it's", '\\', "\\'", '$x', '"?>', 'a\\\\b//#', '{$x}', '\\x41', '7']) {
    for (const present of ['', "$a = '';", '$a = "";']) {
      assert.equal(read(updateIncFile('local.inc', present, { name: 'a', text, isBare: false }))['a'], text);
    }
  }
});

const removals: [what: string, before: string, after: string][] = [
  ['leaves a file that does not name it', '<?php\n$b = 1;\n', '<?php\n$b = 1;\n'],
  ['takes its line along', "<?php\n  $a = 'x';  \n$b = 1;\n?>\n", '<?php\n$b = 1;\n?>\n'],
  ['takes each of them', '$a = 1;\n$b = 1;\n$a = 2;', '$b = 1;\n'],
  ['keeps what stands beside it', '$a = 1; // why\n$b = 1; $a = 2;\n', ' // why\n$b = 1; \n'],
  ['keeps the opening tag', '<?php $a = 1;\r\n$b = 2;\r\n', '<?php \r\n$b = 2;\r\n'],
  ['takes all lines of one', '<?php\r\n$a =\r\n  1;\r\n$b = 2;\r\n', '<?php\r\n$b = 2;\r\n'],
];

for (const [what, before, after] of removals) {
  test(`a removal ${what}`, () => {
    assert.equal(removeFromIncFile('local.inc', before, 'a'), after);
    assert.deepEqual(read(after), Object.fromEntries(Object.entries(read(before)).filter(([name]) => name !== 'a')));
  });
}
