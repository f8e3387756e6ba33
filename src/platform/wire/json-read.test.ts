import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomainError } from '../errors.ts';
import { finishNow } from '../concurrency/time-slices.ts';
import * as steps from './json-read.ts';

const readJson = (text: string): unknown => finishNow(steps.readJson(text));
const checkPlainJson = (value: unknown): unknown => finishNow(steps.checkPlainJson(value));
const decodeUtf8 = (bytes: Uint8Array): string => finishNow(steps.decodeUtf8(bytes));

const refused: [text: string, message: RegExp][] = [
  ['', /line 1, column 1: the end stands where a value is expected/],
  ['{', /the end stands where a key/],
  ['{\n  "a": 1,\n}', /line 3, column 1: "}" stands where a key in double quotes is expected/],
  ["{'a': 1}", /line 1, column 2: "'" stands where a key in double quotes/],
  ['{"a" 1}', /"1" stands where a colon is expected/],
  ['{"a": 1 "b": 2}', /comma or } is expected/],
  ['[1 2]', /comma or ] is expected/],
  ['[1,]', /"]" stands where a value is expected/],
  ['01', /"1" follows the end of the value/],
  ['1 2', /line 1, column 3: "2" follows the end/],
  ['+1', /"\+" stands where a value/],
  ['.5', /value is expected/],
  ['1e999', /number is too large/],
  ['NaN', /"N" stands where a value/],
  ['nul', /did you mean null/],
  ['undefined', /"u" stands/],
  ['"abc', /line 1, column 1: the text that starts here has no closing/],
  ['"a\nb"', /write \\u000a/],
  ['"\\x"', /not an escape/],
  ['"\\u12g4"', /not an escape/],
  ['"\\ud800"', /half a character/],
  ['"\\ud800\\u0041"', /half a character/],
  ['"\\udc00"', /half a character/],
  ['"\ud800"', /half a surrogate pair/],
  ['{"a":1,"a":2}', /column 8: the key "a" stands twice/],
  ['{"a":1,"\\u0061":2}', /the key "a" stands twice/],
  ['{"x":[{"b":1,"c":{},"b":2}]}', /the key "b" stands twice/],
  ['['.repeat(33) + ']'.repeat(33), /more than 32 deep/],
  ['['.repeat(100_000), /more than 32 deep/],
];
for (const [text, message] of refused) {
  test(`readJson refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.throws(
      () => readJson(text),
      (error) => error instanceof DomainError && error.kind === 'invalid' && message.test(error.message),
    );
  });
}

const accepted = [
  ' \t\r\n{"a":[1,-0.5e-3,true,false,null,"x\\n\\u00e9\\ud83d\\ude00\u{1F600}\\/"],"b":{"a":1}} ',
  '[[],{}]',
  '"text"',
  '['.repeat(32) + ']'.repeat(32),
  '[{"a":1},{"a":2}]',
];
for (const text of accepted) {
  test(`readJson reads ${JSON.stringify(text.slice(0, 40))}`, () => assert.deepEqual(readJson(text), JSON.parse(text)));
}

test('property: readJson takes what JSON.stringify wrote', () => {
  const value = fc.json({ maxDepth: 5, stringUnit: 'grapheme' });
  fc.assert(fc.property(value, (text) => assert.deepEqual(readJson(text), JSON.parse(text))));
});

test('property: readJson never takes what JSON.parse refuses and throws nothing but DomainError', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b"',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\\',
    'u0041',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      const text = tokens.join('');
      let read: unknown;
      try {
        read = readJson(text);
      } catch (error) {
        assert.ok(error instanceof DomainError, String(error));
        return;
      }
      assert.deepEqual(read, JSON.parse(text));
    }),
    { numRuns: 5000 },
  );
});

test('decodeUtf8 strips a byte order mark and refuses other encodings', () => {
  assert.equal(decodeUtf8(new TextEncoder().encode('\uFEFFé')), 'é');
  for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
    assert.throws(() => decodeUtf8(Uint8Array.from(bytes)), /not valid UTF-8/);
  }
});

test('checkPlainJson refuses __proto__ at any depth and values too deep to walk', () => {
  assert.throws(() => checkPlainJson(JSON.parse('{"a":[{"__proto__":{}}]}')), /__proto__/);
  let deep: unknown = [];
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  assert.throws(() => checkPlainJson(deep), DomainError);
});

test('readJson reads long lists, objects and texts in many steps, and gives what JSON.parse does', () => {
  const long = {
    list: Array.from({ length: 20_000 }, (_, n) => ({ n })),
    text: `${'ä\n"\\\u{1F600}'.repeat(50_000)}`,
    [`${'key\u{1F600}'.repeat(40_000)}`]: 1,
  };
  const text = JSON.stringify(long);
  const reading = steps.readJson(text);
  let count = 0;
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) {
      assert.deepEqual(step.value, long);
      break;
    }
    count += 1;
  }
  assert.ok(count > 80, `${count} steps`);
  const escaped = `"${'\\ud83d\\ude00'.repeat(20_000)}"`;
  assert.equal(readJson(escaped), '\u{1F600}'.repeat(20_000));
});

test('readJson refuses too many values, keys and digits', () => {
  assert.throws(() => readJson(`[${'1,'.repeat(100_000)}1]`), /more than 100000 values/);
  assert.throws(() => readJson(`[${'[{}],'.repeat(100_000)}1]`), /more than 100000 values/);
  assert.throws(() => readJson('1'.repeat(1001)), /more than 1000 digits/);
  assert.throws(() => readJson(`{"${'k'.repeat(1e6)}":1,"${'k'.repeat(1e6)}":2}`), /the key "k{100}…" stands twice/);
});
