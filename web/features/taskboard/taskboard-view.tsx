// Rows of a taskboard with their cards, and what happens with them.
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import type { Card } from '../../ui/board/board-rules.ts';
import { showMoves } from '../../ui/board/card-moves.ts';
import { LaneBoard } from '../../ui/board/lane-board.tsx';
import type { Lane, LaneColumn } from '../../ui/board/lane-rules.ts';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';
import { Empty } from '../../ui/feedback/async-states.tsx';
import { effortQuery, makeArtifact } from '../planning/index.ts';
import type { Milestone } from '../planning/index.ts';
import { trackerQuery } from '../trackers/index.ts';
import { CardFoot } from './card-foot.tsx';
import { RowHead, titleOf } from './row-head.tsx';
import { addBelow, moveCard, taskboardQuery } from './taskboard.queries.ts';
import { assigningOf, cardsOf, filterRows, showCard, trackersOf } from './taskboard-cards.ts';
import type { Assigning, Row, Taskboard } from './taskboard-cards.ts';
import { TaskboardTools } from './taskboard-tools.tsx';
import { useFolds } from './use-folds.ts';
import type { Folds } from './use-folds.ts';

/** The same each time. */
const noFilter: BoardFilter = {};

const route = getRouteApi('/milestones/$id/taskboard');

interface Props {
  milestone: Milestone;
  board: Taskboard;
}

type Tracker = Schemas['Tracker'];
type Addition = Taskboard['additions'][number];

/** Who may work on cards of these trackers. */
const assigningIn = (found: readonly { data: Tracker | undefined }[]): ReadonlyMap<number, Assigning> =>
  new Map(
    found.flatMap(({ data }) => {
      const assigning = data === undefined ? undefined : assigningOf(data);
      return data === undefined || assigning === undefined ? [] : [[data.id, assigning] as const];
    }),
  );

/** By tracker; the same object as long as nothing changes. */
function useAssigning({ rows }: Taskboard): ReadonlyMap<number, Assigning> {
  const isKnown = useSelf() !== undefined;
  const ids = new Set(rows.flatMap((row) => [row.card, ...row.cards].map(({ tracker_id: id }) => id)));
  const queries = [...ids].map((id) => ({ ...trackerQuery(id), enabled: isKnown }));
  return useQueries({ queries, combine: assigningIn });
}

/** Makes a card below a row by its title; one that was made and could not be put there is not made twice. */
function useAdding(readAgain: () => Promise<void>) {
  const tried = useRef(new Map<string, string>());
  return async (row: Row, addition: Addition, columnId: string, title: string): Promise<void> => {
    const valueId = addition.columns.find(({ column_id: id }) => String(id) === columnId)?.value_id;
    if (valueId === undefined) return;
    const name = JSON.stringify([row.card.id, columnId, title]);
    const key = tried.current.get(name) ?? crypto.randomUUID();
    tried.current.set(name, key);
    const values = [
      { field_id: addition.title_field_id, value: title },
      { field_id: addition.list_field_id, bind_value_ids: [valueId] },
    ];
    const id = await makeArtifact(addition.tracker.id, values, key);
    await addBelow(row.card.id, id);
    tried.current.delete(name);
    await readAgain();
  };
}

/** The columns, the same object as long as nothing of them changes. */
const columnsOf = ({ columns }: Taskboard): LaneColumn[] =>
  columns.map(({ id, label, header_color: colour, is_collapsed: isFolded }) => ({
    id: String(id),
    label,
    colour: colour.startsWith('#') ? null : colour,
    isFolded,
  }));

/** Cards by row, as they stand without moves that are on their way; the same objects as long as nothing changes. */
function useCards(
  rows: readonly Row[],
  all: readonly Row[],
  assigningByTracker: ReadonlyMap<number, Assigning>,
  readAgain: () => Promise<void>,
) {
  return useMemo(() => {
    const wholeById = new Map(all.map((row) => [row.card.id, row]));
    return new Map(
      rows.map((row) => {
        const placed = cardsOf(row, wholeById.get(row.card.id));
        const cards = placed.map((card): Card => {
          const assigning = assigningByTracker.get(card.tracker_id);
          const isPlain = card.remaining_effort === null && assigning === undefined;
          return {
            ...showCard(card, t('taskboard.untitled')),
            ...(isPlain ? {} : { details: <CardFoot card={card} assigning={assigning} readAgain={readAgain} /> }),
          };
        });
        return [row.card.id, { placed, cards }];
      }),
    );
  }, [rows, all, assigningByTracker]);
}

