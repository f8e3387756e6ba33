// Types whose values are chosen from a list.
import type { FieldType, ListForm } from './field-type.ts';

const listOf = (list: ListForm): FieldType => ({ group: 'lists', kind: 'list', edit: 'chosen', hasCell: true, list });

export const picker = listOf({ takesMany: false, isOpen: false, control: 'picker' });
export const radios = listOf({ takesMany: false, isOpen: false, control: 'radios' });
export const tags = listOf({ takesMany: true, isOpen: false, control: 'tags' });
export const boxes = listOf({ takesMany: true, isOpen: false, control: 'boxes' });
export const openList: FieldType = {
  ...listOf({ takesMany: true, isOpen: true, control: 'labels' }),
  kind: 'openList',
  edit: 'labels',
  settings: [{ key: 'hint', kind: 'text', label: 'design.set.hint' }],
};
