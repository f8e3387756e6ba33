// The list below a box of choices, and how a choice looks there and in tags.
import { Check } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { ComboBoxStateContext, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Choice } from './choices.ts';
import { ListAnchor } from './list-anchor.ts';
import { Avatar } from '../avatar.tsx';
import css from './pickers.module.css';
import ui from '../ui.module.css';

/** Colour and picture of a choice. */
export const Mark = ({ choice, size }: { choice: Choice; size: number }): ReactNode => (
  <>
    {typeof choice.colour === 'string' && choice.colour !== '' && (
      <span className={ui.dot} data-colour={choice.colour} />
    )}
    {choice.picture !== undefined && (
      <Avatar person={{ avatar_url: choice.picture, display_name: choice.label }} size={size} />
    )}
  </>
);

/** How a choice looks in a list and in a tag. */
export const Face = ({ choice, size }: { choice: Choice; size: number }): ReactNode => (
  <>
    <Mark choice={choice} size={size} />
    <span>{choice.label}</span>
  </>
);

/** Of a list of choices, in pixels; it scrolls beyond. */
const listHeightMax = 320;

/** What is found; that nothing is found moves what follows down, and covers none of it. */
export function Options({
  note,
  isEmpty,
  emptyNote,
}: {
  note: string | undefined;
  isEmpty: boolean;
  emptyNote: string;
}): ReactNode {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen === true;
  const anchor = useContext(ListAnchor);
  return (
    <>
      {isEmpty && isOpen && <p className={css.note}>{note ?? emptyNote}</p>}
      <Popover
        {...(anchor === undefined ? {} : { triggerRef: anchor })}
        className={isEmpty ? 'visually-hidden' : `${ui.popover} ${css.popover}`}
        maxHeight={listHeightMax}
      >
        <ListBox<Choice> className={ui.list}>
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className={ui.option}>
              {({ isSelected }) => (
                <>
                  <Face choice={choice} size={18} />
                  {isSelected && <Check className={css.end} size={14} aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
        {note !== undefined && !isEmpty && <p className={css.note}>{note}</p>}
      </Popover>
    </>
  );
}
