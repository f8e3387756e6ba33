// What happens on a board: where focus is, which cards are chosen, where keys, menus and pointers move them.
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import type { CardHandlers } from './board-card.tsx';
import {
  besideAt,
  directionOf,
  findCard,
  mayAllStandIn,
  nextCard,
  nextGoal,
  rangeOf,
  sortIntoColumns,
} from './board-rules.ts';
import type { Card, Column, Direction, Goal } from './board-rules.ts';
import type { Refusal } from './use-card-moves.ts';

export interface BoardProps {
  label: string;
  columns: readonly Column[];
  /** Columns that menus move cards to, those that are folded among them; the same as `columns` without it. */
  targets?: readonly Column[];
  cards: readonly Card[];
  /** Whether the person may move cards at all. */
  isMovable: boolean;
  /** Whether cards have an order that people change. */
  isOrdered?: boolean;
  /** Whether several can be chosen and move together. */
  isSelectable?: boolean;
  /** The cards in their order on the board; one alone where no others are chosen. */
  onMove(cards: readonly Card[], goal: Goal): Promise<Refusal>;
  /** Shows a card without leaving the page; without it, its title leads to its own page alone. */
  onOpen?(card: Card): void;
  /** Takes what the board has to say to screen readers; without it the caller shows `said`. */
  onSay?(text: string): void;
  /** Somebody wants to go on from a card where this board ends. */
  onEdge?(card: Card, direction: Direction): void;
}

/** What the parts of a board know of it. */
interface Situation {
  props: BoardProps;
  placed: readonly (readonly Card[])[];
  /** Makes a card the current one; `isGrasping` gives it the focus, too. */
  goTo(card: Card, isGrasping: boolean): void;
  say(text: string): void;
}

export function useBoard(props: BoardProps) {
  const { columns, cards } = props;
  const placed = useMemo(
    () =>
      sortIntoColumns(
        columns.map(({ id }) => id),
        cards,
      ),
    [columns, cards],
  );
  const [currentId, setCurrentId] = useState<number>();
  const [said, setSaid] = useState('');
  const wantsFocus = useRef(false);
  const board = useRef<HTMLDivElement>(null);
  const current = currentId === undefined ? undefined : findCard(placed, currentId);
  const tabStop = current === undefined ? placed.find((column) => column.length > 0)?.[0]?.id : currentId;
  const goTo = ({ id }: Card, isGrasping: boolean): void => {
    if (isGrasping) wantsFocus.current = true;
    setCurrentId(id);
  };
  const situation: Situation = { props, placed, goTo, say: props.onSay ?? setSaid };
  const choice = useChoice(situation, currentId);
  const moving = movingOn(situation, choice.groupOf);
  const dragging = useDragged(choice.groupOf);
  /** Returns whether the press meant something. */
  const press = (event: KeyboardEvent, card: Card): boolean => {
    if (event.altKey || event.shiftKey) return false;
    const run = actionOf(event, card, situation, choice, moving);
    run?.();
    return run !== undefined;
  };
  const handlers = useSteady({
    focus: (card) => goTo(card, false),
    press: (event, card) => press(event, card) && event.preventDefault(),
    move: (card, columnId) => void moving.put(card, columnId, undefined),
    moveToEnd: moving.moveToEnd,
    toggle: choice.toggle,
    open: (card) => props.onOpen?.(card),
    drag: dragging.drag,
  });
  const drop = (id: number, columnId: string, row: number | undefined): void => {
    const card = cards.find((one) => one.id === id);
    if (card !== undefined) void moving.put(card, columnId, row);
  };
  usePromisedFocus(board, wantsFocus, currentId);
  /** Gives a card the focus. */
  const enter = (id: number): void => {
    wantsFocus.current = true;
    setCurrentId(id);
  };
  return { ...choice, enter, board, placed, current, tabStop, said, handlers, drop, dragged: dragging.dragged };
}

/** What somebody drags: columns show at once whether it may be dropped there. They take it in any case, to say why it may not. */
function useDragged(groupOf: Choosing['groupOf']) {
  const [dragged, setDragged] = useState<readonly Card[]>([]);
  const drag = (card: Card | undefined): void => setDragged(card === undefined ? [] : groupOf(card));
  return { dragged, drag };
}

type Choosing = ReturnType<typeof useChoice>;

/** Cards that somebody chose to move together. */
function useChoice({ props, placed, goTo, say }: Situation, currentId: number | undefined) {
  const [chosenIds, setChosen] = useState<ReadonlySet<number>>(new Set());
  const chosen = placed.flat().filter(({ id }) => chosenIds.has(id));
  const toggle = (card: Card, isRange: boolean): void => {
    if (props.isSelectable !== true) return;
    const next = new Set(chosenIds);
    if (!isRange && next.has(card.id)) next.delete(card.id);
    else for (const id of isRange ? rangeOf(placed, currentId, card.id) : [card.id]) next.add(id);
    setChosen(next);
    goTo(card, false);
    say(t('boards.chosen', { count: next.size }));
  };
  return {
    chosen,
    chosenIds,
    toggle,
    clear: () => setChosen(new Set()),
    groupOf: (card: Card): readonly Card[] => (chosenIds.has(card.id) ? chosen : [card]),
  };
}

type Moving = ReturnType<typeof movingOn>;

