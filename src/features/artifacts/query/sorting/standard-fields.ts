// What every artifact has, as fields that lists can be sorted by, whether the tracker's form has such fields or not.
import { groupIds } from '../../../projects/index.ts';
import { fieldTypeOf, typesThat } from '../../../trackers/index.ts';
import type { Definition, Field, SearchKind } from '../../../trackers/index.ts';

/** How their values are looked for, by the names that queries across trackers have for them. */
const kinds: ReadonlyMap<string, SearchKind> = new Map([
  ['@id', 'artifact-id'],
  ['@submitted_on', 'submitted-on'],
  ['@submitted_by', 'submitted-by'],
  ['@last_update_date', 'updated-on'],
  ['@last_update_by', 'updated-by'],
  ['@rank', 'rank'],
]);

export const standardNames: readonly string[] = [...kinds.keys()];

/** Whoever sees an artifact may read it. undefined for other names. */
export function standardField({ id: trackerId }: Pick<Definition, 'id'>, name: string): Field | undefined {
  const kind = kinds.get(name);
  const [type] = kind === undefined ? [] : typesThat((field) => fieldTypeOf(field.type).search === kind);
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
