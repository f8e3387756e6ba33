// Answers are the same by the schema that they are written by as by the route's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import buildSerializer from 'fast-json-stringify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { Nullable } from '../http/routes/schema.ts';
import { toWritingSchema } from './writing-schema.ts';

const short = Type.Object({ id: Type.Integer(), label: Nullable(Type.String()) });
const long = Type.Object({ ...short.properties, description: Type.String(), parent: Nullable(short) });
const kinds = Type.Union([
  Type.Object({ kind: Type.Literal('one'), one: Type.Integer() }),
  Type.Object({ kind: Type.Literal('two'), one: Type.String() }),
]);
const ofShort = { id: 1, label: 'a' };
const ofLong = { id: 2, label: null, description: 'd', parent: ofShort };

const cases: readonly [string, TSchema, readonly unknown[]][] = [
  ['null or a text', Nullable(Type.String()), [null, 'a"b', '']],
  ['null or a list', Nullable(Type.Array(Nullable(Type.Integer()))), [null, [], [1, null]]],
  ['null or anything', Nullable(Type.Unknown()), [null, 1, { a: [1] }]],
  ['null or one of some texts', Nullable(Type.Union([Type.Literal('a'), Type.Literal('b')])), [null, 'a', 'b']],
  ['a text or a number', Type.Union([Type.String(), Type.Integer(), Type.Null()]), ['1', 1, null]],
  ['a text or false', Type.Union([Type.String(), Type.Literal(false)]), ['', 'false', false]],
  ['objects by what they require', Type.Array(Type.Union([long, short])), [[ofLong, ofShort], []]],
  [
    'objects by a constant',
    Type.Array(kinds),
    [
      [
        { kind: 'two', one: '1' },
        { kind: 'one', one: 1 },
      ],
    ],
  ],
  ['null or one of two objects', Nullable(Type.Union([long, short])), [null, ofLong, ofShort]],
  ['an empty list or an object', Type.Union([Type.Array(Type.Never()), short]), [[], ofShort]],
  ['lists by their items', Type.Union([Type.Array(long), Type.Array(short)]), [[ofLong], [ofShort], []]],
];

const withMore = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, secret: 'x' } : value;

type Write = (value: unknown) => string;

const writerOf = (schema: TSchema): Write => buildSerializer(toWritingSchema({ ...schema }));

for (const [name, schema, values] of cases) {
  test(name, () => {
    const own: Write = buildSerializer({ ...schema });
    const write = writerOf(schema);
    for (const value of values) {
      assert.equal(write(value), own(value));
      assert.deepEqual(JSON.parse(write(value)), value);
    }
  });
}

test('what the schema does not name is not written', () => {
  for (const schema of [Nullable(short), Type.Union([long, short])])
    for (const value of [ofShort, ofLong]) assert.doesNotMatch(writerOf(schema)(withMore(value)), /secret/);
});
