// What stands before the name of a tracker.
import type { ReactNode } from 'react';
import css from './ui.module.css';

interface Props {
  /** One of the 24 colours. */
  colour: string | undefined;
  /** One emoji, or nothing. */
  icon?: string | undefined;
}

/** The icon of a tracker over a line in its colour; without one a dot in it. */
export const TrackerMark = ({ colour, icon = '' }: Props): ReactNode =>
  icon === '' ? (
    <span className={css.dot} data-colour={colour} />
  ) : (
    <span className={css.mark} data-colour={colour} aria-hidden="true">
      {icon}
    </span>
  );
