// Lists whose values their administrators give, in the forms that they have.
import type { FieldType } from '../field-type.ts';

const listOf = (control: 'picker' | 'radios' | 'tags' | 'boxes', takesMany: boolean): FieldType => ({
  group: 'lists',
  kind: 'list',
  hasCell: true,
  list: { takesMany, isOpen: false, control },
  edit: 'chosen',
  form: async () => (await import('./form.ts')).listForms[control],
});

export const picker = listOf('picker', false);
export const radios = listOf('radios', false);
export const tags = listOf('tags', true);
export const boxes = listOf('boxes', true);
