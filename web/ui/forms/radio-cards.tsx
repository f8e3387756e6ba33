// One of a few that need a sentence each.
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import css from './radio-cards.module.css';
import ui from '../ui.module.css';

interface Props {
  label: string;
  /** `text` of one that can't be chosen says why; `picture` is decoration. */
  choices: readonly { id: string; label: string; text: string; isDisabled?: boolean; picture?: ReactNode }[];
  /** Empty while nothing is chosen. */
  value: string;
  onChange(id: string): void;
}

export const RadioCards = ({ label, choices, value, onChange }: Props): ReactNode => (
  <RadioGroup className={css.group} value={value === '' ? null : value} onChange={onChange}>
    <Label className={ui.label}>{label}</Label>
    <div className={css.cards}>
      {choices.map((choice) => (
        <Radio key={choice.id} value={choice.id} isDisabled={choice.isDisabled === true} className={css.card}>
          <span className={css.mark} aria-hidden="true" />
          <span className={css.texts}>
            <strong>{choice.label}</strong>
            <span className={`${ui.soft} ${ui.small}`}>{choice.text}</span>
            {choice.picture}
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
);
