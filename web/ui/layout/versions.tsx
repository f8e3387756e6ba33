// What something was, what one made of it and what another did, beside each other.
import type { ReactNode } from 'react';
import ui from '../ui.module.css';
import css from './versions.module.css';

/** Each under its title; an empty one is a dash. */
export const Versions = ({ versions }: { versions: readonly { title: string; text: string }[] }): ReactNode => (
  <div className={css.versions}>
    {versions.map(({ title, text }) => (
      <div key={title} className={css.version}>
        <h4 className={ui.label}>{title}</h4>
        <div className={ui.plain}>{text === '' ? <span className={ui.faint}>–</span> : text}</div>
      </div>
    ))}
  </div>
);
