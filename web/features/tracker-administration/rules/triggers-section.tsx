// What children do to their parents: a value here is set when children take values there.
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { PickField, TagsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftTrigger, FieldValue } from '../definition/definition-draft.ts';
import { siblingsQuery } from '../definition/definition.queries.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { isValueList, useFields } from './use-fields.ts';

const keyOf = ({ fieldId, valueId }: FieldValue): string => `${fieldId}:${valueId}`;

function readKey(key: string): FieldValue {
  const [fieldId = 0, valueId = 0] = key.split(':').map(Number);
  return { fieldId, valueId };
}

/** What a new one has before anything is chosen. */
const empty: DraftTrigger = { condition: 'at_least_one', sources: [], target: { fieldId: 0, valueId: 0 } };

const isWhole = ({ sources, target }: DraftTrigger): boolean => sources.length > 0 && target.fieldId !== 0;

type Choices = readonly { id: string; label: string }[];

interface Props {
  trigger: DraftTrigger;
  number: number;
  targets: Choices;
  sources: Choices;
  onChange(trigger: DraftTrigger | undefined): void;
}

function Trigger({ trigger, number, targets, sources, onChange }: Props): ReactNode {
  const name = t('design.triggers.one', { number });
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={name}>
      <div className={ui.row}>
        <h3 className={ui.grow}>{name}</h3>
        <Button
          tone="quiet"
          isIcon
          aria-label={t('design.triggers.remove', { number })}
          onPress={() => onChange(undefined)}
        >
          <Trash2 />
        </Button>
      </div>
      <Select
        label={t('design.triggers.when')}
        choices={[
          { id: 'at_least_one', label: t('design.triggers.at_least_one') },
          { id: 'all_of', label: t('design.triggers.all_of') },
        ]}
        value={trigger.condition}
        onChange={(id) => onChange({ ...trigger, condition: id === 'all_of' ? 'all_of' : 'at_least_one' })}
      />
      <TagsField
        label={t('design.triggers.sources')}
        choices={sources}
        chosen={trigger.sources.map((source) => {
          const id = keyOf(source);
          return sources.find((one) => one.id === id) ?? { id, label: t('design.triggers.unseen') };
        })}
        onChange={(chosen) => onChange({ ...trigger, sources: chosen.map(({ id }) => readKey(id)) })}
      />
      <PickField
        label={t('design.triggers.target')}
        choices={targets}
        value={trigger.target.fieldId === 0 ? undefined : keyOf(trigger.target)}
        onChange={(id) => id !== undefined && onChange({ ...trigger, target: readKey(id) })}
      />
      {!isWhole(trigger) && <Notice>{t('design.triggers.unfinished')}</Notice>}
    </section>
  );
}

export function TriggersSection(): ReactNode {
  const { tracker, draft, change } = useDefinition();
  const fields = useFields(isValueList);
  const { data, error, refetch } = useQuery(siblingsQuery(tracker.project.id, tracker.id));
  const set = (triggers: readonly DraftTrigger[]): void => change((now) => ({ ...now, triggers }));
  const targets = fields.flatMap(({ id, label, values }) =>
    values.map((value) => ({ id: keyOf({ fieldId: id, valueId: value.id }), label: `${label}: ${value.label}` })),
  );
  const sources = (data ?? []).flatMap((sibling) =>
    sibling.lists.flatMap((list) =>
      list.values.map((value) => ({
        id: keyOf({ fieldId: list.id, valueId: value.id }),
        label: `${sibling.label}, ${list.label}: ${value.label}`,
      })),
    ),
  );
  const { triggers } = draft;
  const [begun, setBegun] = useState<DraftTrigger>();
  const finish = (next: DraftTrigger | undefined): void => {
    const isDone = next !== undefined && isWhole(next);
    if (isDone) set([...triggers, next]);
    setBegun(isDone ? undefined : next);
  };
  const canHave = targets.length > 0 && sources.length > 0;
  return (
    <section className={ui.stack} aria-label={t('design.triggers')}>
      <h2>{t('design.triggers')}</h2>
      <p className={ui.soft}>{t('design.triggersText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {[...triggers, ...(begun === undefined ? [] : [begun])].map((trigger, index) => (
        <Trigger
          key={index}
          {...{ trigger, targets, sources }}
          number={index + 1}
          onChange={(next) =>
            index === triggers.length
              ? finish(next)
              : set(triggers.flatMap((one, at) => (at === index ? (next ?? []) : one)))
          }
        />
      ))}
      {canHave && begun === undefined && (
        <div>
          <Button onPress={() => setBegun(empty)}>
            <Plus aria-hidden="true" /> {t('design.triggers.add')}
          </Button>
        </div>
      )}
      {!canHave && data !== undefined && <p>{t('design.triggers.noLists')}</p>}
    </section>
  );
}
