// Field type `computed`: the sum of what the artifact's children have under the same name, or a number set by hand.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Field } from '../../definition/definition.ts';
import { defineStoredType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';
import type { ShowContext } from '../field-type.ts';
import { readByRules } from '../properties.ts';
import { scalarOf } from '../cells.ts';
import { refuseArchived } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { changeOfValue } from '../value-change.ts';

const StoredComputed = Type.Object({ isAuto: Type.Boolean(), manual: Type.Union([Type.Number(), Type.Null()]) });

type StoredComputed = Static<typeof StoredComputed>;

const auto: StoredComputed = { isAuto: true, manual: null };

/** The sum is shown beside a number set by hand, too. */
const view = ({ isAuto, manual }: StoredComputed, { sum, field }: ShowContext): Record<string, unknown> => ({
  is_autocomputed: isAuto,
  value: sum(field.name),
  manual_value: manual,
});

/** The number that new artifacts start with; null: they start with the sum. */
function manualDefault(field: Field): number | null {
  const text = (field.settings.properties['default_value'] ?? '').trim();
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** A number alone is one that was set by hand. */
function readArchived(archived: ArchivedValue, { field }: ArchiveMeanings): StoredComputed {
  const isComputed = archived.kind === 'computed';
  if (!isComputed && archived.kind !== 'int' && archived.kind !== 'float' && archived.kind !== 'string')
    throw refuseArchived(archived, field);
  const text = (isComputed ? (archived.manualValue ?? archived.value) : archived.value)?.trim() ?? '';
  const manual = text === '' ? null : Number(text);
  if (manual !== null && !Number.isFinite(manual)) throw invalid(says('stored.number')`\`${text}\` is not a number`);
  return { isAuto: (isComputed ? archived.isAutocomputed : undefined) ?? manual === null, manual };
}

/** The number that was set by hand; empty where the sum counts. */
const writeManual = (stored: StoredComputed | undefined): string =>
  stored === undefined || stored.isAuto ? '' : String(stored.manual ?? '');

export const computedType = defineStoredType({
  schema: StoredComputed,
  entryKeys: { counts: ['manual_value', 'is_autocomputed', 'value'] },
  parse({ value, manual_value: manual, is_autocomputed: isAuto }, { field, path }) {
    if (typeof manual === 'number') return { isAuto: false, manual: manual === 0 ? 0 : manual };
    const hasValueAlone = value !== undefined && value !== null && value !== '' && isAuto !== true;
    if (isAuto !== false && !hasValueAlone) return auto;
    throw invalid(
      says(
        'computed.form',
      )`the field "${field.label}" takes {"manual_value": 12}, or {"is_autocomputed": true} for the sum over children`,
      path,
    );
  },
  isEmpty: (stored) => stored.manual === null,
  search: 'sum',
  toArchive: ({ isAuto, manual }) => ({
    kind: 'computed',
    manualValue: manual === null ? '' : String(manual),
    isAutocomputed: isAuto,
    value: undefined,
  }),
  fromArchive: readArchived,
  flatten: (shown) => scalarOf(shown['manual_value'] ?? shown['value']),
  tellChange: (before, after) => changeOfValue(writeManual(before), writeManual(after)),
  defaultValue({ field }) {
    const manual = manualDefault(field);
    return manual === null ? undefined : { isAuto: false, manual };
  },
  show: (stored, context) => view(stored ?? auto, context),
  showByName: (stored, context) => view(stored ?? auto, context),
  keys: (stored) => (stored.manual === null ? [] : [stored.manual]),
  readProperties: readByRules({ target_field_name: 'text', default_value: 'number' }),
  describe({ field }) {
    const manual = manualDefault(field);
    return plainDescription(
      { target_field_name: field.name, default_value: manual },
      manual === null ? null : { type: 'manual_value', value: manual },
    );
  },
});
