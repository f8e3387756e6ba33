import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { DomainError } from '../errors.ts';
import { compileDecoder } from './decode.ts';
import type { DecodeSource } from './decode.ts';
import { finishNow } from '../concurrency/time-slices.ts';
import { readXml } from './xml-read.ts';

const artifact = Type.Object({
  tracker: Type.Object({ id: Type.Integer() }),
  values: Type.Array(
    Type.Object({
      field_id: Type.Integer({ minimum: 1 }),
      value: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Null()])),
      bind_value_ids: Type.Optional(Type.Array(Type.Integer())),
    }),
  ),
});
const page = Type.Object({
  limit: Type.Integer({ default: 10, minimum: 0, maximum: 1000 }),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'asc' }),
  ids: Type.Optional(Type.Array(Type.Integer())),
  exact: Type.Optional(Type.Boolean()),
  query: Type.Optional(Type.String()),
});
const id = Type.Object({ id: Type.Integer() });
const one = (schema: TSchema): TSchema => Type.Object({ a: Type.Optional(schema) });
const nullable = Type.Union([Type.String(), Type.Null()]);
const shapes = Type.Union([
  Type.Object({ kind: Type.Literal('line'), length: Type.Number({ minimum: 0 }) }),
  Type.Object({ kind: Type.Literal('point'), label: Type.String() }),
]);