/** The rows that are wanted, with what moves, is added and is folded in them. */
function useRows({ milestone, board }: Props, folds: Folds) {
  const { q = '', mine, filter = noFilter } = route.useSearch();
  const queryClient = useQueryClient();
  const selfId = useSelf()?.id;
  const readAgain = async (): Promise<void> => {
    void queryClient.invalidateQueries({ queryKey: effortQuery(milestone.project.id, milestone.id).queryKey });
    await queryClient.invalidateQueries({ queryKey: taskboardQuery(milestone.id).queryKey });
  };
  const trackerIds = useMemo(() => trackersOf(board, milestone.artifact.tracker.id), [board, milestone]);
  useGatheredEvents(
    ({ trackerId }) => trackerId !== undefined && trackerIds.has(trackerId),
    () => void readAgain(),
  );
  const rowOfCard = new Map(board.rows.flatMap(({ card, cards }) => [card, ...cards].map(({ id }) => [id, card.id])));
  const { moves, move } = useCardMoves(async (moved, goal) => {
    for (const card of moved) await moveCard(rowOfCard.get(card.id) ?? card.id, card, goal);
    await readAgain();
  });
  const add = useAdding(readAgain);
  const rows = useMemo(
    () =>
      filterRows(board.rows, {
        words: q,
        personId: mine === true ? selfId : undefined,
        values: filter,
        onlyOpen: board.hides_closed,
      }),
    [board, q, mine, filter, selfId],
  );
  const cardsByRow = useCards(rows, board.rows, useAssigning(board), readAgain);
  const additionOf = new Map(board.additions.map((addition) => [addition.row_tracker_id, addition]));
  const lanes = rows.map((row): Lane => {
    const { card } = row;
    const { placed = [], cards = [] } = cardsByRow.get(card.id) ?? {};
    const addition = additionOf.get(card.tracker_id);
    const title = titleOf(card);
    return {
      id: card.id,
      label: title,
      cards: showMoves(cards, moves),
      isFolded: card.is_collapsed,
      isOrdered: placed.every(({ id }) => id !== card.id),
      head: (
        <RowHead
          row={row}
          isFolded={card.is_collapsed}
          nowhere={placed.filter(({ column_id: column }) => column === null)}
          onFold={() => void folds.foldRow(card.id, !card.is_collapsed)}
        />
      ),
      footOf: ({ id, label }) =>
        addition?.columns.some(({ column_id: column }) => String(column) === id) === true && (
          <AddInPlace
            column={t('taskboard.cellOf', { column: label, title })}
            onAdd={(text) => add(row, addition, id, text)}
          />
        ),
    };
  });
  return { lanes, move };
}

export function TaskboardView({ milestone, board }: Props): ReactNode {
  const folds = useFolds(milestone.id);
  const { lanes, move } = useRows({ milestone, board }, folds);
  const columns = useMemo(() => columnsOf(board), [board]);
  useShortcuts(orderedBoardKeys);
  if (board.rows.length === 0)
    return (
      <Empty title={t('taskboard.empty')}>
        <p>{t('taskboard.emptyText')}</p>
      </Empty>
    );
  return (
    <>
      <TaskboardTools milestone={milestone} board={board} folds={folds} />
      {lanes.length === 0 ? (
        <Empty title={t('taskboard.nothingShown')} />
      ) : (
        <LaneBoard
          label={t('taskboard.of', { name: milestone.label })}
          laneLabel={t('taskboard.rows')}
          columns={columns}
          lanes={lanes}
          isMovable
          onMove={(_, cards, goal) => move(cards, goal)}
          onFold={({ id, isFolded }) => void folds.foldColumn(Number(id), !isFolded)}
        />
      )}
    </>
  );
}
