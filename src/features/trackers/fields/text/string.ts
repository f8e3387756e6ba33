// Field type `string`: one line of text.
import { Type } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { listReferences } from '../../definition/text-references.ts';
import { defineStoredType } from '../define-type.ts';
import { integerProperty, plainDescription } from '../field-type.ts';
import type { Field } from '../../definition/definition.ts';
import { readByRules } from '../properties.ts';
import { flatScalar } from '../cells.ts';
import { isStoredText } from './text.ts';

/** Characters of one value where the field sets no limit of its own; more are answered 400. */
const hardLimit = 65_535;

const maxCharacters = (field: Field): number => integerProperty(field, 'maxchars', 0) || hardLimit;

export const stringType = defineStoredType({
  schema: Type.String(),
  entryKeys: { counts: ['value'], shown: ['format'] },
  parse(entry, { field, path }) {
    if (entry.value === undefined) return undefined;
    if (entry.value === null) return '';
    if (typeof entry.value !== 'string')
      throw invalid(says('string.form')`the field "${field.label}" takes text`, `${path}.value`);
    if (/[\r\n\0]/.test(entry.value)) {
      throw invalid(
        says('string.line')`the field "${field.label}" takes a single line, without line breaks and null characters`,
        `${path}.value`,
      );
    }
    const limit = maxCharacters(field);
    if ([...entry.value].length > limit) {
      throw invalid(
        says('string.length')`the field "${field.label}" takes at most ${limit} characters`,
        `${path}.value`,
      );
    }
    return entry.value;
  },
  text: 'line',
  readCell: (text) => ({ value: text }),
  flatten: flatScalar,
  toArchive: (stored) => ({ kind: 'string', value: stored }),
  kin: 'text',
  takeMoved: (stored) => (isStoredText(stored) ? stored.content.replace(/[\r\n\0]+/g, ' ') : stored),
  isEmpty: (stored) => stored === '',
  search: 'text',
  searchText: (stored) => stored,
  defaultValue: ({ field }) => field.settings.properties['default_value'] ?? '',
  references: (stored) => listReferences(stored),
  show: (stored) => (stored === undefined ? undefined : { value: stored }),
  showByName: (stored) => (stored === undefined ? null : { value: stored }),
  readProperties: readByRules({ maxchars: 'count', size: 'count', default_value: 'text' }),
  describe: ({ field }) =>
    plainDescription(
      {
        maxchars: integerProperty(field, 'maxchars', 0),
        size: integerProperty(field, 'size', 30),
        default_value: field.settings.properties['default_value'] ?? '',
      },
      field.settings.properties['default_value'] ?? '',
    ),
});
