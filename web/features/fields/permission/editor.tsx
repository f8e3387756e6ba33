import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import { groupsOf } from './groups.ts';
import type { GroupsEdit } from './groups.ts';

export function GroupsEditor(props: EditorProps<GroupsEdit>): ReactNode {
  const { field, edit, onChange } = props;
  const groups = groupsOf(field);
  return (
    <TagsField
      {...labelled(props)}
      hint={t('form.groups.hint')}
      placeholder={t('form.groups.everybody')}
      choices={groups}
      chosen={edit.ids.map((id) => groups.find((group) => group.id === id) ?? { id, label: id })}
      onChange={(chosen) => onChange({ kind: 'groups', ids: chosen.map(({ id }) => id) })}
    />
  );
}