type Row = [name: string, schema: TSchema, source: DecodeSource, raw: unknown, expected: unknown];
const x = (content: string): unknown => finishNow(readXml(`<request>${content}</request>`));
const accepted: Row[] = [
  ['integer text', id, 'json', { id: '12' }, { id: 12 }],
  ['integer text with zeros behind the point', id, 'json', { id: '12.0' }, { id: 12 }],
  ['boolean text', one(Type.Boolean()), 'json', { a: 'False' }, { a: false }],
  ['boolean 1', one(Type.Boolean()), 'json', { a: 1 }, { a: true }],
  ['unknown names dropped', id, 'json', { id: 1, uri: 'x', __proto__x: 1 }, { id: 1 }],
  ['__proto__ dropped', id, 'json', JSON.parse('{"id":1,"__proto__":{"a":1}}'), { id: 1 }],
  ['a record', Type.Record(Type.String(), Type.Integer()), 'json', { b: '1', c: 2 }, { b: 1, c: 2 }],
  ['additionalProperties', Type.Object({}, { additionalProperties: true }), 'json', { b: [1] }, { b: [1] }],
  ['a JSON default', page, 'json', {}, { limit: 10, order: 'asc' }],
  ['an untyped place', one(Type.Unknown()), 'json', { a: { b: [1, null] } }, { a: { b: [1, null] } }],
  ['a union by type', one(Type.Union([Type.Boolean(), Type.Integer(), Type.String()])), 'json', { a: 1 }, { a: 1 }],
  ['a union keeps a text', one(Type.Union([Type.Integer(), Type.String()])), 'json', { a: '1' }, { a: '1' }],
  ['a union converts', one(Type.Union([Type.Integer(), Type.Null()])), 'json', { a: '1' }, { a: 1 }],
  ['null', one(nullable), 'json', { a: null }, { a: null }],
  ['tagged objects', one(shapes), 'json', { a: { kind: 'point', label: 'x' } }, { a: { kind: 'point', label: 'x' } }],
  ['an enum', one(Type.Enum(['p', 'q'])), 'json', { a: 'q' }, { a: 'q' }],
  ['a numeric constant as JSON text', one(Type.Literal(2)), 'json', { a: '2' }, { a: 2 }],
  ['a numeric constant', one(Type.Literal(2)), 'text', { a: '2' }, { a: 2 }],
  ['an intersection', Type.Intersect([id, page]), 'text', { id: '1' }, { id: 1, limit: 10, order: 'asc' }],

  [
    'texts',
    page,
    'text',
    { limit: '5', exact: 'true', query: '12' },
    { limit: 5, order: 'asc', exact: true, query: '12' },
  ],
  ['empty texts', page, 'text', { limit: '', query: '' }, { limit: 10, order: 'asc' }],
  ['a single value for a list', page, 'text', { ids: '1' }, { limit: 10, order: 'asc', ids: [1] }],
  ['a repeated key', page, 'text', { ids: ['1', '2'] }, { limit: 10, order: 'asc', ids: [1, 2] }],
  ['brackets', page, 'text', { 'ids[]': ['1', '', '2'], ids: '0' }, { limit: 10, order: 'asc', ids: [1, 2, 0] }],

  [
    'an artifact',
    artifact,
    'xml',
    x(
      '<tracker><id>5</id></tracker><values><item><field_id>1</field_id><value>16</value></item>' +
        '<item><field_id> 2 </field_id><bind_value_ids><item>12</item></bind_value_ids></item></values>',
    ),
    {
      tracker: { id: 5 },
      values: [
        { field_id: 1, value: '16' },
        { field_id: 2, bind_value_ids: [12] },
      ],
    },
  ],
  ['an empty list', one(Type.Array(Type.Integer())), 'xml', x('<a/>'), { a: [] }],
  ['an empty object', one(Type.Object({})), 'xml', x('<a>\n</a>'), { a: {} }],
  ['an empty text', one(Type.String()), 'xml', x('<a></a>'), { a: '' }],
  ['an empty nullable', one(nullable), 'xml', x('<a></a>'), { a: null }],
  ['a blank nullable text', one(nullable), 'xml', x('<a> </a>'), { a: ' ' }],
  [
    'XML booleans',
    Type.Array(Type.Boolean()),
    'xml',
    x('<item>true</item><item>false</item><item>1</item><item>0</item>'),
    [true, false, true, false],
  ],
  ['XML numbers', Type.Array(Type.Number()), 'xml', x('<item>-1.5</item><item>1e3</item>'), [-1.5, 1000]],
  [
    'a list in a union',
    one(Type.Union([Type.String(), Type.Array(Type.Integer())])),
    'xml',
    x('<a><item>1</item></a>'),
    { a: [1] },
  ],
  ['a text in a union', one(Type.Union([Type.Integer(), Type.String()])), 'xml', x('<a>n</a>'), { a: 'n' }],
  ['the first fitting option', one(Type.Union([Type.String(), Type.Integer()])), 'xml', x('<a>16</a>'), { a: '16' }],
  [
    'XML tagged objects',
    one(shapes),
    'xml',
    x('<a><kind>line</kind><length>2</length></a>'),
    { a: { kind: 'line', length: 2 } },
  ],
  ['one scalar as text', one(Type.Array(Type.Integer())), 'xml', x('<a> 1 </a>'), { a: [1] }],
  [
    'scalars in text elements',
    one(Type.Array(Type.String())),
    'xml',
    x('<a><text>1</text><text/></a>'),
    { a: ['1', ''] },
  ],
  [
    'one scalar as text where there may be none',
    one(Type.Union([Type.Array(Type.Union([Type.Integer(), Type.String()])), Type.Null()])),
    'xml',
    x('<a>12</a>'),
    { a: [12] },
  ],
  [
    'a text, not a list of one',
    one(Type.Union([Type.Array(Type.String()), Type.String()])),
    'xml',
    x('<a>1</a>'),
    { a: '1' },
  ],
  ['a key in a record', Type.Record(Type.String(), Type.Integer()), 'xml', x('<item key="2nd">1</item>'), { '2nd': 1 }],
  ['a property called item', Type.Object({ item: Type.Integer() }), 'xml', x('<item>1</item>'), { item: 1 }],
  [
    'an untyped XML place',
    one(Type.Unknown()),
    'xml',
    x('<a><b>1</b><item key="2">true</item></a>'),
    { a: { b: '1', '2': 'true' } },
  ],
];
for (const [name, schema, source, raw, expected] of accepted) {
  test(`decodes ${source}: ${name}`, () => assert.deepEqual(compileDecoder(schema)(raw, source), expected));
}

