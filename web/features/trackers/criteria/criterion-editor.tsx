// What one criterion asks: an operator and its values, by the type of the field.
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Dialog as AriaDialog,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import type { Opened } from '../../../ui/overlays/opener.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { arityOf, noneValue, operatorsOf, readNumbers, selfValue } from './criteria.ts';
import type { Criterion, CriterionOperator } from './criteria.ts';
import { choicesOf, kindOf } from '../fields.ts';
import type { Field } from '../fields.ts';
import { operatorLabel } from '../labels.ts';
import css from '../report.module.css';
import { fieldIs } from '../../fields/index.ts';

interface Props {
  field: Field;
  criterion: Criterion;
  onChange(criterion: Criterion): void;
}

/** With the values that the new operator can keep. */
function withOperator(criterion: Criterion, operator: CriterionOperator): Criterion {
  const isSpan = (one: CriterionOperator): boolean => ['last', 'next', 'older'].includes(one);
  if (isSpan(operator))
    return { ...criterion, operator, values: isSpan(criterion.operator) ? criterion.values : ['7', 'd'] };
  const values = isSpan(criterion.operator) ? [] : criterion.values;
  return { ...criterion, operator, values: values.slice(0, arityOf(operator)) };
}

/** A sign or a range that was typed into the field of a number is the operator. */
function withTypedSign(criterion: Criterion): Criterion {
  const [typed = '', ...others] = criterion.values;
  const isPlain = others.length > 0 || Number.isFinite(Number(typed));
  return isPlain ? criterion : { ...criterion, ...readNumbers(typed) };
}

/** The editor as what the chip of a criterion opens. */
export const CriterionPopover = ({ triggerRef, close, ...props }: Props & Opened): ReactNode => (
  <Popover
    isOpen
    onOpenChange={close}
    triggerRef={triggerRef}
    className={`${ui.popover} ${css.popover}`}
    placement="bottom start"
  >
    <AriaDialog aria-label={props.field.label} className={css.popoverDialog}>
      <CriterionEditor {...props} />
    </AriaDialog>
  </Popover>
);

function CriterionEditor({ field, criterion, onChange }: Props): ReactNode {
  const kind = kindOf(field);
  const operators = operatorsOf(kind);
  const isDate = kind === 'date';
  return (
    <div className={css.editor}>
      <Select
        label={field.label}
        value={criterion.operator}
        choices={operators.map((id) => ({ id, label: operatorLabel(id, isDate) }))}
        onChange={(id) => {
          const operator = operators.find((known) => known === id);
          if (operator !== undefined) onChange(withOperator(criterion, operator));
        }}
      />
      {kind === 'list' || kind === 'people' ? (
        <ChosenValues field={field} criterion={criterion} onChange={onChange} />
      ) : (
        <TypedValues
          type={isDate ? 'date' : 'text'}
          criterion={criterion}
          onChange={(next) => onChange(kind === 'number' ? withTypedSign(next) : next)}
        />
      )}
    </div>
  );
}

function ChosenValues({ field, criterion, onChange }: Props): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  const isPeople = kindOf(field) === 'people';
  const choices = [
    ...(isPeople ? [{ key: selfValue, label: t('trackers.myself'), colour: undefined, picture: undefined }] : []),
    ...(fieldIs.actor(field)
      ? []
      : [{ key: noneValue, label: t('trackers.none'), colour: undefined, picture: undefined }]),
    ...choicesOf(field),
  ];
  // A list box takes no empty key.
  const idOf = (key: string): string => `=${key}`;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={t('trackers.findValue')} autoFocus>
        <Input dir="auto" className={ui.input} placeholder={t('trackers.findValue')} />
      </SearchField>
      <ListBox
        aria-label={field.label}
        className={css.choices}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={criterion.values.map(idOf)}
        onSelectionChange={(keys) => {
          const chosen = keys === 'all' ? choices.map(({ key }) => key) : [...keys].map((key) => String(key).slice(1));
          onChange({ ...criterion, values: chosen });
        }}
      >
        {choices.map(({ key, label, colour, picture }) => (
          <ListBoxItem key={idOf(key)} id={idOf(key)} textValue={label} className={`${ui.option} ${css.choice}`}>
            {colour !== undefined && <span className={ui.dot} data-colour={colour} />}
            {picture !== undefined && <Avatar person={{ avatar_url: picture }} size={18} />}
            <span>{label}</span>
          </ListBoxItem>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

interface TypedProps extends Omit<Props, 'field'> {
  type: 'text' | 'date';
}

const units = ['d', 'w', 'm', 'y'] as const;

function TypedValues({ type, criterion, onChange }: TypedProps): ReactNode {
  const { operator, values } = criterion;
  const [first = '', second = ''] = values;
  const arity = arityOf(operator);
  if (arity === 0) return null;
  const isSpan = operator === 'last' || operator === 'next' || operator === 'older';
  if (isSpan)
    return (
      <div className={css.pair}>
        <TextField
          label={t('trackers.amount')}
          inputMode="numeric"
          value={first}
          onChange={(amount) => /^\d{0,4}$/.test(amount) && onChange({ ...criterion, values: [amount, second || 'd'] })}
        />
        <Select
          label={t('trackers.unit')}
          value={second}
          choices={units.map((unit) => ({ id: unit, label: t(`trackers.unit.${unit}`) }))}
          onChange={(unit) => onChange({ ...criterion, values: [first, unit] })}
        />
      </div>
    );
  if (arity === 1)
    return (
      <TypedValue
        type={type}
        label={t('trackers.value')}
        value={first}
        onChange={(value) => onChange({ ...criterion, values: [value] })}
      />
    );
  return (
    <div className={css.pair}>
      <TypedValue
        type={type}
        label={t('trackers.from')}
        value={first}
        onChange={(value) => onChange({ ...criterion, values: [value, second] })}
      />
      <TypedValue
        type={type}
        label={t('trackers.to')}
        value={second}
        onChange={(value) => onChange({ ...criterion, values: [first, value] })}
      />
    </div>
  );
}

/** Told when it rests, so that not every letter asks the server. */
const restMs = 350;

interface TypedValueProps {
  type: 'text' | 'date';
  label: string;
  value: string;
  onChange(value: string): void;
}

function TypedValue({ type, label, value, onChange }: TypedValueProps): ReactNode {
  const [text, setText] = useState(value);
  const notified = useRef(value);
  const notify = (next: string): void => {
    if (next === notified.current) return;
    notified.current = next;
    onChange(next);
  };
  const settled = useSettled(text, restMs);
  const last = useRef((): void => undefined);
  last.current = () => notify(text);
  // Only that the typing rests counts, not each new way to tell it.
  useEffect(() => {
    notify(settled);
    return undefined;
  }, [settled]);
  useEffect(() => () => last.current(), []);
  return <TextField label={label} type={type} value={text} onChange={setText} onBlur={() => notify(text)} autoFocus />;
}
