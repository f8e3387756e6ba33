// One card: its name and title, who has it, a handle, and the menu of where it can go.
import { Check, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useDrag } from 'react-aria-components';
import type { PressEvent } from 'react-aria-components';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { mayAllStandIn } from './board-rules.ts';
import type { Card, Column } from './board-rules.ts';
import { Button } from '../button.tsx';
import { Menu } from '../overlays/overlays.tsx';
import { Avatar } from '../avatar.tsx';
import css from './board.module.css';
import { Link } from '../link.tsx';

/** What a dragged card carries. */
export const cardType = 'application/x-tepal-card';

interface Props {
  card: Card;
  /** All columns, its own among them. */
  others: readonly Column[];
  isTabStop: boolean;
  isMovable: boolean;
  isOrdered: boolean;
  isSelectable: boolean;
  isChosen: boolean;
  isOpenable: boolean;
  /** In one line. */
  isRow?: boolean;
  /** What it carries when it is dragged, for those places alone that take this. */
  dragType?: string;
  handlers: CardHandlers;
}

/** What happens with cards; the same object as long as the board is there, so that cards in sight are drawn once. */
export interface CardHandlers {
  focus(card: Card): void;
  press(event: KeyboardEvent, card: Card): void;
  move(card: Card, columnId: string): void;
  /** To the first or the last place of its column. */
  moveToEnd(card: Card, end: 'top' | 'bottom'): void;
  /** Chooses it, or no more; with all from the current one to it. */
  toggle(card: Card, isRange: boolean): void;
  open(card: Card): void;
  /** It is dragged from now on; undefined: nothing is. */
  drag(card: Card | undefined): void;
}

const People = ({ people }: { people: NonNullable<Card['people']> }): ReactNode => (
  <span className={css.people}>
    {people.map((person) => (
      <span key={person.id} title={writeName(person.display_name)}>
        <Avatar person={person} />
        <span className="visually-hidden">{writeName(person.display_name)}</span>
      </span>
    ))}
  </span>
);

/** Drawn once for all cards, of which there are many. */
const renderIcon = (path: string): ReactNode => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);
const gripIcon = renderIcon('M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01');
const moveIcon = renderIcon('M18 8l4 4-4 4M2 12h20');

interface HandleProps {
  title: string;
  isTabStop: boolean;
  drag: ReturnType<typeof useDrag>['dragButtonProps'];
}

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';

/** What a drag by keys takes for the press of a button that it began with. */
const pressOf = (target: Element): PressEvent => ({
  type: 'press',
  pointerType: 'keyboard',
  target,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  x: 0,
  y: 0,
  continuePropagation: () => undefined,
});

