// What narrows a board: words first, then what each kind of board has besides.
import type { ReactNode } from 'react';
import { TextField } from '../forms/fields.tsx';
import css from './board.module.css';

interface Props {
  label: string;
  words: string;
  onWords(words: string): void;
  children?: ReactNode;
}

export const BoardTools = ({ label, words, onWords, children }: Props): ReactNode => (
  <div className={css.tools}>
    <div className={css.words}>
      <TextField label={label} isLabelHidden placeholder={label} value={words} onChange={onWords} />
    </div>
    {children}
  </div>
);
