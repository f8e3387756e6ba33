// One transition: who may make it, what it asks for, what it does.
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftField, DraftTransition } from '../definition/definition-draft.ts';
import { isFilled } from '../form/field-kinds.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { actionLabels } from './action-labels.ts';
import { fieldIs } from '../../fields/index.ts';

type Action = DraftTransition['actions'][number];

const asChoice = ({ id, label }: DraftField) => ({ id: String(id), label });

const numberList = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

interface ActionProps {
  action: Action;
  fields: readonly DraftField[];
  onChange(action: Action): void;
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function ChosenFields({
  action,
  name,
  label,
  among,
  onChange,
}: Pick<ActionProps, 'action' | 'onChange'> & {
  name: 'field_ids' | 'fieldset_ids';
  label: string;
  among: readonly DraftField[];
}): ReactNode {
  return (
    <TagsField
      label={label}
      choices={among.map(asChoice)}
      chosen={numberList(action[name]).flatMap((id) => among.filter((field) => field.id === id).map(asChoice))}
      onChange={(next) => onChange({ ...action, [name]: next.map(({ id }) => Number(id)) })}
    />
  );
}

const isSettable = (field: DraftField): boolean => fieldIs.date(field) || fieldIs.number(field);

/** What a field is set to unless somebody says otherwise. */
const settingOf = ({ id, type }: DraftField): Action => ({
  type: 'set_field_value',
  field_id: id,
  field_type: type,
  value: fieldIs.date({ type }) ? 'current' : 0,
});

function SetField({ action, fields, onChange }: ActionProps): ReactNode {
  const settable = fields.filter(isSettable);
  const field = settable.find(({ id }) => id === action['field_id']);
  return (
    <>
      <Select
        label={t('design.action.set_field_value')}
        choices={settable.map(asChoice)}
        value={field === undefined ? undefined : String(field.id)}
        onChange={(id) => {
          const next = settable.find((one) => String(one.id) === id);
          if (next !== undefined) onChange(settingOf(next));
        }}
      />
      {field !== undefined && fieldIs.date(field) && (
        <Select
          label={t('design.action.value')}
          choices={[
            { id: 'current', label: t('design.action.now') },
            { id: 'none', label: t('design.action.clear') },
          ]}
          value={action['value'] === 'current' ? 'current' : 'none'}
          onChange={(id) => onChange({ ...action, value: id === 'current' ? 'current' : '' })}
        />
      )}
      {field !== undefined && !fieldIs.date(field) && (
        <TextField
          label={t('design.action.value')}
          inputMode="decimal"
          value={textIn(action['value'])}
          onChange={(text) => onChange({ ...action, value: Number.isNaN(Number(text)) ? 0 : Number(text) })}
        />
      )}
    </>
  );
}

function ActionBody(props: ActionProps): ReactNode {
  const { action, fields, onChange } = props;
  switch (action['type']) {
    case 'run_job':
      return (
        <TextField
          label={t('design.action.run_job')}
          type="url"
          value={textIn(action['job_url'])}
          onChange={(url) => onChange({ ...action, job_url: url })}
        />
      );
    case 'frozen_fields':
      return (
        <ChosenFields
          {...{ action, onChange }}
          name="field_ids"
          label={t('design.action.frozen_fields')}
          among={fields.filter(({ type }) => isFilled(type))}
        />
      );
    case 'hidden_fieldsets':
      return (
        <ChosenFields
          {...{ action, onChange }}
          name="fieldset_ids"
          label={t('design.action.hidden_fieldsets')}
          among={fields.filter(fieldIs.fieldset)}
        />
      );
    case 'set_field_value':
      return <SetField {...props} />;
    case 'add_to_top_backlog':
      return (
        <>
          <p>{t('design.action.add_to_top_backlog')}</p>
          <p className={ui.hint}>{t('design.action.backlogHint')}</p>
        </>
      );
    default:
      return <p>{textIn(action['type'])}</p>;
  }
}

/** Actions that can be added: each once, but for jobs and fields; only states freeze and hide. */
function listKinds(
  fields: readonly DraftField[],
  { actions }: DraftTransition,
  isAdvanced: boolean,
  add: (action: Action) => void,
): { id: string; label: string; run(): void }[] {
  const settable = fields.find((field) => isSettable(field) && actions.every((one) => one['field_id'] !== field.id));
  const isNew = ({ type }: Action): boolean => actions.every((one) => one['type'] !== type);
  const once: readonly Action[] = [
    { type: 'add_to_top_backlog' },
    ...(isAdvanced
      ? []
      : [
          { type: 'frozen_fields', field_ids: [] },
          { type: 'hidden_fieldsets', fieldset_ids: [] },
        ]),
  ];
  const starts: readonly Action[] = [
    ...(settable === undefined ? [] : [settingOf(settable)]),
    { type: 'run_job', job_url: 'https://' },
    ...once.filter(isNew),
  ];
  return starts.map((start) => {
    const id = textIn(start['type']);
    return { id, label: actionLabels[id]?.() ?? id, run: () => add(start) };
  });
}

interface Props {
  title: string;
  transition: DraftTransition;
  isAdvanced: boolean;
  onChange(change: Partial<DraftTransition>): void;
  onRemove(): void;
}

export function TransitionPanel({ title, transition, isAdvanced, onChange, onRemove }: Props): ReactNode {
  const { draft, groups } = useDefinition();
  const fields = listInOrder(draft).flatMap((id) => draft.fields[id] ?? []);
  const filled = fields.filter(({ type }) => isFilled(type));
  const groupChoices = groups.map(({ id, label }) => ({ id, label }));
  const { actions } = transition;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={title}>
      <h2>{title}</h2>
      {!isAdvanced && <p className={`${ui.soft} ${ui.small}`}>{t('design.flow.simpleText')}</p>}
      <TagsField
        label={t('design.flow.groups')}
        choices={groupChoices}
        chosen={transition.groups.map((id) => groupChoices.find((one) => one.id === id) ?? { id, label: id })}
        onChange={(chosen) => onChange({ groups: chosen.map(({ id }) => id) })}
      />
      <TagsField
        label={t('design.flow.notEmpty')}
        choices={filled.map(asChoice)}
        chosen={transition.notEmpty.flatMap((id) => filled.filter((one) => one.id === id).map(asChoice))}
        onChange={(chosen) => onChange({ notEmpty: chosen.map(({ id }) => Number(id)) })}
      />
      {/* A new artifact has no comment. */}
      {transition.from !== null && (
        <Checkbox isSelected={transition.needsComment} onChange={(needsComment) => onChange({ needsComment })}>
          {t('design.flow.comment')}
        </Checkbox>
      )}
      <h3>{t('design.flow.actions')}</h3>
      <ul className={css.list}>
        {actions.map((action, index) => (
          <li key={index} className={ui.row}>
            <div className={`${ui.grow} ${ui.stack}`}>
              <ActionBody
                action={action}
                fields={fields}
                onChange={(next) => onChange({ actions: actions.with(index, next) })}
              />
            </div>
            <Button
              tone="quiet"
              isIcon
              aria-label={t('design.flow.removeAction')}
              onPress={() => onChange({ actions: actions.toSpliced(index, 1) })}
            >
              <Trash2 />
            </Button>
          </li>
        ))}
      </ul>
      <div className={ui.row}>
        <Menu
          label={t('design.flow.addAction')}
          trigger={<Button>{t('design.flow.addAction')}</Button>}
          actions={listKinds(fields, transition, isAdvanced, (action) => onChange({ actions: [...actions, action] }))}
        />
        <Button tone="danger" onPress={onRemove}>
          <Trash2 /> {t('design.flow.removeTransition')}
        </Button>
      </div>
    </section>
  );
}