/** Begins a drag by keys, or by the click of a screen reader; pointers drag the card. Light, because every card has one. */
const Handle = ({ title, isTabStop, drag }: HandleProps): ReactNode => (
  <button
    type="button"
    className={css.handle}
    aria-label={t('boards.drag', { title })}
    aria-describedby={drag['aria-describedby']}
    tabIndex={isTabStop ? 0 : -1}
    onKeyDown={(event) => {
      if (!isPress(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }}
    onKeyUp={(event) => {
      if (!isPress(event)) return;
      // The drag listens for keys from now on, and is not to hear this one.
      event.preventDefault();
      event.stopPropagation();
      drag.onPress?.(pressOf(event.currentTarget));
    }}
    onClick={({ detail, currentTarget }) => detail === 0 && drag.onPress?.(pressOf(currentTarget))}
  >
    {gripIcon}
  </button>
);

interface MoveMenuProps {
  card: Card;
  columns: readonly Column[];
  isTabStop: boolean;
  isOrdered: boolean;
  handlers: CardHandlers;
}

/** Does by choosing what dragging does. */
const MoveMenu = ({ card, columns, isTabStop, isOrdered, handlers }: MoveMenuProps): ReactNode => (
  <Menu
    label={t('boards.moveTo', { title: card.title })}
    trigger={
      <Button
        tone="quiet"
        isIcon
        aria-label={t('boards.moveTo', { title: card.title })}
        tabIndex={isTabStop ? undefined : -1}
      >
        {moveIcon}
      </Button>
    }
    actions={[
      ...columns.map((column) => ({
        id: column.id,
        label: column.label,
        isDisabled: column.id === card.columnId || !mayAllStandIn([card], column.id),
        run: () => handlers.move(card, column.id),
      })),
      ...(isOrdered
        ? [
            {
              id: ' top',
              label: t('boards.toTop'),
              keys: 'Ctrl Home',
              isSeparated: true,
              run: () => handlers.moveToEnd(card, 'top'),
            },
            {
              id: ' bottom',
              label: t('boards.toBottom'),
              keys: 'Ctrl End',
              run: () => handlers.moveToEnd(card, 'bottom'),
            },
          ]
        : []),
      ...(card.more ?? []).map(({ id, ...action }, index) => ({
        ...action,
        id: ` ${id}`,
        ...(index === 0 ? { isSeparated: true } : {}),
      })),
    ]}
  />
);

const ChooseBox = ({
  card,
  isChosen,
  isTabStop,
  handlers,
}: Pick<Props, 'card' | 'isChosen' | 'isTabStop' | 'handlers'>) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={isChosen}
    aria-label={t('boards.choose', { title: card.title })}
    title={t('boards.chooseHint')}
    className={css.choose}
    tabIndex={isTabStop ? 0 : -1}
    onClick={(event) => handlers.toggle(card, event.shiftKey)}
  >
    {isChosen && <Check aria-hidden="true" />}
  </button>
);

/** Such as `story #7`; where there is no room for all of it, the number stays. */
function CardName({ name }: { name: string }): ReactNode {
  const numberAt = name.lastIndexOf('#');
  return (
    <span className={css.name}>
      <span>{name.slice(0, numberAt)}</span>
      {name.slice(numberAt)}
    </span>
  );
}

export const BoardCard = memo(function BoardCard(props: Props): ReactNode {
  const { card, others, isTabStop, isOrdered, isSelectable, isChosen, isOpenable, handlers } = props;
  const isMovable = props.isMovable && card.isFixed !== true;
  const { dragType = cardType } = props;
  const { title, name, href, colour, people = [], details, aside, isBusy, problem } = card;
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    isDisabled: !isMovable,
    getItems: () => [{ [dragType]: String(card.id), 'text/plain': `${name} ${title}` }],
    getAllowedDropOperations: () => ['move'],
    onDragStart: () => handlers.drag(card),
    onDragEnd: () => handlers.drag(undefined),
  });
  const click = (event: MouseEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isSelectable && (event.shiftKey || isCommand)) handlers.toggle(card, event.shiftKey);
    else if (isOpenable && !event.shiftKey && !isCommand) handlers.open(card);
    else return;
    event.preventDefault();
  };
  return (
    <article
      {...(isMovable ? dragProps : {})}
      className={css.card}
      data-card={card.id}
      data-row={props.isRow === true || undefined}
      data-colour={colour || undefined}
      data-dragging={isDragging || undefined}
      data-busy={isBusy === true || undefined}
      data-chosen={isChosen || undefined}
      onFocus={() => handlers.focus(card)}
    >
      <div className={css.cardHead}>
        <CardName name={name} />
        <span className={css.cardTools}>
          {isMovable && (
            <>
              <Handle title={title} isTabStop={isTabStop} drag={dragButtonProps} />
              <MoveMenu card={card} columns={others} isTabStop={isTabStop} isOrdered={isOrdered} handlers={handlers} />
            </>
          )}
          {isSelectable && <ChooseBox card={card} isChosen={isChosen} isTabStop={isTabStop} handlers={handlers} />}
        </span>
        <People people={people} />
        {Boolean(aside) && <span className={css.aside}>{aside}</span>}
      </div>
      <Link
        inList="preloaded"
        to={href}
        className={css.cardTitle}
        tabIndex={isTabStop ? 0 : -1}
        onKeyDown={(event) => handlers.press(event, card)}
        onClick={click}
        draggable={false}
      >
        {title}
      </Link>
      {details !== undefined && <div className={css.cardFoot}>{details}</div>}
      {problem !== undefined && (
        <p className={css.problem} role="alert">
          <TriangleAlert aria-hidden="true" /> {problem}
        </p>
      )}
    </article>
  );
});
