// A kanban in rows, by the values of a list.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { LaneBoard } from '../../ui/board/lane-board.tsx';
import type { LaneColumn } from '../../ui/board/lane-rules.ts';
import type { CardMoves } from '../../ui/board/use-card-moves.ts';
import { Empty } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { closedId } from './kanban-cards.ts';
import type { KanbanCard } from './kanban-cards.ts';
import { lanesOf, rowLists } from './kanban-lanes.ts';
import type { KanbanTracker } from './kanban-lanes.ts';
import type { Kanban } from './kanban.queries.ts';

interface Props {
  kanban: Kanban;
  tracker: KanbanTracker;
  /** Id of the list. */
  rows: number;
  columns: readonly LaneColumn[];
  cards: readonly KanbanCard[];
  move: CardMoves['move'];
  onFold(columnId: string): void;
}

/** The set with it, or without it where it was in. */
const flip = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

export function LanesView({ kanban, tracker, rows, columns, cards, move, onFold }: Props): ReactNode {
  const isKnown = useSelf() !== undefined;
  const [foldedRows, setFoldedRows] = useState<ReadonlySet<number>>(new Set());
  const lanes = lanesOf(tracker, rows, cards, t('kanban.noValue'));
  if (lanes.length === 0) return <Empty title={t('kanban.nothingShown')} />;
  return (
    <LaneBoard
      label={kanban.label}
      laneLabel={rowLists(tracker).find(({ id }) => id === rows)?.label ?? t('kanban.rows')}
      columns={columns.map((column) => ({ ...column, isSteady: column.id === closedId }))}
      lanes={lanes.map((lane) => {
        const isFolded = foldedRows.has(lane.id);
        return {
          ...lane,
          isFolded,
          isOrdered: true,
          head: (
            <span className={ui.row}>
              <Button
                tone="quiet"
                isIcon
                aria-label={t(isFolded ? 'kanban.unfoldRow' : 'kanban.foldRow', { row: lane.label })}
                aria-expanded={!isFolded}
                onPress={() => setFoldedRows(flip(foldedRows, lane.id))}
              >
                {isFolded ? <ChevronRight /> : <ChevronDown />}
              </Button>
              <strong>{lane.label}</strong>
              <span className={ui.soft}>{lane.cards.length}</span>
            </span>
          ),
        };
      })}
      isMovable={isKnown}
      onMove={(_, moved, goal) => move(moved, goal)}
      onFold={({ id }) => onFold(id)}
    />
  );
}
