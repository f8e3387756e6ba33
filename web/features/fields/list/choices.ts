// What may be chosen in a field, and what is chosen in it, with labels, colours and pictures. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { isRecord, listIn, numberIn, recordIn, textIn } from '../../../platform/parse-unknown.ts';
import { personNameIn } from '../../../platform/names/person-names.ts';
import type { Choice } from '../../../ui/pickers/choices.ts';
import { groupsOf } from '../permission/groups.ts';
import type { FieldValue } from '../editing.ts';
import type { Field, Value } from '../shapes.ts';
import { noneId } from './chosen.ts';

const idOf = (value: unknown): string => textIn(value, 'id') ?? String(numberIn(value, 'id') ?? noneId);

/** `pathOf` makes an address of the site one of this page. */
function choiceOf(value: unknown, pathOf: (url: string) => string): Choice {
  const person = recordIn(value, 'user_reference') ?? (textIn(value, 'username') === undefined ? undefined : value);
  const group = recordIn(value, 'ugroup_reference');
  const picture = textIn(person, 'avatar_url');
  const name = personNameIn(person);
  return {
    id: idOf(value),
    label: name ?? groupNameIn(group) ?? textIn(value, 'label') ?? '',
    colour: textIn(value, 'value_color') || textIn(value, 'tlp_color') || undefined,
    picture: picture === undefined ? undefined : pathOf(picture),
  };
}

const isHidden = (value: unknown): boolean => isRecord(value) && value['is_hidden'] === true;

/**
 * Choices of a list, those that it has included although they are hidden now; with `allowed` those of them alone. "None" is
 * left out.
 */
export function choicesFor(
  field: Field,
  value: Value | undefined,
  allowed: ReadonlySet<string> | undefined,
  pathOf: (url: string) => string,
): readonly Choice[] {
  const held = listIn(value, 'values').filter((one) => idOf(one) !== noneId);
  const heldIds = new Set(held.map(idOf));
  const all = listIn(field, 'values').filter((one) => !isHidden(one) || heldIds.has(idOf(one)));
  const known = new Set(all.map(idOf));
  return [...all, ...held.filter((one) => !known.has(idOf(one)))]
    .filter((one) => idOf(one) !== noneId && (allowed === undefined || allowed.has(idOf(one))))
    .map((one) => choiceOf(one, pathOf));
}

/** Ids of a list, or of groups, by the labels that the field has for them; those that it does not know as they are. */
export function describeIds(ids: readonly string[], of: FieldValue | undefined): string {
  const known = of === undefined ? [] : [...listIn(of.field, 'values'), ...listIn(of.value, 'values')];
  const choices = known.map((one) => choiceOf(one, (url) => url));
  const labels = new Map(
    [...choices, ...(of === undefined ? [] : groupsOf(of.field))].map(({ id, label }) => [id, label]),
  );
  return ids.map((id) => labels.get(id) ?? id).join(', ');
}