type Refusal = [schema: TSchema, source: DecodeSource, raw: unknown, path: string | undefined, message: string];
const refused: Refusal[] = [
  [id, 'json', undefined, undefined, "The request's content is missing; an object is expected."],
  [id, 'json', [], undefined, "The request's content is a list; an object is expected."],
  [id, 'json', {}, 'id', '`id` is required.'],
  [id, 'json', { id: null }, 'id', '`id` is null; a whole number (integer) is expected.'],
  [id, 'json', { id: 1.5 }, 'id', '`id` is 1.5; a whole number (integer) is expected.'],
  [id, 'json', { id: 1e300 }, 'id', '`id` is out of range; at most 9007199254740991 is allowed.'],
  [id, 'text', { id: '9'.repeat(400) }, 'id', '`id` is out of range; at most 9007199254740991 is allowed.'],
  [id, 'text', { id: '1.5' }, 'id', '`id` is "1.5"; a whole number (integer) is expected.'],
  [id, 'text', { id: ['1', '2'] }, 'id', '`id` is given 2 times; a whole number (integer) is expected.'],
  [id, 'text', { id: '' }, 'id', '`id` is required.'],
  [id, 'json', { id: '' }, 'id', '`id` is ""; a whole number (integer) is expected.'],
  [one(Type.String()), 'json', { a: 1 }, 'a', '`a` is a number; a text (string) is expected.'],
  [one(Type.String()), 'json', { a: null }, 'a', '`a` is null; a text (string) is expected.'],
  [one(Type.Number()), 'json', { a: '1.5' }, 'a', '`a` is "1.5"; a number is expected.'],
  [one(Type.Boolean()), 'json', { a: 'yes' }, 'a', '`a` is "yes"; true or false is expected.'],
  [one(nullable), 'json', { a: [] }, 'a', '`a` is a list; a text (string) or null is expected.'],
  [
    one(Type.Array(Type.String(), { maxItems: 1 })),
    'json',
    { a: ['', 1] },
    'a',
    '`a` has 2 entries; at most 1 are allowed.',
  ],
  [one(Type.Unknown()), 'json', { a: ['\0'] }, 'a[0]', '`a[0]` contains the character U+0000, which is not allowed.'],
  [
    one(Type.Unknown()),
    'json',
    { a: { '\0': 1 } },
    'a',
    '`a` has a name with the character U+0000, which is not allowed.',
  ],
  [one(Type.String()), 'text', { a: 'x\0' }, 'a', '`a` contains the character U+0000, which is not allowed.'],
  [page, 'text', { limit: '1001' }, 'limit', '`limit` is 1001; at most 1000 is allowed.'],
  [page, 'text', { limit: '-1' }, 'limit', '`limit` is -1; at least 0 is allowed.'],
  [page, 'text', { order: 'DESC' }, 'order', '`order` is "DESC"; one of "asc", "desc" is expected.'],
  [artifact, 'json', { tracker: {}, values: [] }, 'tracker.id', '`tracker.id` is required.'],
  [
    artifact,
    'json',
    { tracker: { id: 1 }, values: [{ field_id: 1 }, { field_id: 2, bind_value_ids: ['x'] }] },
    'values[1].bind_value_ids[0]',
    '`values[1].bind_value_ids[0]` is "x"; a whole number (integer) is expected.',
  ],
  [
    artifact,
    'json',
    { tracker: { id: 1 }, values: [{ field_id: 0 }] },
    'values[0].field_id',
    '`values[0].field_id` is 0; at least 1 is allowed.',
  ],
  [
    artifact,
    'json',
    { tracker: { id: 1 }, values: [{ field_id: 1, value: 'x'.repeat(11) }] },
    'values[0].value',
    '`values[0].value` is 11 characters long; at most 10 are allowed.',
  ],
  [one(Type.String({ minLength: 1 })), 'json', { a: '' }, 'a', '`a` is empty; text is expected.'],
  [
    one(Type.String({ pattern: '^[a-z]+$' })),
    'json',
    { a: 'A' },
    'a',
    '`a` is "A"; it must match the pattern ^[a-z]+$.',
  ],
  [
    one(Type.Array(Type.Integer(), { maxItems: 1 })),
    'json',
    { a: [1, 2] },
    'a',
    '`a` has 2 entries; at most 1 are allowed.',
  ],
  [one(Type.Number({ exclusiveMinimum: 0 })), 'json', { a: 0 }, 'a', '`a` is 0; more than 0 is allowed.'],
  [one(shapes), 'json', { a: { kind: 'line', length: -1 } }, 'a.length', '`a.length` is -1; at least 0 is allowed.'],
  [one(shapes), 'json', { a: { kind: 'point' } }, 'a.label', '`a.label` is required.'],
  [
    Type.Object({ a: Type.Integer() }, { additionalProperties: false }),
    'json',
    { a: 1, b: 2 },
    'b',
    '`b` is unknown; use one of a.',
  ],
  [
    Type.Record(Type.String(), Type.Integer()),
    'json',
    { 'a b': 'x' },
    '["a b"]',
    '`["a b"]` is "x"; a whole number (integer) is expected.',
  ],
  [
    Type.Record(Type.String(), Type.Integer()),
    'json',
    JSON.parse('{"__proto__":1}'),
    '__proto__',
    '`__proto__` is unknown.',
  ],
  [
    one(Type.Unknown()),
    'json',
    JSON.parse('{"a":{"__proto__":1}}'),
    undefined,
    '`__proto__` is not allowed as a name.',
  ],
  [one(Type.Array(id)), 'xml', x('<a>1</a>'), 'a', '`a` (line 1) is "1"; a list of `item` elements is expected.'],
  [
    one(Type.Array(Type.Integer())),
    'xml',
    x('<a><b>1</b></a>'),
    'a',
    '`a` (line 1) contains elements; a list of `item` elements is expected.',
  ],
  [one(Type.Integer()), 'xml', x('<a/>'), 'a', '`a` (line 1) is empty; a whole number (integer) is expected.'],
  [one(id), 'xml', x('<a><item>1</item></a>'), 'a', '`a` (line 1) contains elements; an object is expected.'],
  [id, 'xml', { id: 1 }, undefined, 'The request has no XML content.'],
];
for (const [schema, source, raw, path, message] of refused) {
  test(`refuses ${source}: ${message}`, () => {
    assert.throws(
      () => compileDecoder(schema)(raw, source),
      (error) => {
        assert.ok(error instanceof DomainError, String(error));
        assert.deepEqual(
          { kind: error.kind, path: error.path, message: error.message },
          { kind: 'invalid', path, message },
        );
        return true;
      },
    );
  });
}

