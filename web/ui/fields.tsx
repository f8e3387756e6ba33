// Fields of forms: a label, what is typed or chosen, a hint, and what is wrong with it, beside it.
import { Check, ChevronDown, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';
import type { Choice } from './pickers/choices.ts';
import css from './ui.module.css';

export type { Choice } from './pickers/choices.ts';

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

export const FieldLabel = ({ label, isLabelHidden, isRequired }: Described): ReactNode => (
  <Label className={isLabelHidden === true ? 'visually-hidden' : css.label}>
    {label}
    {isRequired === true && (
      <span className={css.required} aria-hidden="true">
        *
      </span>
    )}
  </Label>
);

export const Below = ({ hint, error }: Pick<Described, 'hint' | 'error'>): ReactNode => (
  <>
    {hint !== undefined && (
      <Text slot="description" className={css.hint}>
        {hint}
      </Text>
    )}
    <FieldError className={css.error}>{error}</FieldError>
  </>
);

type TextProps = Described &
  Omit<TextFieldProps, 'children' | 'className' | 'validate'> & {
    placeholder?: string;
    /** Rows of a text of many lines; one line without it. */
    rows?: number;
    autoComplete?: string;
  };

export function TextField({ label, isLabelHidden, hint, error, rows, placeholder, ...props }: TextProps): ReactNode {
  const shared = { className: css.input, ...(placeholder === undefined ? {} : { placeholder }) };
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} validationBehavior="aria" className={css.field}>
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={props.isRequired} />
      {rows === undefined ? <Input {...shared} /> : <AriaTextArea {...shared} rows={rows} />}
      <Below hint={hint} error={error} />
    </AriaTextField>
  );
}

export const ChoiceItem = ({ choice }: { choice: Choice }): ReactNode => (
  <ListBoxItem id={choice.id} textValue={choice.label} className={css.option}>
    {typeof choice.colour === 'string' && <span className={css.dot} data-colour={choice.colour} />}
    {choice.picture !== undefined && <img className={css.avatar} src={choice.picture} alt="" width={18} height={18} />}
    <span>{choice.label}</span>
  </ListBoxItem>
);

interface SelectProps extends Described {
  choices: readonly Choice[];
  value: string | undefined;
  onChange(id: string): void;
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** One of a few. */
export function Select({
  choices,
  value,
  onChange,
  placeholder,
  isDisabled,
  autoFocus,
  ...described
}: SelectProps): ReactNode {
  return (
    <AriaSelect
      value={value ?? null}
      onChange={(id) => id !== null && onChange(String(id))}
      isDisabled={isDisabled === true}
      isInvalid={described.error !== undefined}
      autoFocus={autoFocus === true}
      className={css.field}
      {...(placeholder === undefined ? {} : { placeholder })}
    >
      <FieldLabel {...described} />
      <Button className={`${css.input} ${css.select}`}>
        <SelectValue />
        <ChevronDown aria-hidden="true" size={14} />
      </Button>
      <Below hint={described.hint} error={described.error} />
      <Popover className={css.popover}>
        <ListBox className={css.list} items={choices}>
          {(choice) => <ChoiceItem choice={choice} />}
        </ListBox>
      </Popover>
    </AriaSelect>
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

export const Checkbox = ({ children, ...props }: CheckboxProps): ReactNode => (
  <AriaCheckbox {...props} className={css.checkbox}>
    <span className={css.box} aria-hidden="true">
      {props.isIndeterminate === true ? <Minus size={12} /> : props.isSelected ? <Check size={12} /> : null}
    </span>
    {children}
  </AriaCheckbox>
);
