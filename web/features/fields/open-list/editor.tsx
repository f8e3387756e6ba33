import type { ReactNode } from 'react';
import { ownPath } from '../../../platform/addresses.ts';
import { PeopleField } from '../../../ui/pickers/people-pickers.tsx';
import { LabelsField } from '../../../ui/pickers/pickers.tsx';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import { choicesFor } from '../list/choices.ts';
import type { Field } from '../shapes.ts';
import type { LabelsEdit } from './labels.ts';

/** Whether the field offers people that have to be looked up. */
const isOpenForPeople = (field: Field): boolean => field.bindings.type === 'users' && !Array.isArray(field.values);

export function LabelsEditor(props: EditorProps<LabelsEdit>): ReactNode {
  const { field, edit, onChange } = props;
  if (isOpenForPeople(field))
    return (
      <PeopleField
        {...labelled(props)}
        people={edit.labels.map((label) => ({ id: label, label, username: label }))}
        onChange={(people) => onChange({ kind: 'labels', labels: people.map(({ username }) => username) })}
      />
    );
  return (
    <LabelsField
      {...labelled(props)}
      labels={edit.labels}
      onChange={(labels) => onChange({ kind: 'labels', labels })}
      suggestions={choicesFor(field, undefined, undefined, ownPath)}
    />
  );
}
