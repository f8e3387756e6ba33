// What a text area offers to name, at its caret. The text area keeps the focus; it tells which entry is meant.
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { Avatar } from '../avatar.tsx';
import ui from '../ui.module.css';
import type { Candidate } from './candidates.ts';
import css from './markdown.module.css';

type Offer = Omit<Candidate, 'complete'>;

interface Props<O> {
  id: string;
  label: string;
  candidates: readonly O[];
  active: number;
  place: { left: number; top: number };
  onChoose(offer: O): void;
}

export const entryId = (list: string, index: number): string => `${list}-${index}`;

export function CompletionList<O extends Offer>({
  id,
  label,
  candidates,
  active,
  place,
  onChoose,
}: Props<O>): ReactNode {
  useEffect(() => {
    document.querySelector(`#${CSS.escape(entryId(id, active))}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      className={`${ui.popover} ${ui.list} ${css.completion}`}
      style={place}
    >
      {candidates.map((candidate, index) => (
        <li
          key={candidate.id}
          id={entryId(id, index)}
          role="option"
          aria-selected={index === active}
          className={ui.option}
          data-focused={index === active ? true : undefined}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(candidate);
          }}
        >
          {candidate.picture !== undefined && (
            <Avatar person={{ avatar_url: candidate.picture, display_name: candidate.label }} size={18} />
          )}
          {candidate.colour !== undefined && <span className={ui.dot} data-colour={candidate.colour} />}
          <span className={css.candidate}>{candidate.label}</span>
          <span className={`${ui.end} ${ui.small}`}>{candidate.detail}</span>
        </li>
      ))}
    </ul>
  );
}
