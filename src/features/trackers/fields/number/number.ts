// Field types `int` and `float`.
import { Type } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Said } from '../../../../platform/texts/said.ts';
import { defineStoredType } from '../define-type.ts';
import { integerProperty, plainDescription } from '../field-type.ts';
import type { FieldType } from '../field-type.ts';
import { readByRules } from '../properties.ts';
import { flatScalar } from '../cells.ts';

interface NumberKind {
  noun: Said;
  search: 'integer' | 'number';
  pattern: RegExp;
  fits(value: number): boolean;
}

const intKind: NumberKind = {
  noun: says('number.whole')`whole number between -2147483648 and 2147483647`,
  search: 'integer',
  pattern: /^[+-]?\d{1,10}$/,
  fits: (value) => Number.isInteger(value) && value >= -2_147_483_648 && value <= 2_147_483_647,
};

const floatKind: NumberKind = {
  noun: says('number.any')`number`,
  search: 'number',
  pattern: /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/,
  fits: (value) => Number.isFinite(value),
};

/** The number in a JSON number or in text; undefined when it is none of this kind. */
function readNumber(kind: NumberKind, value: unknown): number | undefined {
  const number = typeof value === 'string' && kind.pattern.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !kind.fits(number)) return undefined;
  return number === 0 ? 0 : number;
}

const defineNumberType = (kind: NumberKind): FieldType =>
  defineStoredType({
    schema: Type.Union([Type.Number(), Type.Null()]),
    readCell(text, { readNumber: readWritten }) {
      const plain = text.trim();
      return { value: readWritten(plain, kind === intKind) ?? plain };
    },
    flatten: flatScalar,
    toArchive: (stored) => ({ kind: kind === intKind ? 'int' : 'float', value: stored === null ? '' : String(stored) }),
    kin: 'number',
    takeMoved: (stored) => (typeof stored === 'number' && kind === intKind ? Math.trunc(stored) : stored),
    entryKeys: { counts: ['value'] },
    parse(entry, { field, path }) {
      if (entry.value === undefined) return undefined;
      if (entry.value === null || entry.value === '') return null;
      const number = readNumber(kind, entry.value);
      if (number === undefined)
        throw invalid(says('number.form')`the field "${field.label}" takes a ${kind.noun}`, `${path}.value`);
      return number;
    },
    isEmpty: (stored) => stored === null,
    search: kind.search,
    defaultValue: ({ field }) => readNumber(kind, field.settings.properties['default_value']),
    show: (stored) => (stored === undefined ? undefined : { value: stored }),
    showByName: (stored) => (stored === undefined ? null : { value: stored }),
    keys: (stored) => (stored === null ? [] : [stored]),
    readProperties: readByRules({
      maxchars: 'count',
      size: 'count',
      default_value: kind === intKind ? 'whole' : 'number',
    }),
    describe({ field }) {
      const fallback = readNumber(kind, field.settings.properties['default_value']) ?? null;
      return plainDescription(
        {
          maxchars: integerProperty(field, 'maxchars', 0),
          size: integerProperty(field, 'size', 5),
          default_value: fallback,
        },
        fallback,
      );
    },
  });

export const intType = defineNumberType(intKind);
export const floatType = defineNumberType(floatKind);
