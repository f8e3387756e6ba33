import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { compileDecoder } from './decode.ts';
import { finishNow } from '../concurrency/time-slices.ts';
import { readXml } from './xml-read.ts';
import { writeXmlList } from '../http/routes/list-answer.ts';
import { writeXml, writeXmlContent, writeXmlInSlices } from './xml-write.ts';

const rows: [name: string, value: unknown, content: string][] = [
  ['an object', { id: 16, label: 'Bug' }, '<response><id>16</id><label>Bug</label></response>'],
  ['a list', [1, 'a', [2]], '<response><item>1</item><item>a</item><item><item>2</item></item></response>'],
  ['a list of one', { ids: [12] }, '<response><ids><item>12</item></ids></response>'],
  ['empties', { a: null, b: '', c: [], d: {} }, '<response><a></a><b></b><c/><d/></response>'],
  ['undefined members', { a: undefined, b: 1 }, '<response><b>1</b></response>'],
  ['booleans', [true, false], '<response><item>true</item><item>false</item></response>'],
  ['large numbers', 1.5e22, '<response>15000000000000000000000</response>'],
  ['small numbers', [-1.25e-7, 0.1], '<response><item>-0.000000125</item><item>0.1</item></response>'],
  ['minus zero and no numbers', [-0, Number.NaN], '<response><item>0</item><item></item></response>'],
  ['escapes', '& < > " \'', "<response>&amp; &lt; &gt; &quot; '</response>"],
  ['a carriage return', 'a\r\nb\t', '<response>a&#13;\nb\t</response>'],
  ['what XML cannot carry', '\u0000\u001f\ufffe\ud800x', '<response>\ufffd\ufffd\ufffd\ufffdx</response>'],
  ['astral characters', '\u{1F600}', '<response>\u{1F600}</response>'],
  [
    'names that are no XML names',
    { '2nd': 1, 'a:b': 2, '': 3 },
    '<response><item key="2nd">1</item><item key="a:b">2</item><item key="">3</item></response>',
  ],
  ['names to escape', { '<"\n\r\t': 1 }, '<response><item key="&lt;&quot;&#10;&#13;&#9;">1</item></response>'],
  ['names beyond ASCII', { été: 1 }, '<response><été>1</été></response>'],
  ['a member called item', { item: 1, a: 2 }, '<response><item>1</item><a>2</a></response>'],
  ['only a member called item', { item: 1 }, '<response><item key="item">1</item></response>'],
];
for (const [name, value, content] of rows) {
  test(`writeXml writes ${name}`, () => {
    assert.equal(writeXml(value), `<?xml version="1.0" encoding="UTF-8"?>\n${content}`);
  });
}

const asTexts: [name: string, value: object, content: string][] = [
  ['one scalar', { ids: [12] }, '<response><ids>12</ids></response>'],
  ['several', { ids: ['<', 2, null] }, '<response><ids><text>&lt;</text><text>2</text><text></text></ids></response>'],
  ['none', { ids: [] }, '<response><ids/></response>'],
  ['objects and lists', { a: [{ b: [1] }, [2]] }, '<response><a><item><b>1</b></item><item>2</item></a></response>'],
];
for (const [name, value, content] of asTexts) {
  test(`lists of scalars as the origin writes them: ${name}`, async () => {
    assert.equal(await writeXmlInSlices(value, 'texts'), `<?xml version="1.0" encoding="UTF-8"?>\n${content}`);
    assert.equal(`<response>${writeXmlContent(value, 'texts').toString()}</response>`, content);
  });
}

/** A schema that names exactly the types which the value has. */
function schemaOf(value: unknown): TSchema {
  if (typeof value === 'string') return Type.String();
  if (typeof value === 'number') return Number.isSafeInteger(value) ? Type.Integer() : Type.Number();
  if (typeof value === 'boolean') return Type.Boolean();
  if (value === null) return Type.Null();
  if (Array.isArray(value)) return Type.Tuple(value.map(schemaOf));
  return Type.Object(Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, schemaOf(part)])));
}

const asRequest = (xml: string): string =>
  xml.replace(/^(.*\n)<response/, '$1<request').replace(/<\/response>$/, '</request>');

const xmlText = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) => text.replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?'));
const name = fc
  .oneof(xmlText, fc.constantFrom('item', 'id', '2nd', 'constructor', 'toString', 'été'))
  .filter((key) => key !== '__proto__');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    xmlText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test('property: what writeXml writes reads back as the same value by its schema', () => {
  fc.assert(
    fc.property(json, (value) => {
      const decode = compileDecoder(schemaOf(value));
      assert.deepEqual(decode(finishNow(readXml(asRequest(writeXml(value)))), 'xml'), value);
      assert.deepEqual(decode(value, 'json'), value);
    }),
    { numRuns: 500 },
  );
});

test('property: without a schema lists, objects and texts keep their form', () => {
  const texts = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      xmlText,
      fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  const decode = compileDecoder(Type.Unknown());
  fc.assert(
    fc.property(texts, (value) =>
      assert.deepEqual(decode(finishNow(readXml(asRequest(writeXml(value)))), 'xml'), value),
    ),
    { numRuns: 500 },
  );
});

test('items that were written before make the same document', async () => {
  for (const items of [[], [{}], [{ id: 1, name: 'ä < ✓', tags: ['a'] }, {}, { item: [] }]]) {
    const entries = items.map((item) => JSON.stringify(item));
    assert.equal((await writeXmlList({ entries })).toString(), writeXml(items));
    assert.equal((await writeXmlList({ entries, member: 'of' })).toString(), writeXml({ of: items }));
    assert.equal(await writeXmlInSlices({ of: items }), writeXml({ of: items }));
  }
});