function movingOn({ props, placed, goTo, say }: Situation, groupOf: Choosing['groupOf']) {
  const { columns, targets = columns, isMovable } = props;
  const isOrderedIn = (column: Column | undefined): boolean => props.isOrdered === true && column?.isUnordered !== true;
  /** Before the card at `row` of a column; without it where the order of everything has it. */
  const put = async (card: Card, columnId: string, row: number | undefined): Promise<void> => {
    const column = targets.find(({ id }) => id === columnId);
    const columnAt = columns.findIndex(({ id }) => id === columnId);
    const group = groupOf(card);
    if (column === undefined || !isMovable || group.some(({ isFixed }) => isFixed === true)) return;
    if (!mayAllStandIn(group, column.id)) return say(t('boards.noColumn', { title: card.title, column: column.label }));
    const ids = group.map(({ id }) => id);
    const list = placed[columnAt] ?? [];
    const isInside = group.every(({ columnId }) => columnId === column.id);
    const beside = row === undefined || !isOrderedIn(column) ? undefined : besideAt(list, row, ids);
    if (beside === undefined && isInside) return;
    const next = columnAt < 0 ? neighbourOf(card, ids) : card;
    if (next !== undefined) goTo(next, true);
    const { title } = card;
    const refusal = await props.onMove(group, { columnId: column.id, beside });
    if (refusal !== undefined) return say(t('boards.notMoved', { title, why: refusal }));
    if (group.length > 1) return say(t('boards.severalMoved', { count: group.length, column: column.label }));
    const place = list.slice(0, row).filter(({ id }) => !ids.includes(id)).length + 1;
    say(
      isInside
        ? t('boards.ordered', { title, place, count: list.length, column: column.label })
        : t('boards.moved', { title, column: column.label }),
    );
  };
  /** What takes the focus when these go out of sight. */
  const neighbourOf = (card: Card, ids: readonly number[]): Card | undefined => {
    const place = findCard(placed, card.id);
    if (place === undefined) return undefined;
    const list = placed[place.column] ?? [];
    const isLeft = ({ id }: Card): boolean => !ids.includes(id);
    return list.slice(place.row).find(isLeft) ?? list.slice(0, place.row).findLast(isLeft);
  };
  const moveToEnd = (card: Card, end: 'top' | 'bottom'): void => {
    const at = findCard(placed, card.id)?.column;
    const column = at === undefined ? undefined : columns[at];
    if (at !== undefined && column !== undefined)
      void put(card, column.id, end === 'top' ? 0 : (placed[at]?.length ?? 0));
  };
  const moveTowards = (card: Card, direction: Direction): void => {
    const place = findCard(placed, card.id);
    if (place === undefined) return;
    if (direction === 'left' || direction === 'right') {
      const step = direction === 'left' ? -1 : 1;
      const goal = nextGoal(columns, place.column, step, groupOf(card));
      const column = columns[goal === -1 ? place.column + step : goal];
      return column === undefined ? undefined : void put(card, column.id, undefined);
    }
    const column = columns[place.column];
    const row = direction === 'up' ? place.row - 1 : place.row + 2;
    if (column !== undefined && isOrderedIn(column) && row >= 0 && row <= (placed[place.column]?.length ?? 0))
      void put(card, column.id, row);
  };
  return { put, moveToEnd, moveTowards };
}

/** What a key does on a card; undefined for what means nothing here. */
function actionOf(
  event: KeyboardEvent,
  card: Card,
  { props, placed, goTo }: Situation,
  choice: Choosing,
  moving: Moving,
): (() => void) | undefined {
  const direction = directionOf(event.key);
  if (event.ctrlKey || event.metaKey) {
    if (direction !== undefined) return () => moving.moveTowards(card, direction);
    if (props.isOrdered !== true || (event.key !== 'Home' && event.key !== 'End')) return undefined;
    return () => moving.moveToEnd(card, event.key === 'Home' ? 'top' : 'bottom');
  }
  if (direction !== undefined)
    return () => {
      const place = findCard(placed, card.id);
      const next = place === undefined ? undefined : nextCard(placed, place, direction);
      if (next !== undefined) goTo(next, true);
      else props.onEdge?.(card, direction);
    };
  if (event.key === 'x' && props.isSelectable === true) return () => choice.toggle(card, false);
  if (event.key === 'Escape' && choice.chosen.length > 0) return choice.clear;
  if (event.key === ' ' && props.onOpen !== undefined) return () => props.onOpen?.(card);
  return undefined;
}

/** The same object each time, whose functions are those of the last time. */
function useSteady(handlers: CardHandlers): CardHandlers {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState<CardHandlers>(() => ({
    focus: (card) => latest.current.focus(card),
    press: (event, card) => latest.current.press(event, card),
    move: (card, columnId) => latest.current.move(card, columnId),
    moveToEnd: (card, end) => latest.current.moveToEnd(card, end),
    toggle: (card, isRange) => latest.current.toggle(card, isRange),
    open: (card) => latest.current.open(card),
    drag: (card) => latest.current.drag(card),
  }));
  return steady;
}

/**
 * A card that comes into the document takes the focus that it was promised, see BoardColumn, which scrolls it into sight; and a
 * card that had it keeps it where it stands elsewhere now, such as one that the server sent back.
 */
function usePromisedFocus(
  board: RefObject<HTMLDivElement | null>,
  wantsFocus: RefObject<boolean>,
  cardId: number | undefined,
): void {
  const holder = document.activeElement?.closest('[data-card]')?.getAttribute('data-card');
  useEffect(() => {
    const isLost = typeof holder === 'string' && document.activeElement === document.body;
    const wanted = wantsFocus.current ? cardId : isLost ? holder : undefined;
    if (wanted === undefined) return;
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${wanted}"] a`);
    if (card === undefined || card === null) return;
    wantsFocus.current = false;
    card.focus();
  });
}
