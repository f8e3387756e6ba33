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

interface Props {
  /** Their name gives the initials; without it their login does. */
  person: Pick<Shown, 'avatar_url'> & Partial<Pick<Shown, 'display_name'>>;
  size?: number;
}

/** Twenty pictures in sight would be twenty requests: only those that somebody gave are read. Letters are no text of the page. */
export function Avatar({ person, size = 20 }: Props): ReactNode {
  const path = ownPath(person.avatar_url);
  const picture = pictureAt(path, person.display_name);
  if (picture === undefined)
    return <img className={css.avatar} src={path} alt="" width={size} height={size} loading="lazy" />;
  return (
    <span
      className={`${css.avatar} ${css.initials}`}
      aria-hidden="true"
      data-initials={picture.initials}
      style={{ width: size, height: size, fontSize: size * 0.42, background: picture.ink }}
    />
  );
}

/** A person with picture and name. */
export const Person = ({ person }: { person: Shown }): ReactNode => (
  <span className={css.person}>
    <Avatar person={person} />
    <span>{writeName(person.display_name)}</span>
  </span>
);
