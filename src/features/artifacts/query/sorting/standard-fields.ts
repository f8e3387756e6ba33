// What every artifact has, as fields that lists can be sorted by, whether the tracker's form has such fields or not.
import { groupIds } from '../../../projects/index.ts';
import { fieldTypeOf, typesThat } from '../../../trackers/index.ts';
import type { Definition, Field, SearchKind } from '../../../trackers/index.ts';

interface Standard {
  search: SearchKind;
  /** In tables for spreadsheets. */
  label: string;
}

/** By the names that queries across trackers have for them. */
const standards: ReadonlyMap<string, Standard> = new Map([
  ['@id', { search: 'artifact-id', label: 'Artifact ID' }],
  ['@submitted_on', { search: 'submitted-on', label: 'Submitted on' }],
  ['@submitted_by', { search: 'submitted-by', label: 'Submitted by' }],
  ['@last_update_date', { search: 'updated-on', label: 'Last updated on' }],
  ['@last_update_by', { search: 'updated-by', label: 'Last updated by' }],
  ['@rank', { search: 'rank', label: 'Rank' }],
]);

export const standardNames: readonly string[] = [...standards.keys()];

/** Whoever sees an artifact may read it. undefined for other names. */
export function standardField({ id: trackerId }: Pick<Definition, 'id'>, name: string): Field | undefined {
  const standard = standards.get(name);
  const [type] = typesThat((field) => fieldTypeOf(field.type).search === standard?.search);
  if (standard === undefined || type === undefined) return undefined;
  return {
    // No field of a form has it.
    id: -1 - standardNames.indexOf(name),
    trackerId,
    parentId: null,
    name,
    label: standard.label,
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
