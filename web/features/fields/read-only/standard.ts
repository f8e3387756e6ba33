// What every artifact has, whether its tracker's form has a field for it or not: as fields that reports show. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import type { Field, Value } from '../shapes.ts';

type Artifact = Schemas['Artifact'];

interface Standard {
  /** As queries name it. */
  name: StandardName;
  type: string;
  valueOf(artifact: Artifact): unknown;
}

export type StandardName =
  | '@id'
  | '@submitted_on'
  | '@submitted_by'
  | '@last_update_date'
  | '@last_update_by'
  | '@rank';

const standards: readonly Standard[] = [
  { name: '@id', type: 'aid', valueOf: ({ id }) => id },
  { name: '@submitted_on', type: 'subon', valueOf: ({ submitted_on: on }) => on },
  { name: '@submitted_by', type: 'subby', valueOf: ({ submitted_by_user: by }) => by },
  { name: '@last_update_date', type: 'lud', valueOf: ({ last_modified_date: on }) => on },
  { name: '@last_update_by', type: 'luby', valueOf: ({ last_update_by_user: by }) => by },
  { name: '@rank', type: 'priority', valueOf: ({ rank }) => rank },
];

/** Ids of fields are above 0. */
const idOf = (index: number): number => -1 - index;

/** Those that the form has no field of; `labelOf` names them. */
export const standardFields = (
  fields: readonly Pick<Field, 'type'>[],
  labelOf: (name: StandardName) => string,
): Field[] =>
  standards.flatMap(({ name, type }, index) =>
    fields.some((field) => field.type === type)
      ? []
      : [
          {
            field_id: idOf(index),
            label: labelOf(name),
            name,
            type,
            values: null,
            required: false,
            collapsed: false,
            bindings: { type: null, list: [] },
            permissions: ['read'],
            permissions_for_groups: null,
            default_value: null,
            has_notifications: false,
            is_used: true,
            description: '',
            specific_properties: null,
            label_decorators: [],
          },
        ],
  );

/** The values of an artifact by the ids of their fields, those of standard fields among them. */
export function valuesByField(artifact: Artifact): ReadonlyMap<number, Value> {
  const values = new Map<number, Value>((artifact.values ?? []).map((value) => [value.field_id, value]));
  for (const [index, { type, valueOf }] of standards.entries())
    values.set(idOf(index), { field_id: idOf(index), type, value: valueOf(artifact) });
  return values;
}

/** The short name of a standard field; undefined for another. */
export const standardNameOf = (fieldId: number): StandardName | undefined =>
  fieldId < 0 ? standards[-1 - fieldId]?.name : undefined;

/** The field of the form that says the same as a standard one; undefined where there is none. */
export function fieldOfStandard<F extends Pick<Field, 'type'>>(fields: readonly F[], name: string): F | undefined {
  const standard = standards.find((one) => one.name === name);
  return standard && fields.find(({ type }) => type === standard.type);
}
