// What stored triggers between parents and children name.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';

const FieldValue = Type.Object({ trackerId: Type.Integer(), fieldId: Type.Integer(), valueId: Type.Integer() });
const readTrigger = storedJson(Type.Object({ sources: Type.Array(FieldValue), target: FieldValue }));

/** The values that a stored trigger watches, and the one that it sets. */
export function listTriggerParts(row: {
  settings_json: string;
}): (Static<typeof FieldValue> & { isTarget: boolean })[] {
  const { sources, target } = readTrigger(row.settings_json, 'trigger');
  return [...sources.map((source) => ({ ...source, isTarget: false })), { ...target, isTarget: true }];
}
