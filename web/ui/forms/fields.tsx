// Fields of forms: a label, what is typed or chosen, a hint, and what is wrong with it, beside it.
import { foldText } from '../../../contract/fold-text.ts';
import { Check, ChevronDown, Minus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { ChoiceFace } from '../pickers/option-renderer.tsx';
import { useOpening } from '../overlays/opener.tsx';
import type { Choice } from '../pickers/choices.ts';
import css from '../ui.module.css';
import { lazy } from '../lazy.tsx';

export type { Choice } from '../pickers/choices.ts';

/** What every field has beside its value. */
export interface Described {
  label: string;
  /** The label for screen readers alone. */
  isLabelHidden?: boolean | undefined;
  hint?: ReactNode;
  /** What is wrong, from the server or the form. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
}

const SelectList = lazy(async () => (await import('../overlays/select-list.tsx')).SelectList, { prefetch: true });

export const LabelText = ({ label, isRequired }: Pick<Described, 'label' | 'isRequired'>): ReactNode => (
  <>
    {label}
    {isRequired === true && (
      <span className={css.required} aria-hidden="true">
        *
      </span>
    )}
  </>
);

/** What a control says of itself, and the ids that its label (`id`), hint and error must have for that. */
export function useDescription({ hint, error, isRequired }: Omit<Described, 'label'>) {
  const id = useId();
  const [hintId, errorId] = [`${id}hint`, `${id}error`];
  const described = [hint === undefined ? [] : hintId, error === undefined ? [] : errorId].flat().join(' ');
  return {
    control: {
      id,
      'aria-required': isRequired === true || undefined,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': described === '' ? undefined : described,
    },
    below: (
      <>
        {hint !== undefined && (
          <span id={hintId} className={css.hint}>
            {hint}
          </span>
        )}
        {error !== undefined && (
          <span id={errorId} className={css.error}>
            {error}
          </span>
        )}
      </>
    ),
  };
}

/** Gives it the focus once it is there, and once what lay over the page is gone, which `autoFocus` of the browser is too early for. */
export function useFirstFocus(control: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) control.current?.focus();
  }, []);
}

type Native = Pick<
  ComponentPropsWithoutRef<'input'>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'name' | 'onBlur' | 'placeholder' | 'spellCheck' | 'type'
>;

interface TextProps extends Described, Omit<Native, 'onBlur'> {
  value: string;
  onChange?: (text: string) => void;
  onBlur?: () => void;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  /** `whole`: what is there is chosen, so that typing replaces it. */
  autoFocus?: boolean | 'whole';
  /** Rows of a text of many lines; one line without it. */
  rows?: number;
}

export function TextField(props: TextProps): ReactNode {
  const { label, isLabelHidden, hint, error, isRequired, rows, onChange, onBlur, isDisabled, isReadOnly, ...more } =
    props;
  const { autoFocus = false, ...native } = more;
  const [input, area] = [useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)];
  useFirstFocus(rows === undefined ? input : area, autoFocus !== false);
  useEffect(() => {
    if (autoFocus === 'whole') (input.current ?? area.current)?.select();
  }, []);
  const { control, below } = useDescription({ hint, error, isRequired });
  const shared = {
    ...native,
    ...control,
    disabled: isDisabled === true,
    readOnly: isReadOnly === true,
    className: css.input,
    onBlur: () => onBlur?.(),
  };
  return (
    <div className={css.field}>
      <label htmlFor={control.id} className={isLabelHidden === true ? 'visually-hidden' : css.label}>
        <LabelText label={label} isRequired={isRequired} />
      </label>
      {rows === undefined ? (
        <input type="text" dir="auto" ref={input} {...shared} onChange={({ target }) => onChange?.(target.value)} />
      ) : (
        <textarea dir="auto" ref={area} {...shared} rows={rows} onChange={({ target }) => onChange?.(target.value)} />
      )}
      {below}
    </div>
  );
}

interface SelectProps extends Described {
  choices: readonly Choice[];
  value: string | undefined;
  onChange(id: string): void;
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** What a key chooses while the list is closed: the one beside, or the next whose label begins so. */
function choiceByKey(choices: readonly Choice[], value: string | undefined, key: string): Choice | undefined {
  const at = choices.findIndex(({ id }) => id === value);
  if (key === 'ArrowRight') return choices[at + 1];
  if (key === 'ArrowLeft') return choices[Math.max(at - 1, 0)];
  if (key.length !== 1 || key === ' ') return undefined;
  return [...choices.slice(at + 1), ...choices].find(({ label }) => foldText(label).startsWith(foldText(key)));
}

/** One of a few. */
export function Select({
  choices,
  value,
  onChange,
  placeholder = '',
  isDisabled = false,
  autoFocus = false,
  ...described
}: SelectProps): ReactNode {
  const { control, below } = useDescription(described);
  const { trigger, opened, triggerRef } = useOpening({ kind: 'listbox', preload: SelectList.preload });
  useFirstFocus(triggerRef, autoFocus);
  const [labelId, valueId] = [`${control.id}label`, `${control.id}value`];
  const chosen = choices.find(({ id }) => id === value);
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    trigger.onKeyDown?.(event);
    const next = choiceByKey(choices, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next.id);
  };
  return (
    <div className={css.field}>
      <span
        id={labelId}
        className={described.isLabelHidden === true ? 'visually-hidden' : css.label}
        onClick={() => document.getElementById(control.id)?.focus()}
      >
        <LabelText label={described.label} isRequired={described.isRequired} />
      </span>
      <button
        type="button"
        {...control}
        aria-required={undefined}
        {...trigger}
        aria-labelledby={`${valueId} ${labelId}`}
        disabled={isDisabled}
        className={`${css.input} ${css.select}`}
        onKeyDown={press}
      >
        <span id={valueId} className={css.selected}>
          {chosen === undefined ? <span className={css.faint}>{placeholder}</span> : <ChoiceFace choice={chosen} />}
        </span>
        <ChevronDown aria-hidden="true" size={14} />
      </button>
      {below}
      {opened !== undefined && (
        <SelectList {...opened} label={described.label} choices={choices} value={value} onChange={onChange} />
      )}
    </div>
  );
}

interface CheckboxProps {
  children?: ReactNode;
  isSelected: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  onChange(isSelected: boolean): void;
  'aria-label'?: string;
}

export const Checkbox = ({
  children,
  isSelected,
  isIndeterminate = false,
  isDisabled = false,
  onChange,
  ...props
}: CheckboxProps): ReactNode => (
  <label
    className={css.checkbox}
    data-selected={isSelected || undefined}
    data-indeterminate={isIndeterminate || undefined}
    data-disabled={isDisabled || undefined}
  >
    <input
      type="checkbox"
      {...props}
      className="visually-hidden"
      checked={isSelected}
      disabled={isDisabled}
      ref={(box) => {
        if (box !== null) box.indeterminate = isIndeterminate;
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className={css.box} aria-hidden="true">
      {isIndeterminate ? <Minus size={12} /> : isSelected ? <Check size={12} /> : null}
    </span>
    {children}
  </label>
);
