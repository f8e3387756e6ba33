// Fields for choosing among many: one, several as tags, free labels. Typing narrows; Enter takes the first that fits.
import { ChevronDown, X } from 'lucide-react';
import { useContext, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { isNamed, matchChoices, shownMax } from './choices.ts';
import type { Choice } from './choices.ts';
import { Below, FieldLabel } from './field-texts.tsx';
import { Face, Mark, Options } from './options.tsx';
import type { Described } from '../forms/fields.tsx';
import css from './pickers.module.css';
import ui from '../ui.module.css';

export interface PickerProps extends Described {
  choices: readonly Choice[];
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Where the choices are looked up elsewhere: what was typed. They are shown as they are then. */
  onSearch?: ((text: string) => void) | undefined;
  /** The choices are still those of an earlier text. */
  isSearching?: boolean | undefined;
  /** What the list says where it has nothing, or beside what it has. */
  note?: string | undefined;
  /** What the list says where nothing is found for what was typed. */
  emptyNote?: string | undefined;
}

const Toggle = (): ReactNode => (
  <Button className={css.small} aria-label={t('editors.show')}>
    <ChevronDown aria-hidden="true" size={14} />
  </Button>
);

const noteFor = (note: string | undefined, count: number): string | undefined =>
  note ?? (count >= shownMax ? t('editors.more') : undefined);

/** Whether Enter was pressed on a typed text while no option has the focus: it means the first that fits. */
const isPlainEnter = (event: KeyboardEvent): event is KeyboardEvent<HTMLInputElement> =>
  event.key === 'Enter' &&
  !event.ctrlKey &&
  !event.metaKey &&
  event.target instanceof HTMLInputElement &&
  event.target.value !== '' &&
  !event.target.hasAttribute('aria-activedescendant');

/**
 * Keys that end the typing. That the list closes does not: it does so where the page scrolls, as when the focus brings the box
 * into view, and opens again for what was typed.
 */
const isLeaving = ({ key }: KeyboardEvent): boolean => key === 'Escape' || key === 'Tab';

/** Enter that was pressed before the choices for what is typed had come: it takes the first of them once they are there. */
function useEarlyEnter(isSearching: boolean, takeFirst: () => void): { current: boolean } {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isSearching || !isAsked.current) return;
    isAsked.current = false;
    takeFirst();
    // Only that the choices have come counts, not each new list of the same.
  }, [isSearching]);
  return isAsked;
}

