// Field type `computed`: a number set by hand, or one summed over children. Shown as stored; sums are not made.
import { Type } from 'typebox';
import { defineStoredType, plainDescription } from './field-type.ts';
import { readByRules } from './properties.ts';

const StoredComputed = Type.Object({ isAuto: Type.Boolean(), manual: Type.Union([Type.Number(), Type.Null()]) });

const auto = { isAuto: true, manual: null };

const view = (stored: { isAuto: boolean; manual: number | null }): Record<string, unknown> => ({
  is_autocomputed: stored.isAuto,
  value: null,
  manual_value: stored.manual,
});

export const computedType = defineStoredType({
  schema: StoredComputed,
  isEmpty: (stored) => stored.manual === null,
  show: (stored) => view(stored ?? auto),
  showByName: (stored) => view(stored ?? auto),
  keys: (stored) => (stored.manual === null ? [] : [stored.manual]),
  readProperties: readByRules({ target_field_name: 'text', default_value: 'number' }),
  describe({ field }) {
    const text = field.settings.properties['default_value'] ?? '';
    const manual = text === '' ? null : Number(text);
    return plainDescription(
      { target_field_name: field.name, default_value: manual },
      manual === null ? null : { type: 'manual_value', value: manual },
    );
  },
});
