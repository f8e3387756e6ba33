// What every artifact has, as fields that lists can be sorted by, whether the tracker's form has such fields or not.
import { groupIds } from '../../../projects/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';

/** Types by the names that queries across trackers have for them. */
const types: ReadonlyMap<string, string> = new Map([
  ['@id', 'aid'],
  ['@submitted_on', 'subon'],
  ['@submitted_by', 'subby'],
  ['@last_update_date', 'lud'],
  ['@last_update_by', 'luby'],
  ['@rank', 'priority'],
]);

export const standardNames: readonly string[] = [...types.keys()];

/** Whoever sees an artifact may read it. undefined for other names. */
export function standardField({ id: trackerId }: Pick<Definition, 'id'>, name: string): Field | undefined {
  const type = types.get(name);
  if (type === undefined) return undefined;
  return {
    // No field of a form has it.
    id: -1 - standardNames.indexOf(name),
    trackerId,
    parentId: null,
    name,
    label: name,
    description: '',
    type,
    rank: 0,
    isUsed: true,
    isRequired: false,
    hasNotifications: false,
    settings: { properties: {} },
    values: [],
    openValues: [],
    permissions: { read: [groupIds.anonymous], submit: [], update: [] },
  };
}
