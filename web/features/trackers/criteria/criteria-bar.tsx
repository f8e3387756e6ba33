// The criteria of a report as chips: each says what it asks, opens to be changed, and can be taken away.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Opener } from '../../../ui/overlays/opener.tsx';
import ui from '../../../ui/ui.module.css';
import { ChoiceMenu } from '../changes/choice-menu.tsx';
import { arityOf, noneValue, selfValue } from '../../fields/index.ts';
import { isComplete } from './criteria.ts';
import type { Criterion } from './criteria.ts';
import { choicesOf, criterionOf, fieldByName, fieldsWithValues } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import { operatorLabel } from '../labels.ts';
import css from '../report.module.css';
import { lazy } from '../../../ui/lazy.tsx';

const CriterionPopover = lazy(
  async () => {
    const { CriterionPopover: Popover, preloadEditors } = await import('./criterion-editor.tsx');
    await preloadEditors();
    return Popover;
  },
  { prefetch: true },
);

function valueLabel(field: Field, value: string): string {
  if (value === noneValue) return t('trackers.none');
  if (value === selfValue) return t('trackers.myself');
  return criterionOf(field)?.nameValue?.(value) ?? choicesOf(field).find(({ key }) => key === value)?.label ?? value;
}

function chipText(field: Field, criterion: Criterion): string {
  const { operator, values } = criterion;
  if (!isComplete(criterion)) return '';
  const label = operatorLabel(operator, criterionOf(field)?.isOfTime);
  if (operator === 'last' || operator === 'next' || operator === 'older') {
    const unit = (['d', 'w', 'm', 'y'] as const).find((known) => known === values[1]) ?? 'd';
    return `${label} ${values[0] ?? ''} ${t(`trackers.unit.${unit}`)}`;
  }
  const shown = values.map((value) => valueLabel(field, value));
  const description = shown.length > 2 ? `${shown.slice(0, 2).join(', ')} +${shown.length - 2}` : shown.join(', ');
  if (operator === 'in') return description;
  return arityOf(operator) === 2 ? `${shown.join(' – ')}` : `${label} ${description}`;
}

interface ChipProps {
  field: Field;
  criterion: Criterion;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onChange(criterion: Criterion): void;
  onRemove(): void;
}

const Chip = ({ field, criterion, isOpen, onOpen, onChange, onRemove }: ChipProps): ReactNode => (
  <span className={css.chip} data-complete={isComplete(criterion) || undefined}>
    <Opener
      kind="dialog"
      isOpen={isOpen}
      onOpenChange={onOpen}
      preload={CriterionPopover.preload}
      trigger={
        <Button tone="quiet">
          <span className={ui.soft}>{field.label}</span>{' '}
          <span className={css.chipValue}>{chipText(field, criterion)}</span>
        </Button>
      }
    >
      {(opened) => <CriterionPopover {...opened} field={field} criterion={criterion} onChange={onChange} />}
    </Opener>
    <Button tone="quiet" isIcon aria-label={t('trackers.removeCriterion', { field: field.label })} onPress={onRemove}>
      <X />
    </Button>
  </span>
);

interface BarProps {
  tracker: Tracker;
  criteria: readonly Criterion[];
  /** Fields that the report offers to ask for come first. */
  offered: readonly Criterion[];
  onChange(criteria: readonly Criterion[]): void;
}

/** Fields that can be asked for: those that the report offers, then the others. */
function listAddable(tracker: Tracker, offered: readonly Criterion[]): readonly Field[] {
  const first = offered.flatMap(({ field }) => fieldByName(tracker, field) ?? []);
  const all = [...new Set([...first, ...fieldsWithValues(tracker)])];
  return all.filter((field) => criterionOf(field) !== undefined);
}

/** The button that adds a filter, and the filters, each as a chip. One that asks nothing yet is there as long as it is open. */
export function CriteriaBar({ tracker, criteria, offered, onChange }: BarProps): ReactNode {
  const [added, setAdded] = useState<Criterion>();
  const [opened, setOpened] = useState<string>();
  const asked = new Set(criteria.map(({ field }) => field));
  const put = (before: Criterion | undefined, next: Criterion): void => {
    if (isComplete(next)) {
      // Its chip, and the focus in it, stay until the report asks for it.
      setAdded(next);
      onChange(before === undefined ? [...criteria, next] : criteria.map((one) => (one === before ? next : one)));
      return;
    }
    setAdded(next);
    if (before !== undefined) onChange(criteria.filter((one) => one !== before));
  };
  const remove = (criterion: Criterion): void => {
    setAdded(undefined);
    if (criteria.includes(criterion)) onChange(criteria.filter((one) => one !== criterion));
  };
  const add = (name: string): void => {
    const field = fieldByName(tracker, name);
    const operator = field === undefined ? undefined : criterionOf(field)?.operators[0];
    if (operator === undefined) return;
    setOpened(`${name} 0`);
    const known = offered.find((one) => one.field === name);
    if (!asked.has(name)) setAdded(known ?? { field: name, operator, values: [] });
  };
  const close = (): void => {
    setOpened(undefined);
    setAdded(undefined);
  };
  const chips = added === undefined || asked.has(added.field) ? criteria : [...criteria, added];
  const seenOf = new Map<string, number>();
  return (
    <div className={css.criteria} role="group" aria-label={t('trackers.criteria')}>
      <ChoiceMenu
        label={t('trackers.addCriterion')}
        choices={listAddable(tracker, offered).map(({ name, label }) => ({ id: name, label }))}
        onChoose={add}
        trigger={
          <Button tone="quiet" data-testid="add-criterion">
            <Plus /> {t('trackers.addCriterion')}
          </Button>
        }
      />
      {chips.length > 0 && (
        <div className={css.chips}>
          {chips.map((criterion) => {
            const field = fieldByName(tracker, criterion.field);
            if (field === undefined) return null;
            const place = seenOf.get(criterion.field) ?? 0;
            seenOf.set(criterion.field, place + 1);
            const key = `${criterion.field} ${place}`;
            return (
              <Chip
                key={key}
                field={field}
                criterion={criterion}
                isOpen={opened === key}
                onOpen={(isOpen) => (isOpen ? setOpened(key) : close())}
                onChange={(next) => put(criteria.includes(criterion) ? criterion : undefined, next)}
                onRemove={() => remove(criterion)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
