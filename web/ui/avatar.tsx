// People: their picture, and their name beside it.
import type { ReactNode } from 'react';
import { ownPath } from '../platform/addresses.ts';
import { writeName } from '../platform/names/person-names.ts';
import { pictureAt } from './avatar-pictures.ts';
import css from './ui.module.css';

interface Shown {
  display_name: string;
  avatar_url: string;
}

/** Twenty pictures in sight would be twenty requests: those that the server draws are drawn in the page. */
export function Avatar({ person, size = 20 }: { person: Pick<Shown, 'avatar_url'>; size?: number }): ReactNode {
  const path = ownPath(person.avatar_url);
  const pattern = pictureAt(path);
  if (pattern === undefined)
    return <img className={css.avatar} src={path} alt="" width={size} height={size} loading="lazy" />;
  return (
    <svg className={css.avatar} viewBox="0 0 80 80" width={size} height={size} aria-hidden="true">
      <circle cx="40" cy="40" r="40" fill="#e0e2e6" />
      <path d={pattern.path} fill={pattern.ink} />
    </svg>
  );
}

/** A person with picture and name. */
export const Person = ({ person }: { person: Shown }): ReactNode => (
  <span className={css.person}>
    <Avatar person={person} />
    <span>{writeName(person.display_name)}</span>
  </span>
);
