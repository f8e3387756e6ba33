// What can be set of the chosen element.
import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { giveRole, openNewValues, suggestRole } from '../semantics/field-roles.ts';
import { changeField } from '../definition/definition-draft.ts';
import type { DraftField, Scalar } from '../definition/definition-draft.ts';
import { isFilled, isLayout, settingsOf, typeLabel } from './field-kinds.ts';
import type { Setting } from '../../fields/index.ts';
import { bringBack } from './layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import css from './form.module.css';
import { ListSource } from './list-source.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { fieldIs } from '../../fields/index.ts';

type Change = (change: Partial<DraftField>, mark?: string) => void;

const textOf = (value: Scalar | undefined): string => (value === undefined || value === null ? '' : String(value));

function DayDefault({ value, onChange }: { value: string; onChange(value: string): void }): ReactNode {
  const kind = value === 'today' ? 'today' : value === '' ? 'none' : 'day';
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      <Select
        label={t('design.set.default')}
        choices={[
          { id: 'none', label: t('design.day.none') },
          { id: 'today', label: t('design.today') },
          { id: 'day', label: t('design.day.fixed') },
        ]}
        value={kind}
        onChange={(id) => onChange(id === 'today' ? 'today' : id === 'none' ? '' : today)}
      />
      {kind === 'day' && <TextField label={t('design.day.fixed')} type="date" value={value} onChange={onChange} />}
    </>
  );
}

function SettingField({
  setting,
  value,
  onChange,
}: {
  setting: Setting;
  value: Scalar | undefined;
  onChange(value: Scalar): void;
}): ReactNode {
  const { kind, label } = setting;
  const text = textOf(value);
  if (kind === 'switch')
    return (
      <Checkbox isSelected={text === '1' || text === 'true'} onChange={(is) => onChange(is ? 1 : 0)}>
        {t(label)}
      </Checkbox>
    );
  if (kind === 'day') return <DayDefault value={text} onChange={onChange} />;
  const isNumber = kind === 'count' || kind === 'number';
  return (
    <TextField
      label={t(label)}
      value={kind === 'count' && text === '0' ? '' : text}
      onChange={onChange}
      {...(kind === 'long' ? { rows: 4 } : {})}
      {...(isNumber ? { inputMode: 'decimal' as const } : {})}
    />
  );
}

/** What an element is called, and what is said of it. */
function Names({ field, change }: { field: DraftField; change: Change }): ReactNode {
  const isDecoration = fieldIs.decoration(field);
  return (
    <>
      <TextField
        label={t('design.part.label')}
        value={field.label}
        isRequired
        autoFocus={field.id < 0 ? 'whole' : false}
        onChange={(text) => change({ label: text }, 'label')}
        error={field.label.trim() === '' ? t('design.needsLabel') : undefined}
      />
      {!isDecoration && (
        <TextField
          label={t('design.part.name')}
          value={field.name}
          placeholder={t('design.nameFromLabel')}
          hint={t('design.nameHint')}
          onChange={(text) => change({ name: text }, 'name')}
        />
      )}
      {!isDecoration && (
        <TextField
          label={t('design.part.description')}
          value={field.description}
          rows={2}
          onChange={(text) => change({ description: text }, 'description')}
        />
      )}
    </>
  );
}

/** Offers the role that the field is called by, where no field has it. */
function RoleSuggestion({ field }: { field: DraftField }): ReactNode {
  const { draft, change } = useDefinition();
  const role = field.isUsed ? suggestRole(field, draft.semantics) : undefined;
  if (role === undefined) return null;
  const name = t(`design.semantic.${role}`);
  const take = (): void => change((now) => ({ ...now, semantics: { ...now.semantics, ...giveRole(field, role) } }));
  return (
    <Notice>
      <p>{t('design.semantic.suggested', { role: name })}</p>
      <Button onPress={take}>{t('design.semantic.take', { role: name })}</Button>
    </Notice>
  );
}

interface Props {
  id: number;
  onClose(): void;
  onGone(): void;
}

export function FieldPanel({ id, onClose, onGone }: Props): ReactNode {
  const { draft, change: changeDraft } = useDefinition();
  const [isRemoving, setRemoving] = useState(false);
  const field = draft.fields[id];
  if (field === undefined) return null;
  const change: Change = (part, mark) =>
    changeDraft(
      (now) => {
        const known = new Set(now.fields[id]?.values.map((value) => value.id));
        const added = part.values?.filter((value) => !known.has(value.id)) ?? [];
        const next = changeField(now, id, part);
        return added.length === 0 ? next : { ...next, semantics: openNewValues(next.semantics, id, added) };
      },
      mark === undefined ? undefined : `${id} ${mark}`,
    );
  const label = field.label === '' ? t(typeLabel(field.type)) : field.label;
  return (
    <section className={`${ui.card} ${css.panel}`} aria-label={t('design.settingsOf', { label })}>
      <div className={css.panelHead}>
        <h2>
          {label}
          <span className={css.type}>{t(typeLabel(field.type))}</span>
        </h2>
        <Button tone="quiet" isIcon aria-label={t('ui.close')} onPress={onClose}>
          <X />
        </Button>
      </div>
      <Names field={field} change={change} />
      <RoleSuggestion field={field} />
      {isFilled(field.type) && (
        <Checkbox isSelected={field.isRequired} onChange={(is) => change({ isRequired: is })}>
          {t('design.part.required')}
          <span className={ui.required} aria-hidden="true">
            *
          </span>
        </Checkbox>
      )}
      {settingsOf(field.type).map((setting) => (
        <SettingField
          key={setting.key}
          setting={setting}
          value={field.properties[setting.key]}
          onChange={(value) =>
            change(
              { properties: { ...field.properties, [setting.key]: value } },
              setting.kind === 'switch' ? undefined : setting.key,
            )
          }
        />
      ))}
      {field.bind !== undefined && <ListSource field={field} change={change} />}
      {(field.bind === 'users' || field.bind === 'ugroups') && (
        <Checkbox isSelected={field.notifies} onChange={(is) => change({ notifies: is })}>
          {t('design.part.notifies')}
        </Checkbox>
      )}
      <div className={ui.row}>
        {!field.isUsed && (
          <Button onPress={() => changeDraft((now) => bringBack(now, id))}>{t('design.useAgain', { label })}</Button>
        )}
        <Button tone="danger" onPress={() => setRemoving(true)}>
          <Trash2 /> {t('design.remove')}
        </Button>
      </div>
      {isRemoving && (
        <RemoveDialog
          field={field}
          isLayout={isLayout(field.type)}
          onClose={() => setRemoving(false)}
          onGone={onGone}
        />
      )}
    </section>
  );
}