test('repeated names in XML are refused where they stand', () => {
  assert.throws(() => compileDecoder(one(Type.String()))(x('<a/><a/>'), 'xml'), /`a` stands twice in `request`/);
});

test('defaults are copies, so that one request cannot change the next', () => {
  const decode = compileDecoder(Type.Object({ list: Type.Array(Type.Integer(), { default: [] }) }));
  decode({}, 'json').list.push(1);
  assert.deepEqual(decode({}, 'json'), { list: [] });
});

test('a schema that cannot be planned is refused at once', () => {
  assert.throws(() => compileDecoder(Type.Ref('Other')), TypeError);
});

test('property: nothing but DomainError comes out, and what comes out fits the schema', () => {
  const parts = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
    fc.constantFrom('1', '', 'line', null, 1, true, { kind: 'line' }, { kind: 'point', label: 1 }, [[]], ['1'], {
      id: [],
    }),
  );
  const raw = fc.oneof(
    parts,
    fc.record(
      {
        id: parts,
        a: parts,
        limit: parts,
        ids: parts,
        tracker: parts,
        values: fc.array(fc.record({ field_id: parts, value: parts, bind_value_ids: parts })),
      },
      { requiredKeys: [] },
    ),
  );
  const decoders = [
    id,
    page,
    artifact,
    one(shapes),
    one(nullable),
    one(Type.Unknown()),
    Type.Record(Type.String(), Type.Integer()),
  ].map((schema) => compileDecoder(schema));
  fc.assert(
    fc.property(raw, fc.constantFrom<DecodeSource>('json', 'text', 'xml'), (value, source) => {
      for (const decode of decoders) {
        try {
          decode(value, source);
        } catch (error) {
          assert.ok(error instanceof DomainError, error instanceof Error ? String(error.stack) : String(error));
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('content that is absent is the default of its schema, where it has one', () => {
  const decode = compileDecoder(Type.Object({ name: Type.Optional(Type.String()) }, { default: {} }));
  for (const source of ['json', 'xml', 'text'] as const) assert.deepEqual(decode(undefined, source), {});
  assert.throws(() => decode(null, 'json'), DomainError);
  assert.throws(() => compileDecoder(Type.Object({}))(undefined, 'json'), DomainError);
});
