// What a query finds as a board: columns by a list, cards of all trackers. A moved card is where it was put at once, and back where
// the server refuses.
import { useQueries, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { useGatheredEvents } from '../../../platform/live/use-gathered-events.ts';
import { boardKeys, orderedBoardKeys } from '../../../ui/board/board-keys.ts';
import { Board } from '../../../ui/board/board.tsx';
import type { Card } from '../../../ui/board/board-rules.ts';
import { showMoves } from '../../../ui/board/card-moves.ts';
import type { Moves } from '../../../ui/board/card-moves.ts';
import { useCardMoves } from '../../../ui/board/use-card-moves.ts';
import { BoardTools } from '../../../ui/board/board-tools.tsx';
import { FilterMenu } from '../../../ui/board/filter/filter-menu.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { describeError, Empty, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { readAll } from '../queries.queries.ts';
import { orderArtifacts, readArtifact, saveValues } from '../renderers.queries.ts';
import type { Tracker } from '../report-types.ts';
import ui from '../../../ui/ui.module.css';
import { ChangeSelected } from '../../trackers/index.ts';
import { groupsOf, narrowCards } from './card-filter.ts';
import type { CardFilter } from './card-filter.ts';
import { describeRefusal, movedMeanwhile, MoveRefusal } from './move-refusal.ts';
import {
  boardText,
  cardsOf,
  columnsOf,
  goalsIn,
  groupings,
  isDefinition,
  isInOrderOfAll,
  meanings,
  noneColumn,
  planMove,
  queryCardsMax,
} from './query-cards.ts';
import type { Definition, FoundCard } from './query-cards.ts';

interface Props {
  text: string;
  widgetId: number | undefined;
  by: string;
  onGroup(by: string): void;
  /** Ids of trackers whose artifacts are left out. */
  without?: ReadonlySet<number>;
  /** What narrows it, as its address says. */
  filtering?: CardFilter & { onChange(next: CardFilter): void };
}

interface NarrowingProps {
  filtering: NonNullable<Props['filtering']>;
  cards: readonly FoundCard[];
  children: ReactNode;
}

/** The words and values that narrow the board, of those that its cards have. */
function Narrowing({ filtering, cards, children }: NarrowingProps): ReactNode {
  const { q, filter, onChange } = filtering;
  const labels = {
    people: t('reports.board.assignee'),
    nobody: t('boards.nobody'),
    tracker: t('reports.board.tracker'),
  };
  return (
    <BoardTools label={t('kanban.words')} words={q} onWords={(words) => onChange({ q: words, filter })}>
      <FilterMenu
        groups={groupsOf(cards, labels)}
        filter={filter}
        onChange={(next) => onChange({ q, filter: next ?? {} })}
      />
      {children}
    </BoardTools>
  );
}

const boardQuery = (text: string, widgetId: number | undefined) =>
  queryOptions({
    queryKey: ['/crosstracker_query', 'board', text, widgetId],
    queryFn: () => readAll(text, widgetId, queryCardsMax),
    enabled: text !== '',
    retry: false,
  });

/** The tracker of an artifact, whole, as others of it have it. */
const trackerQuery = (kind: string, artifactId: number) =>
  queryOptions({
    queryKey: ['/crosstracker_query', 'tracker', kind],
    queryFn: async (): Promise<Tracker | null> => {
      const { tracker } = (await readArtifact(artifactId)).data;
      return isDefinition(tracker) ? tracker : null;
    },
  });

/** Changes the one value that says in which column the card stands, if it still is what the card showed. */
async function moveCard(card: Card, by: string, to: string): Promise<void> {
  const { data, etag } = await readArtifact(card.id);
  const plan = isDefinition(data.tracker)
    ? planMove(data, data.tracker, by, { from: card.columnId, to })
    : { kind: 'no-value' as const };
  if (plan.kind === 'no-value') throw new MoveRefusal(t('reports.board.noValue'));
  if (plan.kind === 'moved-meanwhile') throw movedMeanwhile();
  await saveValues(card.id, etag, plan.fieldId, plan.valueIds);
}

/** The same list as long as nothing of it changes. */
const listData = <T,>(found: readonly { data: T | undefined }[]): readonly (T | undefined)[] =>
  found.map(({ data }) => data);

/** The cards with the columns that their trackers have. */
function useCards(
  base: readonly FoundCard[],
  definitions: readonly (Definition | null | undefined)[],
  by: string,
  moves: Moves,
): FoundCard[] {
  return useMemo(() => {
    const kinds = [...new Set(base.map(({ kind }) => kind))];
    const goals = new Map(
      definitions.flatMap((tracker, index) =>
        tracker === undefined || tracker === null ? [] : [[kinds[index] ?? '', goalsIn(tracker, by)] as const],
      ),
    );
    return showMoves(
      base.map((card) => ({ ...card, goals: goals.get(card.kind) })),
      moves,
    );
  }, [base, moves, definitions, by]);
}

/** What the query finds, as cards, and how they move. */
function useFound({ text, widgetId, by, without }: Pick<Props, 'text' | 'widgetId' | 'by' | 'without'>) {
  const queryClient = useQueryClient();
  const asked = boardText(text, by) ?? text;
  const found = useQuery(boardQuery(asked, widgetId));
  const content = found.data?.content;
  const base = useMemo(() => (content === undefined ? [] : cardsOf(content, by, t('reports.untitled'))), [content, by]);
  const samples = new Map(base.map(({ kind, id }) => [kind, id]));
  const queries = [...samples].map(([kind, id]) => trackerQuery(kind, id));
  const definitions = useQueries({ queries, combine: listData });
  const trackers = definitions.flatMap((tracker) =>
    tracker === undefined || tracker === null || without?.has(tracker.id) === true ? [] : tracker,
  );
  const readAgain = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: boardQuery(asked, widgetId).queryKey });
  const trackerIds = new Set(trackers.map(({ id }) => id));
  useGatheredEvents(
    ({ trackerId }) => trackerId !== undefined && (trackerIds.size === 0 || trackerIds.has(trackerId)),
    () => void readAgain(),
  );
  const { moves, move } = useCardMoves(async (moved, { columnId, beside }) => {
    for (const card of moved) if (card.columnId !== columnId) await moveCard(card, by, columnId);
    const ids = moved.map(({ id }) => id);
    if (beside !== undefined) await orderArtifacts(ids, beside);
    await readAgain();
  }, describeRefusal);
  const trackerIdOf = new Map([...samples.keys()].map((kind, index) => [kind, definitions[index]?.id]));
  const cards = useCards(base, definitions, by, moves).filter(
    ({ kind }) => without === undefined || trackers.some(({ id }) => id === trackerIdOf.get(kind)),
  );
  return {
    content,
    isCut: found.data?.isCut === true,
    error: found.error,
    trackers,
    trackerIdOf,
    cards,
    move,
    readAgain,
  };
}

