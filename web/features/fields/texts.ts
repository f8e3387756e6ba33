// Types of one text, number or date.
import type { FieldType, Setting } from './field-type.ts';

const textDefault: Setting = { key: 'default_value', kind: 'text', label: 'design.set.default' };
export const numberDefault: Setting = { key: 'default_value', kind: 'number', label: 'design.set.default' };

export const line = {
  group: 'texts',
  kind: 'text',
  edit: 'line',
  isWide: true,
  hasCell: true,
  settings: [{ key: 'maxchars', kind: 'count', label: 'design.set.maxchars' }, textDefault],
} satisfies FieldType;

export const text = {
  group: 'texts',
  kind: 'text',
  edit: 'text',
  isWide: true,
  hasCell: true,
  sketch: 'tall',
  settings: [
    { key: 'rows', kind: 'count', label: 'design.set.rows' },
    { key: 'default_value', kind: 'long', label: 'design.set.default' },
  ],
} satisfies FieldType;

export const number = {
  group: 'texts',
  kind: 'number',
  edit: 'number',
  hasCell: true,
  settings: [numberDefault],
} satisfies FieldType;

export const whole = { ...number, isWhole: true } satisfies FieldType;

export const date = {
  group: 'texts',
  kind: 'date',
  edit: 'date',
  hasCell: true,
  sketch: 'date',
  settings: [
    { key: 'default_value', kind: 'day', label: 'design.set.default' },
    { key: 'display_time', kind: 'switch', label: 'design.set.time' },
  ],
} satisfies FieldType;
