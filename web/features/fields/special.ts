// Types of which artifacts have one thing each, what artifacts know of themselves, and parts of forms.
import type { FieldType } from './field-type.ts';
import { numberDefault } from './texts.ts';

const special = { group: 'special' } as const;

export const links: FieldType = {
  ...special,
  kind: 'links',
  edit: 'links',
  reader: 'links',
  sketch: 'links',
  isWide: true,
  isSingle: true,
  hasCell: true,
  settings: [{ key: 'can_edit_reverse_links', kind: 'switch', label: 'design.set.reverse' }],
};
export const files: FieldType = {
  ...special,
  kind: 'files',
  edit: 'files',
  reader: 'files',
  sketch: 'file',
  isWide: true,
};
export const groups: FieldType = {
  ...special,
  kind: 'groups',
  edit: 'groups',
  reader: 'groups',
  sketch: 'groups',
  isSingle: true,
};
export const sum: FieldType = {
  ...special,
  kind: 'computed',
  edit: 'computed',
  reader: 'sum',
  isWithoutHistory: true,
  settings: [numberDefault],
};

const chart = {
  ...special,
  isWide: true,
  isSingle: true,
  isDerived: true,
  isWithoutHistory: true,
  isNoColumn: true,
} as const;
export const burndown: FieldType = { ...chart, reader: 'burndown', isShownElsewhere: true };
export const burnup: FieldType = { ...chart, reader: 'burnup' };

export const executedSteps: FieldType = { group: 'tests', isSingle: true, isNoColumn: true };
export const steps: FieldType = { ...executedSteps, edit: 'steps', reader: 'steps', isWide: true };

const known = { group: 'known', isDerived: true, isWithoutHistory: true, isShownElsewhere: true } as const;
export const artifactId: FieldType = { ...known, kind: 'id', own: 'id' };
export const trackerNumber: FieldType = { ...known, kind: 'id', own: 'number' };
export const rank: FieldType = { ...known, kind: 'id' };
export const actor: FieldType = { ...known, kind: 'people' };
export const ownDate: FieldType = { ...known, kind: 'date' };
export const updateDate: FieldType = { ...known, kind: 'date', own: 'change' };
export const references: FieldType = { ...known, reader: 'references', isWide: true, isNoColumn: true };

const layout = { group: 'layout' } as const;
export const fieldset: FieldType = { ...layout, layout: 'fieldset' };
export const column: FieldType = { ...layout, layout: 'column' };
export const separator: FieldType = { ...layout, layout: 'separator' };
export const lineBreak: FieldType = { ...layout, layout: 'break' };
export const staticText: FieldType = {
  ...layout,
  layout: 'text',
  settings: [{ key: 'static_value', kind: 'long', label: 'design.set.static' }],
};
