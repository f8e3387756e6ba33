// A board: columns that scroll by themselves, cards that move by mouse, by menu and by keys. Arrows go from card to card, with
// Ctrl or Cmd they move the card. Only cards in sight are in the document.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { BoardColumn } from './board-column.tsx';
import { Button } from '../button.tsx';
import { mayAllStandIn } from './board-rules.ts';
import type { Column } from './board-rules.ts';
import { useBoard } from './use-board.ts';
import type { BoardProps } from './use-board.ts';
import { useUndo } from './use-undo.ts';
import css from './board.module.css';

interface Props extends BoardProps {
  /** The first column stays where it is while the others scroll past it. */
  isFirstSteady?: boolean;
}

const tracksOf = (columns: readonly Column[]): string =>
  columns.map(({ isFolded }) => (isFolded === true ? '3rem' : 'var(--track)')).join(' ');

export function Board({ isFirstSteady = false, ...props }: Props): ReactNode {
  const { label, columns, isMovable, isOrdered = false, isSelectable = false } = props;
  // Nothing goes where nobody would see it.
  const open = useMemo(() => columns.filter(({ isFolded }) => isFolded !== true), [columns]);
  const move = useUndo({
    lanes: [{ id: 0, cards: props.cards, isOrdered }],
    isMovable,
    onMove: (_, cards, goal) => props.onMove(cards, goal),
    onBack: (_, id) => state.enter(id),
  });
  const state = useBoard({ ...props, columns: open, onMove: (cards, goal) => move(0, cards, goal) });
  const { board, placed, current, tabStop, chosen, chosenIds, said, handlers, drop, clear, dragged } = state;
  return (
    <>
      <div
        className={css.board}
        ref={board}
        role="group"
        aria-label={label}
        data-steady={isFirstSteady || undefined}
        data-choosing={chosen.length > 0 || undefined}
        style={open.length < columns.length ? { gridTemplateColumns: tracksOf(columns) } : undefined}
      >
        {columns.map((column) => {
          const index = open.indexOf(column);
          return (
            <BoardColumn
              key={column.id}
              column={column}
              columns={open}
              cards={placed[index] ?? props.cards.filter(({ columnId }) => columnId === column.id)}
              currentRow={current?.column === index ? current.row : undefined}
              tabStop={tabStop}
              chosenIds={chosenIds}
              isMovable={isMovable}
              isOrdered={isOrdered}
              isSelectable={isSelectable}
              isOpenable={props.onOpen !== undefined}
              handlers={handlers}
              isClosed={!mayAllStandIn(dragged, column.id)}
              onDrop={(id, row) => drop(id, index, row)}
            />
          );
        })}
        <div className="visually-hidden" role="status">
          {said}
        </div>
      </div>
      {chosen.length > 0 && (
        <div className={css.chosen}>
          <span>{t('boards.chosen', { count: chosen.length })}</span>
          <Button tone="quiet" onPress={clear}>
            {t('boards.clear')}
          </Button>
        </div>
      )}
    </>
  );
}
