// What may be chosen in a list, as its tracker tells, for reports and changes of many. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { personNameIn } from '../../../platform/names/person-names.ts';
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import type { Field } from '../shapes.ts';

/** One value that may be chosen in a list. */
export interface FieldChoice {
  id: number;
  label: string;
  /** What the query language calls it. */
  key: string;
  colour?: string | undefined;
  picture?: string | undefined;
  isHidden: boolean;
}

function choiceOf(value: unknown): FieldChoice | undefined {
  const id = numberIn(value, 'id');
  const label = textIn(value, 'label');
  if (id === undefined || label === undefined || !isRecord(value)) return undefined;
  const user = value['user_reference'];
  const group = value['ugroup_reference'];
  const shown = personNameIn(user) ?? groupNameIn(group) ?? label;
  return {
    id,
    label: shown,
    key: textIn(user, 'username') ?? textIn(group, 'label') ?? label,
    colour: textIn(value, 'value_color') || undefined,
    picture: textIn(user, 'avatar_url'),
    isHidden: value['is_hidden'] === true,
  };
}

/** What may be chosen, hidden values last: artifacts may still have them. */
export const choicesOf = (field: Pick<Field, 'values'>): readonly FieldChoice[] => {
  const all = listIn(field, 'values').flatMap((value) => choiceOf(value) ?? []);
  return [...all.filter(({ isHidden }) => !isHidden), ...all.filter(({ isHidden }) => isHidden)];
};
