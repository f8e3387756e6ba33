// What fields mean: which one is the title, which values count as open, what a card shows.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftField, fieldSemantics, Semantics } from '../definition/definition-draft.ts';
import { isLayout } from '../form/field-kinds.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { fits, giveRole } from './field-roles.ts';
import { asChoice, PickAField, Section } from './parts.tsx';
import type { Props } from './parts.tsx';
import { Progress } from './progress.tsx';
import { exampleQuery, SemanticExample } from './semantic-example.tsx';
import { Timeframe } from './timeframe.tsx';
import { useDefinition } from '../definition/use-definition.ts';
import { fieldIs } from '../../fields/index.ts';

type FieldSemantic = (typeof fieldSemantics)[number];

function useFields(): readonly DraftField[] {
  const { draft } = useDefinition();
  return listInOrder(draft).flatMap((id) => {
    const field = draft.fields[id];
    return field === undefined || isLayout(field.type) ? [] : [field];
  });
}

function Status({ fields, semantics, set }: Props): ReactNode {
  const { status, done } = semantics;
  const field = fields.find(({ id }) => id === status?.field_id);
  const open = status?.value_ids ?? [];
  const success = done?.value_ids ?? [];
  const toggle = (ids: readonly number[], id: number, isOn: boolean): number[] =>
    isOn ? [...ids, id] : ids.filter((one) => one !== id);
  return (
    <Section name="status">
      <PickAField
        label={t('design.semantic.field')}
        fields={fields.filter(fits.status)}
        value={status?.field_id}
        onChange={(id) => {
          const chosen = fields.find((one) => one.id === id);
          const unset = { status: null, ...(done ? { done: null } : {}) };
          set(chosen === undefined ? unset : { ...unset, ...giveRole(chosen, 'status') });
        }}
      />
      {field !== undefined && status !== undefined && status !== null && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('design.part.values')}</th>
              <th scope="col">{t('design.semantic.open')}</th>
              <th scope="col">{t('design.semantic.success')}</th>
            </tr>
          </thead>
          <tbody>
            {field.values.map(({ id, label, colour }) => (
              <tr key={id}>
                <th scope="row">
                  <span className={ui.row}>
                    <span className={ui.dot} data-colour={colour || undefined} />
                    {label}
                  </span>
                </th>
                <td>
                  <Checkbox
                    aria-label={t('design.semantic.isOpen', { label })}
                    isSelected={open.includes(id)}
                    onChange={(isOn) =>
                      set({
                        status: { ...status, value_ids: toggle(open, id, isOn) },
                        ...(isOn && success.includes(id) ? { done: { value_ids: toggle(success, id, false) } } : {}),
                      })
                    }
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={t('design.semantic.isDone', { label })}
                    isDisabled={open.includes(id)}
                    isSelected={success.includes(id)}
                    onChange={(isOn) => {
                      const ids = toggle(success, id, isOn);
                      set({ done: ids.length === 0 ? null : { value_ids: ids } });
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Cards({ fields, semantics, set }: Props): ReactNode {
  const card = semantics.plugin_cardwall_card_fields ?? undefined;
  const tooltip = semantics.tooltip ?? undefined;
  const chosen = (ids: readonly number[]) =>
    ids.flatMap((id) => fields.filter((field) => field.id === id).map(asChoice));
  const choices = fields.map(asChoice);
  const background = card?.background_color_field_id ?? null;
  return (
    <>
      <Section name="plugin_cardwall_card_fields">
        <TagsField
          label={t('design.semantic.fields')}
          choices={choices}
          chosen={chosen(card?.field_ids ?? [])}
          onChange={(next) =>
            set({
              plugin_cardwall_card_fields:
                next.length === 0
                  ? null
                  : { field_ids: next.map(({ id }) => Number(id)), background_color_field_id: background },
            })
          }
        />
        {card !== undefined && (
          <PickAField
            label={t('design.semantic.background')}
            fields={fields.filter((field) => fieldIs.choice(field) && field.bind === 'static')}
            value={background ?? undefined}
            onChange={(id) => set({ plugin_cardwall_card_fields: { ...card, background_color_field_id: id ?? null } })}
          />
        )}
      </Section>
      <Section name="tooltip">
        <TagsField
          label={t('design.semantic.fields')}
          choices={choices}
          chosen={chosen(tooltip?.field_ids ?? [])}
          onChange={(next) =>
            set({ tooltip: next.length === 0 ? null : { field_ids: next.map(({ id }) => Number(id)) } })
          }
        />
      </Section>
    </>
  );
}

export function SemanticsPage(): ReactNode {
  const { tracker, draft, change } = useDefinition();
  const fields = useFields();
  // The rest of the page stands below it.
  const { isLoading } = useQuery(exampleQuery(tracker.id));
  const { semantics } = draft;
  const set = (part: Partial<Semantics>): void =>
    change((now) => ({ ...now, semantics: { ...now.semantics, ...part } }));
  const parts = { fields, semantics, set };
  const ofField = (name: FieldSemantic): ReactNode => (
    <Section key={name} name={name}>
      <PickAField
        label={t('design.semantic.field')}
        fields={fields.filter(fits[name])}
        value={semantics[name]?.field_id}
        onChange={(id) => set({ [name]: id === undefined ? null : { field_id: id } })}
      />
    </Section>
  );
  if (isLoading) return <Loading lines={8} />;
  return (
    <div className={css.list}>
      <SemanticExample />
      {ofField('title')}
      {ofField('description')}
      <Status {...parts} />
      {ofField('contributor')}
      <Timeframe {...parts} />
      <Progress {...parts} />
      {ofField('initial_effort')}
      {ofField('velocity')}
      <Cards {...parts} />
    </div>
  );
}
