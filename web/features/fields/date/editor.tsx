import { useState } from 'react';
import type { ReactNode } from 'react';
import { RestingDate } from '../../../ui/dates/deferred-date.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { lazy } from '../../../ui/lazy.tsx';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import type { DateEdit } from './date-edit.ts';

const DateField = lazy(async () => (await import('../../../ui/dates/dates.tsx')).DateField, {
  Fallback: () => <Loading lines={2} />,
});

export function DayEditor(props: EditorProps<DateEdit>): ReactNode {
  const { edit, onChange, field } = props;
  // In place it is opened to be changed; what it is by then it stays.
  const [isOpened] = useState(props.autoFocus);
  const Day = isOpened ? DateField : RestingDate;
  return (
    <Day
      {...labelled(props)}
      value={edit.text}
      onChange={(text) => onChange({ kind: 'date', text })}
      withTime={field['is_time_displayed'] === true}
    />
  );
}