type Found = ReturnType<typeof useFound>;

/** The lists that can make the columns, by what they mean first. */
const choicesOf = (trackers: Found['trackers'], by: string): { id: string; label: string }[] => {
  const choices = [
    ...meanings.map((id) => ({
      id: String(id),
      label: t(id === '@status' ? 'reports.board.status' : 'reports.board.people'),
    })),
    ...groupings(trackers),
  ];
  return choices.some(({ id }) => id === by) ? choices : [...choices, { id: by, label: by }];
};

interface CardsProps extends Pick<Props, 'by' | 'without'> {
  found: Found;
  content: NonNullable<Found['content']>;
  cards: readonly FoundCard[];
  label: string;
  isOrdered: boolean;
}

function Cards({ found, content, cards, label, by, without, isOrdered }: CardsProps): ReactNode {
  const isKnown = useSelf() !== undefined;
  const { trackers, trackerIdOf, isCut, move, readAgain } = found;
  const trackerOf = new Map(cards.map(({ id, kind }) => [id, trackerIdOf.get(kind)]));
  const columns = columnsOf(trackers, by, content, t('reports.none')).filter(
    ({ id }) => without === undefined || id !== noneColumn || cards.some(({ columnId }) => columnId === id),
  );
  return (
    <>
      {!isOrdered && <p className={`${ui.soft} ${ui.small}`}>{t('reports.board.orderOfQuery')}</p>}
      {isCut && <Notice>{t('reports.board.cut', { count: queryCardsMax })}</Notice>}
      <Board
        label={label}
        columns={columns.map((column) => ({ ...column, hasMore: isCut }))}
        cards={cards}
        isMovable={isKnown}
        isOrdered={isOrdered}
        isSelectable={isKnown}
        onMove={move}
        renderActions={(chosen, clear) => {
          const [trackerId, ...others] = new Set(chosen.map(({ id }) => trackerOf.get(id)));
          if (trackerId === undefined || others.length > 0) return null;
          const end = (): void => {
            clear();
            void readAgain();
          };
          return <ChangeSelected trackerId={trackerId} chosen={chosen} onDone={end} />;
        }}
      />
    </>
  );
}

export function QueryBoard({ onGroup, filtering, ...wish }: Props): ReactNode {
  const { text, by, without } = wish;
  const isOrdered = isInOrderOfAll(text);
  useShortcuts(isOrdered ? orderedBoardKeys : boardKeys);
  const found = useFound(wish);
  const { content, error, trackers, cards } = found;
  const grouping = (
    <Select
      label={t('reports.columnsBy')}
      isLabelHidden={filtering !== undefined}
      value={by}
      choices={choicesOf(trackers, by)}
      onChange={onGroup}
    />
  );
  return (
    <>
      {filtering === undefined ? (
        <div className={ui.row}>{grouping}</div>
      ) : (
        <Narrowing filtering={filtering} cards={cards}>
          {grouping}
        </Narrowing>
      )}
      {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
      {content === undefined && error === null && <Loading lines={8} />}
      {content?.artifacts.length === 0 && <Empty title={t('reports.queries.nothing')} />}
      {content !== undefined && content.artifacts.length > 0 && (
        <Cards
          {...{ found, content, by, isOrdered }}
          {...(without === undefined ? {} : { without })}
          cards={filtering === undefined ? cards : narrowCards(cards, filtering)}
          label={t(filtering === undefined ? 'reports.board.of' : 'frame.openWork')}
        />
      )}
    </>
  );
}
