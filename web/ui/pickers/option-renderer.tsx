// How a choice looks, in a list and as what is chosen.
import type { ReactNode } from 'react';
import type { Choice } from './choices.ts';
import { Avatar } from '../avatar.tsx';
import css from '../ui.module.css';

export const ChoiceFace = ({ choice }: { choice: Choice }): ReactNode => (
  <>
    {typeof choice.colour === 'string' && <span className={css.dot} data-colour={choice.colour} />}
    {choice.picture !== undefined && (
      <Avatar person={{ avatar_url: choice.picture, display_name: choice.label }} size={18} />
    )}
    <span>{choice.label}</span>
  </>
);
