// What stored triggers between parents and children name.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';

const FieldValue = Type.Object({ trackerId: Type.Integer(), fieldId: Type.Integer(), valueId: Type.Integer() });

export const readStoredTrigger = storedJson(
  Type.Object({
    condition: Type.Union([Type.Literal('all_of'), Type.Literal('at_least_one')]),
    sources: Type.Array(FieldValue),
    target: FieldValue,
  }),
);

/** The values that a stored trigger watches, and the one that it sets. */
export function listTriggerParts(row: {
  settings_json: string;
}): (Static<typeof FieldValue> & { isTarget: boolean })[] {
  const { sources, target } = readStoredTrigger(row.settings_json, 'trigger');
  return [...sources.map((source) => ({ ...source, isTarget: false })), { ...target, isTarget: true }];
}
