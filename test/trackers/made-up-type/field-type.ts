// Field type `made_up`: up to five stars. The test copies it among the others.
import { Type } from 'typebox';
import { invalid } from '../../../src/platform/errors.ts';
import { says } from '../../../src/platform/texts/said.ts';
import { defineStoredType } from '../../../src/features/trackers/fields/define-type.ts';
import { plainDescription } from '../../../src/features/trackers/fields/field-type.ts';
import { flatScalar } from '../../../src/features/trackers/fields/cells.ts';

const write = (stars: number): string => '*'.repeat(stars);

export const madeUpType = defineStoredType({
  schema: Type.Object({ stars: Type.Integer() }),
  entryKeys: { counts: ['value'] },
  parse({ value }, { path }) {
    if (value === undefined) return undefined;
    if (typeof value === 'string' && /^\*{0,5}$/.test(value)) return { stars: value.length };
    throw invalid(says('number.form')`the field takes up to five stars`, `${path}.value`);
  },
  isEmpty: ({ stars }) => stars === 0,
  show: (stored) => (stored === undefined ? undefined : { value: write(stored.stars) }),
  showByName: (stored) => (stored === undefined ? null : { value: write(stored.stars) }),
  keys: ({ stars }) => [stars],
  search: 'integer',
  readCell: (text) => ({ value: text.trim() }),
  flatten: flatScalar,
  toArchive: ({ stars }) => ({ kind: 'string', value: write(stars) }),
  describe: () => plainDescription([], '*'),
});
