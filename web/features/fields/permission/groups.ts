// Groups that alone may see an artifact. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { listIn, recordIn, textIn } from '../../../platform/parse-unknown.ts';
import type { Field } from '../shapes.ts';

export type GroupsEdit = { kind: 'groups'; ids: readonly string[] };

/** Groups that an artifact may be limited to, as its tracker tells. */
export const groupsOf = (field: Field): readonly { id: string; label: string }[] =>
  listIn(recordIn(field, 'values'), 'ugroup_representations').map((group) => ({
    id: textIn(group, 'id') ?? '',
    label: groupNameIn(group) ?? '',
  }));