/** Enter takes the first choice, at once or when it has come. */
function takeOnEnter(
  event: KeyboardEvent,
  early: { current: boolean },
  isSearching: boolean,
  first: Choice | undefined,
  take: (choice: Choice) => void,
): void {
  if ((first === undefined && !isSearching) || !isPlainEnter(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (isSearching || first === undefined) early.current = true;
  else take(first);
}

/** Where the text is typed. A click opens the list also where the box has the focus already; Tab takes nothing where nothing is typed. */
function TypedBox({
  onKeyDownCapture,
  closesAt,
  ...props
}: ComponentProps<typeof Input> & {
  /** The list closes when it changes. */
  closesAt?: number | undefined;
}): ReactNode {
  const list = useContext(ComboBoxStateContext);
  const before = useRef(closesAt);
  // Not at first: a list that closes takes what stands in its box for a choice.
  useEffect(() => {
    if (before.current !== closesAt) list?.close();
    before.current = closesAt;
  }, [closesAt]);
  return (
    <Input
      dir="auto"
      {...props}
      className={css.typed}
      onClick={() => list?.isOpen === false && list.open(null, 'manual')}
      onKeyDownCapture={(event) => {
        if (event.key === 'Tab' && event.currentTarget.value === '') list?.selectionManager.setFocusedKey(null);
        onKeyDownCapture?.(event);
      }}
    />
  );
}

/** What both kinds of box say of their field. */
const boxOf = ({ isDisabled, error, isRequired }: Omit<PickerProps, 'choices'>) => ({
  menuTrigger: 'focus' as const,
  allowsEmptyCollection: true,
  isDisabled: isDisabled === true,
  isInvalid: error !== undefined,
  isRequired: isRequired === true,
  validationBehavior: 'aria' as const,
  className: ui.field,
});

const Clear = ({ onClear }: { onClear(): void }): ReactNode => (
  <button type="button" className={css.small} aria-label={t('editors.clear')} onClick={onClear}>
    <X aria-hidden="true" size={14} />
  </button>
);

interface PickProps extends PickerProps {
  value: string | undefined;
  onChange(id: string | undefined): void;
  /** Whether it can be emptied. */
  isClearable?: boolean;
}

/** One of many. */
export function PickField({
  choices,
  value,
  onChange,
  onSearch,
  isSearching = false,
  isClearable,
  note,
  ...props
}: PickProps): ReactNode {
  const current = choices.find(({ id }) => id === value);
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const found = onSearch === undefined ? matchChoices(choices, typed ?? '') : choices;
  // What is chosen stays in the list, because the box forgets what is not in it.
  const items = current === undefined || found.includes(current) ? found : [...found, current];
  const type = (text: string): void => {
    const next = text === (current?.label ?? '') ? undefined : text;
    early.current = false;
    setTyped(next);
    onSearch?.(next ?? '');
  };
  const forget = (): void => {
    if (typed !== undefined) type(current?.label ?? '');
  };
  const choose = (id: string | undefined): void => {
    setTyped(undefined);
    onSearch?.('');
    onChange(id);
  };
  const first = found[0];
  const early = useEarlyEnter(isSearching, () => first !== undefined && choose(first.id));
  const onKey = (event: KeyboardEvent): void => {
    if (isLeaving(event)) forget();
    if (typed !== undefined) takeOnEnter(event, early, isSearching, first, ({ id }) => choose(id));
  };
  const clear = (): void => {
    choose(undefined);
    input.current?.focus();
  };
  return (
    <ComboBox<Choice>
      {...boxOf(props)}
      items={items}
      inputValue={typed ?? current?.label ?? ''}
      onInputChange={(text) => text === input.current?.value && type(text)}
      value={value ?? null}
      onChange={(id) => id !== null && choose(String(id))}
      onBlur={forget}
    >
      <FieldLabel {...props} />
      <div className={css.control} data-invalid={props.error !== undefined}>
        {current !== undefined && typed === undefined && <Mark choice={current} size={18} />}
        <TypedBox
          ref={input}
          autoFocus={props.autoFocus === true}
          placeholder={props.placeholder}
          onFocus={(event) => event.target.select()}
          onKeyDownCapture={onKey}
        />
        {isClearable === true && value !== undefined && <Clear onClear={clear} />}
        <Toggle />
      </div>
      <Below hint={props.hint} error={props.error} />
      <Options
        note={noteFor(note, found.length) ?? (found.length === 0 ? props.emptyNote : undefined)}
        isEmpty={items.length === 0}
        emptyNote={props.emptyNote ?? t('editors.nothing')}
      />
    </ComboBox>
  );
}

/** What is chosen, each with a button that takes it away. */
const Tags = ({
  label,
  chosen,
  isDisabled,
  onRemove,
}: {
  label: string;
  chosen: readonly Choice[];
  isDisabled: boolean;
  onRemove(id: string): void;
}): ReactNode =>
  chosen.length > 0 && (
    <ul className={css.tags} aria-label={t('editors.chosen', { label })}>
      {chosen.map((choice) => (
        <li key={choice.id} className={css.tag} data-colour={choice.colour || undefined}>
          <Face choice={{ ...choice, colour: undefined }} size={18} />
          {!isDisabled && (
            <button
              type="button"
              className={css.remove}
              aria-label={t('editors.remove', { label: choice.label })}
              onClick={() => onRemove(choice.id)}
            >
              <X aria-hidden="true" size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );

interface TagsProps extends PickerProps {
  /** What is chosen, in its order. */
  chosen: readonly Choice[];
  onChange(chosen: readonly Choice[]): void;
  /** Makes a choice of a text that none is called, or does something else with it; without it there are those of the list alone. */
  onCreate?: ((text: string) => Choice | void) | undefined;
  /** What the list says of that. */
  describeNew?: (text: string) => string;
  /** Whether the list closes after each choice; else it stays for the next one. */
  closesOnChoice?: boolean;
}

const newId = 'new:';

const describeCreation = (text: string): string => t('editors.create', { text });

/** Several of many, each a tag that Backspace or its button takes away. */
export function TagsField({
  choices,
  chosen,
  onChange,
  onSearch,
  isSearching = false,
  onCreate,
  describeNew = describeCreation,
  note,
  ...props
}: TagsProps): ReactNode {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // What is chosen already stands before the box, not in the list.
  const free = choices.filter(({ id }) => !chosen.some((one) => one.id === id));
  const found = onSearch === undefined ? matchChoices(free, text) : free;
  const isNew = onCreate !== undefined && text.trim() !== '' && !isNamed([...choices, ...chosen], text);
  const items = isNew ? [...found, { id: newId, label: describeNew(text.trim()) }] : found;
  const type = (next: string): void => {
    early.current = false;
    setText(next);
    onSearch?.(next.trim());
  };
  const add = (id: string): void => {
    const made = id === newId ? onCreate?.(text.trim()) : choices.find((choice) => choice.id === id);
    if (made !== undefined) onChange([...chosen, made]);
    type('');
  };
  const first = items.find(({ label }) => isNamed([{ id: '', label }], text)) ?? (isNew ? items.at(-1) : items[0]);
  const early = useEarlyEnter(isSearching, () => first !== undefined && add(first.id));
  const onKey = (event: KeyboardEvent): void => {
    if (isLeaving(event)) type('');
    if (event.key === 'Backspace' && text === '' && chosen.length > 0) onChange(chosen.slice(0, -1));
    takeOnEnter(event, early, isSearching, first, ({ id }) => add(id));
  };
  return (
    <ComboBox<Choice>
      {...boxOf(props)}
      items={items}
      inputValue={text}
      onInputChange={(next) => next === input.current?.value && type(next)}
      value={null}
      onChange={(id) => id !== null && add(String(id))}
      onBlur={() => type('')}
    >
      <FieldLabel {...props} />
      <div className={css.control} data-invalid={props.error !== undefined}>
        <Tags
          {...{ label: props.label, chosen, isDisabled: props.isDisabled === true }}
          onRemove={(gone) => onChange(chosen.filter(({ id }) => id !== gone))}
        />
        <div className={css.combo}>
          <TypedBox
            ref={input}
            autoFocus={props.autoFocus === true}
            placeholder={chosen.length === 0 ? props.placeholder : undefined}
            closesAt={props.closesOnChoice === true ? chosen.length : undefined}
            onKeyDownCapture={onKey}
          />
          <Toggle />
        </div>
      </div>
      <Below hint={props.hint} error={props.error} />
      <Options
        note={noteFor(note, found.length)}
        isEmpty={items.length === 0}
        emptyNote={
          choices.length === 0 && text === '' ? t('editors.noChoice') : (props.emptyNote ?? t('editors.nothing'))
        }
      />
    </ComboBox>
  );
}

interface LabelsProps extends Omit<PickerProps, 'choices' | 'onSearch' | 'note'> {
  labels: readonly string[];
  onChange(labels: readonly string[]): void;
  /** What others used. */
  suggestions: readonly (string | Choice)[];
}

const choiceOf = (one: string | Choice): Choice =>
  typeof one === 'string' ? { id: one, label: one } : { ...one, id: one.label };

/** Free labels: those that there are already, and new ones. */
export const LabelsField = ({ labels, onChange, suggestions, ...props }: LabelsProps): ReactNode => (
  <TagsField
    {...props}
    choices={suggestions.map(choiceOf)}
    chosen={labels.map(choiceOf)}
    onChange={(chosen) => onChange(chosen.map(({ label }) => label))}
    onCreate={choiceOf}
  />
);
