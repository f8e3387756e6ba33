// Lists whose values their administrators give, in the forms that they have.
import type { FieldType } from '../field-type.ts';

const listOf = (control: 'picker' | 'radios' | 'tags' | 'boxes', takesMany: boolean): FieldType => ({
  group: 'lists',
  hasCell: true,
  list: { takesMany, isOpen: false, control },
  edit: 'chosen',
  parts: async () => (await import('./parts.ts')).listParts[control],
});

export const picker = listOf('picker', false);
export const radios = listOf('radios', false);
export const tags = listOf('tags', true);
export const boxes = listOf('boxes', true);

/** A new field that has the values of another one; what it is then the server tells. */
export const shared: FieldType = { group: 'lists', parts: async () => (await import('./parts.ts')).sharedParts };
