// The values of a list: names, order, colours, which are chosen at the start, and which are no longer offered.
import { ArrowDown, ArrowUp, Eye, EyeOff, Palette, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import { listColours } from '../colour-choices.ts';
import { newId } from '../definition/definition-draft.ts';
import type { DraftField, DraftValue } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import css from './form.module.css';
import { RemoveValueDialog } from './remove-value.tsx';
import { fieldIs } from '../../fields/index.ts';

type Change = (change: Partial<DraftField>, mark?: string) => void;

/** More are shown when asked for. */
const shownMax = 100;

const Tool = ({
  label,
  isOn,
  isDisabled = false,
  onPress,
  children,
}: {
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onPress(): void;
  children: ReactNode;
}): ReactNode => (
  <Button
    tone="quiet"
    isIcon
    aria-label={label}
    {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
    isDisabled={isDisabled}
    onPress={onPress}
  >
    {children}
  </Button>
);

interface RowProps {
  value: DraftValue;
  isDefault: boolean;
  isFirst: boolean;
  isLast: boolean;
  set(change: Partial<DraftValue>, mark?: string): void;
  move(by: number): void;
  toggleDefault(): void;
  remove(): void;
}

function ValueRow({ value, isDefault, isFirst, isLast, set, move, toggleDefault, remove }: RowProps): ReactNode {
  const { label, colour, isHidden } = value;
  const onKey = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li className={css.value} data-hidden={isHidden} onKeyDown={onKey}>
      <Menu
        label={t('design.value.colour', { label })}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('design.value.colour', { label })}>
            {colour === '' ? <Palette /> : <span className={ui.dot} data-colour={colour} />}
          </Button>
        }
        actions={[
          { id: 'none', label: t('design.value.noColour'), run: () => set({ colour: '' }) },
          ...listColours().map((one) => ({ ...one, run: () => set({ colour: one.id }) })),
        ]}
      />
      <TextField
        label={t('design.value.label')}
        isLabelHidden
        value={label}
        onChange={(text) => set({ label: text }, `value ${value.id}`)}
      />
      <span className={css.valueTools}>
        <Tool label={t('design.value.up', { label })} isDisabled={isFirst} onPress={() => move(-1)}>
          <ArrowUp />
        </Tool>
        <Tool label={t('design.value.down', { label })} isDisabled={isLast} onPress={() => move(1)}>
          <ArrowDown />
        </Tool>
        <Tool label={t('design.value.default', { label })} isOn={isDefault} onPress={toggleDefault}>
          <Star fill={isDefault ? 'currentColor' : 'none'} />
        </Tool>
        <Tool label={t('design.value.hidden', { label })} isOn={isHidden} onPress={() => set({ isHidden: !isHidden })}>
          {isHidden ? <EyeOff /> : <Eye />}
        </Tool>
        <Tool label={t('design.value.remove', { label })} onPress={remove}>
          <Trash2 />
        </Tool>
      </span>
    </li>
  );
}

/** Takes one new value, or as many as lines are pasted. */
function NewValues({ onAdd }: { onAdd(labels: readonly string[]): void }): ReactNode {
  const [text, setText] = useState('');
  const add = (labels: readonly string[]): void => {
    onAdd(labels.map((label) => label.trim()).filter((label) => label !== ''));
    setText('');
  };
  const onPaste = (event: ClipboardEvent): void => {
    const lines = event.clipboardData.getData('text').split('\n');
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  };
  return (
    <form
      className={css.addValue}
      onSubmit={(event) => {
        event.preventDefault();
        add([text]);
      }}
      onPaste={onPaste}
    >
      <TextField
        label={t('design.value.new')}
        isLabelHidden
        placeholder={t('design.value.new')}
        value={text}
        onChange={setText}
      />
      <Button type="submit" isDisabled={text.trim() === ''}>
        {t('design.value.add')}
      </Button>
    </form>
  );
}

export function ValuesEditor({ field, change }: { field: DraftField; change: Change }): ReactNode {
  const { keyOf } = useDefinition();
  const [isAll, setAll] = useState(false);
  const { values, defaults } = field;
  const [leaving, setLeaving] = useState<number>();
  const asked = values.find(({ id }) => id === leaving);
  const isSingle = fieldIs.choice(field);
  const add = (labels: readonly string[]): void => {
    const known = new Set(values.map(({ label }) => label));
    const added = labels
      .filter((label) => !known.has(label))
      .map((label) => ({ id: newId(), label, isHidden: false, colour: '' }));
    if (added.length > 0) change({ values: [...values, ...added] });
  };
  const toggleDefault = (id: number): void => {
    const others = defaults.filter((one) => one !== id);
    const wasOn = others.length < defaults.length;
    change({ defaults: wasOn ? others : isSingle ? [id] : [...others, id] });
  };
  const move = (index: number, to: number): void => {
    const value = values[index];
    if (value === undefined || to < 0 || to >= values.length) return;
    change({ values: values.toSpliced(index, 1).toSpliced(to, 0, value) });
  };
  const set = (id: number, part: Partial<DraftValue>, mark?: string): void =>
    change({ values: values.map((one) => (one.id === id ? { ...one, ...part } : one)) }, mark);
  const remove = (gone: number): void =>
    change({ values: values.filter(({ id }) => id !== gone), defaults: defaults.filter((id) => id !== gone) });
  const shown = isAll ? values : values.slice(0, shownMax);
  return (
    <fieldset className={css.values}>
      <legend className={ui.label}>{t('design.part.values')}</legend>
      <ul aria-label={t('design.part.values')}>
        {shown.map((value, index) => (
          <ValueRow
            key={keyOf(value.id)}
            value={value}
            isDefault={defaults.includes(value.id)}
            isFirst={index === 0}
            isLast={index === values.length - 1}
            set={(part, mark) => set(value.id, part, mark)}
            move={(by) => move(index, index + by)}
            toggleDefault={() => toggleDefault(value.id)}
            remove={() => (value.id < 0 ? remove(value.id) : setLeaving(value.id))}
          />
        ))}
      </ul>
      {shown.length < values.length && (
        <Button onPress={() => setAll(true)}>{t('design.value.all', { count: values.length })}</Button>
      )}
      <NewValues onAdd={add} />
      <p className={ui.hint}>{t('design.value.hint')}</p>
      {asked !== undefined && (
        <RemoveValueDialog
          field={field}
          value={asked}
          onHide={() => {
            set(asked.id, { isHidden: true });
            setLeaving(undefined);
          }}
          onRemove={() => {
            remove(asked.id);
            setLeaving(undefined);
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </fieldset>
  );
}
