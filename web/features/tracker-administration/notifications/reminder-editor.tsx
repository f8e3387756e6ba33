// One reminder of a date, in a dialog.
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import type { Group } from '../definition/use-definition.ts';
import { fieldIs } from '../../fields/index.ts';

type Reminder = Schemas['DateReminders']['reminders'][number];
type Role = Reminder['roles'][number];

export interface NewReminder extends Omit<Reminder, 'id' | 'field' | 'user_groups'> {
  id?: number;
  field_id: number;
  user_group_ids: string[];
}

export const roleLabels: Readonly<Record<Role, () => string>> = {
  submitter: () => t('reminders.submitter'),
  assignee: () => t('reminders.assignee'),
  commenter: () => t('reminders.commenter'),
};
const roles: readonly Role[] = ['submitter', 'assignee', 'commenter'];

/** Members, administrators, and the groups of the project itself: those that have members of their own. */
const hasMembers = ({ id }: Group): boolean => /^\d{3,}$|_[34]$/.test(id);

const toggle = <Item,>(items: readonly Item[], item: Item, isIn: boolean): Item[] =>
  isIn ? [...items, item] : items.filter((one) => one !== item);

interface PartProps {
  draft: NewReminder;
  onChange(part: Partial<NewReminder>): void;
}

/** Of which date, and how far from it. */
function When({ draft, days, onDays, onChange }: PartProps & { days: string; onDays(text: string): void }): ReactNode {
  const { tracker } = useDefinition();
  const fields = tracker.fields.filter(fieldIs.dated);
  const isPast = fields.some((field) => field.field_id === draft.field_id && !fieldIs.date(field));
  const ways = [
    ...(isPast ? [] : [{ id: 'before', label: t('reminders.way.before') }]),
    { id: 'after', label: t('reminders.way.after') },
  ];
  return (
    <>
      <Select
        label={t('reminders.field')}
        choices={fields.map(({ field_id: id, label }) => ({ id: String(id), label }))}
        value={String(draft.field_id)}
        onChange={(id) => {
          const field = fields.find(({ field_id: one }) => String(one) === id);
          onChange({
            field_id: Number(id),
            ...(field !== undefined && fieldIs.date(field) ? {} : { type: 'after' as const }),
          });
        }}
        autoFocus
      />
      <div className={css.pair}>
        <TextField
          label={t('reminders.days')}
          hint={t('reminders.daysHint')}
          inputMode="numeric"
          value={days}
          onChange={onDays}
          error={/^\d{1,4}$/.test(days.trim()) ? undefined : t('reminders.daysWrong')}
          isRequired
        />
        <Select
          label={t('reminders.way')}
          choices={ways}
          value={draft.type}
          onChange={(way) => onChange({ type: way === 'after' ? 'after' : 'before' })}
        />
      </div>
    </>
  );
}

function People({ draft, onChange }: PartProps): ReactNode {
  const { groups } = useDefinition();
  return (
    <fieldset className={css.told}>
      <legend className={ui.label}>{t('reminders.who')}</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          isSelected={draft.roles.includes(role)}
          onChange={(isIn) => onChange({ roles: toggle(draft.roles, role, isIn) })}
        >
          {roleLabels[role]()}
        </Checkbox>
      ))}
      {groups.filter(hasMembers).map(({ id, label }) => (
        <Checkbox
          key={id}
          isSelected={draft.user_group_ids.includes(id)}
          onChange={(isIn) => onChange({ user_group_ids: toggle(draft.user_group_ids, id, isIn) })}
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

const blank = (fieldId: number, type: string): NewReminder => ({
  field_id: fieldId,
  type: fieldIs.date({ type }) ? 'before' : 'after',
  days: 1,
  is_enabled: true,
  notify_closed_artifacts: false,
  user_group_ids: [],
  roles: ['assignee'],
});

interface EditorProps {
  /** undefined: a new one. */
  start: NewReminder | undefined;
  isSending: boolean;
  problem: string | undefined;
  /** Gives whether it is saved. */
  onSave(reminder: NewReminder): Promise<boolean>;
  onClose(): void;
}

export function ReminderEditor({ start, isSending, problem, onSave, onClose }: EditorProps): ReactNode {
  const { tracker } = useDefinition();
  const first = tracker.fields.find(fieldIs.date) ?? tracker.fields.find(fieldIs.dated);
  const [draft, setDraft] = useState(() => start ?? blank(first?.field_id ?? 0, first?.type ?? ''));
  const [days, setDays] = useState(String(draft.days));
  const latest = useRef({ draft, days });
  latest.current = { draft, days };
  if (first === undefined) return <p>{t('reminders.noDates')}</p>;
  const change = (part: Partial<NewReminder>): void => setDraft((now) => ({ ...now, ...part }));
  const isComplete = /^\d{1,4}$/.test(days.trim()) && draft.roles.length + draft.user_group_ids.length > 0;
  const save = async (): Promise<void> => {
    if (isSending || !isComplete) return;
    const sent = { draft, days };
    const isSaved = await onSave({ ...draft, days: Number(days) });
    if (isSaved && latest.current.draft === sent.draft && latest.current.days === sent.days) onClose();
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <When {...{ draft, days }} onDays={setDays} onChange={change} />
      <People draft={draft} onChange={change} />
      <Checkbox
        isSelected={draft.notify_closed_artifacts}
        onChange={(isOn) => change({ notify_closed_artifacts: isOn })}
      >
        {t('reminders.closed')}
      </Checkbox>
      <Checkbox isSelected={draft.is_enabled} onChange={(isOn) => change({ is_enabled: isOn })}>
        {t('reminders.enabled')}
      </Checkbox>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button type="submit" tone="primary" isDisabled={isSending || !isComplete}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
