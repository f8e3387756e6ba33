// How a choice looks, in a list and as what is chosen.
import type { ReactNode } from 'react';
import type { Choice } from './pickers/choices.ts';
import css from './ui.module.css';

export const ChoiceFace = ({ choice }: { choice: Choice }): ReactNode => (
  <>
    {typeof choice.colour === 'string' && <span className={css.dot} data-colour={choice.colour} />}
    {choice.picture !== undefined && <img className={css.avatar} src={choice.picture} alt="" width={18} height={18} />}
    <span>{choice.label}</span>
  </>
);
