// Which keys of an entry of `values` say something to which field.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Field } from '../definition/definition.ts';
import type { FieldType } from './field-type.ts';
import { fieldTypeOf } from './index.ts';
import type { SubmittedValue } from './submitted-value.ts';

/** What programs send that fill in all keys of all types. */
const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/**
 * Throws invalid for a key that says something of which the field would take no notice: one of another type, or one that
 * is only shown where what counts is missing. Types whose values clients do not set take no notice of anything.
 */
export function requireKeysOfType(field: Field, entry: SubmittedValue, path: string): void {
  const { kind, entryKeys }: FieldType = fieldTypeOf(field.type);
  if (kind !== 'stored') return;
  const { counts, shown = [] } = entryKeys;
  const said = new Map(Object.entries(entry).filter(([key, value]) => key !== 'field_id' && !saysNothing(value)));
  const isOf = (keys: readonly string[], key: string): boolean => keys.includes(key);
  const foreign = said.keys().find((key) => !isOf(counts, key) && !isOf(shown, key));
  const takes = counts.join(', ');
  if (foreign !== undefined)
    throw invalid(
      says(
        'field.other-key',
      )`is not supported by the field "${field.label}" of type ${field.type}, which takes ${takes}`,
      `${path}.${foreign}`,
    );
  const only = said.keys().next().value;
  if (only !== undefined && counts.every((key) => entry[key] === undefined))
    throw invalid(
      says('field.lone-key')`can't be used without a value; the field "${field.label}" takes ${takes}`,
      `${path}.${only}`,
    );
}
