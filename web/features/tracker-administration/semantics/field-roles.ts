// Which role a field is likely to have in its tracker, by its type and its name. Pure.
import { isCalledClosed, isNamedFor, openValues } from '../../../../contract/field-names.ts';
import type { NamedRole } from '../../../../contract/field-names.ts';
import { fieldIs } from '../../fields/index.ts';
import type { DraftField, DraftValue, fieldSemantics, Semantics } from '../definition/definition-draft.ts';

type FieldSemantic = (typeof fieldSemantics)[number];

/** Which fields can have a role, as the server judges it too. */
export const fits: Readonly<Record<FieldSemantic | 'status', (field: DraftField) => boolean>> = {
  title: (field) => fieldIs.line(field) || fieldIs.text(field),
  description: fieldIs.text,
  status: (field) => fieldIs.list(field) && field.bind === 'static',
  contributor: (field) => fieldIs.list(field) && field.bind === 'users',
  initial_effort: (field) => fieldIs.amount(field) || fieldIs.choice(field),
  velocity: fieldIs.amount,
};

const roles = ['title', 'description', 'status', 'contributor', 'initial_effort'] as const;

const isFree = (semantics: Semantics, role: NamedRole): boolean => (semantics[role] ?? undefined) === undefined;

/** The role that nothing in the tracker has yet and that the field is called by; undefined for none. */
export function suggestRole(field: DraftField, semantics: Semantics): NamedRole | undefined {
  return roles.find(
    (role) =>
      isFree(semantics, role) && fits[role](field) && [field.label, field.name].some((name) => isNamedFor(role, name)),
  );
}

/** The change that gives the field a role. */
export function giveRole(field: DraftField, role: NamedRole): Partial<Semantics> {
  if (role !== 'status') return { [role]: { field_id: field.id } };
  const open = openValues(field.values).map(({ id }) => id);
  const closed = field.values.flatMap(({ id }) => (open.includes(id) ? [] : [id]));
  return {
    status: { field_id: field.id, value_ids: open },
    ...(closed.length > 0 ? { done: { value_ids: closed } } : {}),
  };
}

/** New values of the status field are open, but those that are called closed. */
export function openNewValues(semantics: Semantics, fieldId: number, values: readonly DraftValue[]): Semantics {
  const { status } = semantics;
  if (status?.field_id !== fieldId) return semantics;
  return {
    ...semantics,
    status: {
      ...status,
      value_ids: [...status.value_ids, ...values.flatMap((value) => (isCalledClosed(value.label) ? [] : value.id))],
    },
  };
}
