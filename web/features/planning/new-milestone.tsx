// A new milestone of a plan: its name, when it is, how much it can take.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { todayHere } from '../../ui/dates/calendar-day.ts';
import { DateField } from '../../ui/dates/dates.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { trackerQuery } from '../trackers/index.ts';
import { fieldOf } from './plan.ts';
import { addInside, makeArtifact } from './planning.queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { fieldIs } from '../fields/index.ts';

type Tracker = Schemas['Tracker'];

interface Props {
  trackerId: number;
  /** The milestone that it will be inside of. */
  parentId: number | undefined;
  onMade(): Promise<void>;
  onClose(): void;
}

/** What a form of milestones asks for, by the fields that the tracker has for it. */
const fieldsOf = (tracker: Tracker) => {
  const capacity = tracker.fields.find((field) => field.name === 'capacity' && fieldIs.number(field));
  const mayFill = (field: Tracker['fields'][number] | undefined) =>
    field?.permissions.includes('create') === true ? field : undefined;
  return {
    title: mayFill(fieldOf(tracker, 'title')),
    start: mayFill(fieldOf(tracker, 'timeframe', 'start_date_field_id')),
    end: mayFill(fieldOf(tracker, 'timeframe', 'end_date_field_id')),
    duration: mayFill(fieldOf(tracker, 'timeframe', 'duration_field_id')),
    capacity: mayFill(capacity),
  };
};

type Fields = ReturnType<typeof fieldsOf>;
type Name = keyof Fields;
type Typed = Record<Name, string>;

/** What was typed, as the server takes it; what is empty is left out. */
function valuesOf(fields: Fields, typed: Typed): Schemas['SubmittedValue'][] {
  const names: readonly Name[] = ['title', 'start', 'end', 'duration', 'capacity'];
  return names.flatMap((name) => {
    const field = fields[name];
    const text = typed[name].trim().replace(',', '.');
    if (field === undefined || text === '') return [];
    return [
      { field_id: field.field_id, value: name === 'duration' || name === 'capacity' ? Number(text) : typed[name] },
    ];
  });
}

export function NewMilestone({ trackerId, ...props }: Props): ReactNode {
  const { data: tracker } = useQuery(trackerQuery(trackerId));
  const title = createLabel(tracker?.singular_label ?? '');
  return (
    <Dialog title={title} isOpen onClose={props.onClose}>
      {tracker === undefined ? <Loading /> : <Form tracker={tracker} {...props} />}
    </Dialog>
  );
}

function Form({ tracker, parentId, onMade, onClose }: Omit<Props, 'trackerId'> & { tracker: Tracker }): ReactNode {
  const fields = fieldsOf(tracker);
  const [typed, setTyped] = useState<Typed>({ title: '', start: todayHere(), end: '', duration: '10', capacity: '' });
  const { submit, isSending, problem } = useSubmit();
  const [key] = useState(() => crypto.randomUUID());
  const type = (name: Name) => (text: string) => setTyped((all) => ({ ...all, [name]: text }));
  const make = async (): Promise<void> => {
    const id = await makeArtifact(tracker.id, valuesOf(fields, typed), key);
    if (parentId !== undefined) await addInside(parentId, [id]);
    await onMade();
    onClose();
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && typed.title.trim() !== '') void submit(make);
      }}
    >
      <TextField
        label={fields.title?.label ?? t('planning.name')}
        value={typed.title}
        onChange={type('title')}
        isRequired
        autoFocus
      />
      {fields.start !== undefined && (
        <DateField label={fields.start.label} value={typed.start} onChange={type('start')} />
      )}
      {fields.end !== undefined && <DateField label={fields.end.label} value={typed.end} onChange={type('end')} />}
      {fields.duration !== undefined && (
        <TextField
          label={fields.duration.label}
          hint={t('planning.workingDays')}
          value={typed.duration}
          onChange={type('duration')}
          inputMode="numeric"
        />
      )}
      {fields.capacity !== undefined && (
        <TextField
          label={fields.capacity.label}
          value={typed.capacity}
          onChange={type('capacity')}
          inputMode="decimal"
        />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button type="submit" tone="primary" isDisabled={isSending || typed.title.trim() === ''}>
          {t('planning.make')}
        </Button>
      </div>
    </form>
  );
}
