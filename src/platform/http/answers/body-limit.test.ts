import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { bodyMaxBytesOf, smallBodyMaxBytes } from './body-limit.ts';

const signedIn = (body: TSchema): number => bodyMaxBytesOf({ access: 'signed-in', body });

const cases: [name: string, bytes: number, expected: number][] = [
  ['no body', bodyMaxBytesOf({ access: 'signed-in' }), smallBodyMaxBytes],
  ['a public route', bodyMaxBytesOf({ access: 'public', body: Type.String({ maxLength: 1e6 }) }), smallBodyMaxBytes],
  ['a short text', signedIn(Type.String({ maxLength: 10 })), smallBodyMaxBytes],
  ['a text, all of it escaped', signedIn(Type.String({ maxLength: 100_000 })), 600_002],
  ['a text without a bound', signedIn(Type.String()), 1_048_576],
  ['a list', signedIn(Type.Array(Type.Integer(), { maxItems: 10_000 })), 450_000],
  ['a list without a bound', signedIn(Type.Array(Type.Integer())), 1_048_576],
  ['no items', signedIn(Type.Array(Type.Unknown(), { maxItems: 0 })), smallBodyMaxBytes],
  ['an object', signedIn(Type.Object({ text: Type.String({ maxLength: 100_000 }) })), 600_017],
  ['an open object', signedIn(Type.Record(Type.String(), Type.Integer())), 1_048_576],
  ['the larger option', signedIn(Type.Union([Type.Null(), Type.String({ maxLength: 20_000 })])), 120_002],
  ['constants', signedIn(Type.Enum(['a', 'b'])), smallBodyMaxBytes],
  ['what the route says', bodyMaxBytesOf({ access: 'signed-in', body: Type.Unknown(), bodyMaxBytes: 7 }), 7],
];
for (const [name, bytes, expected] of cases) {
  test(`a route takes what its schema can hold: ${name}`, () => assert.equal(bytes, expected));
}
