// A plan: its backlog, milestones beside it, items that move between them. An item is where it was put at once, and back where the
// server refuses.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { Board } from '../../ui/board/board.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import type { Card, Column } from '../../ui/board/board-rules.ts';
import { keepMoving, showMoves } from '../../ui/board/card-moves.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { NumberInPlace } from '../../ui/forms/number-in-place.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { planKey, trackersQuery } from '../projects/index.ts';
import { ArtifactPeek, CardFacts, trackerQuery } from '../trackers/index.ts';
import { MilestoneHead, MilestoneMenu } from './milestone-column.tsx';
import { backlogId, cardOf, fieldOf, isWanted, onceEach, plannedOf } from './plan.ts';
import type { Item, Listed, Milestone } from './plan.ts';
import { PlanTools } from './plan-tools.tsx';
import { showEffort } from './effort.ts';
import { changeValues, effortQuery, itemsQuery, makeArtifact, milestonesQuery, planItems } from './planning.queries.ts';
import type { PlanOwner } from './planning.queries.ts';
import type { PlanSearch } from './plan-search.ts';
import { useTakeOut } from './use-take-out.ts';
import css from './planning.module.css';
import { lazy, useIsLoaded } from '../../ui/lazy.tsx';
import { fieldIs } from '../fields/index.ts';

/** These are read when they are first shown. */
const CloseMilestone = lazy(async () => (await import('./close-milestone.tsx')).CloseMilestone);
const FillByHand = lazy(async () => (await import('./fill-by-hand.tsx')).FillByHand);
const SelectedActions = lazy(async () => (await import('./selected-actions.tsx')).SelectedActions);

export interface PlanProps {
  owner: PlanOwner;
  title: string;
  /** What can be put into it. */
  accepted: readonly Schemas['TrackerReference'][];
  mayPlan: boolean;
  search: PlanSearch;
  onSearch(search: PlanSearch): void;
}

interface ListsProps extends PlanProps {
  milestones: readonly Milestone[];
}

/** Reads the plan again, and waits for it. */
function useReadAgain({ projectId }: PlanOwner): () => Promise<void> {
  const queryClient = useQueryClient();
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: planKey(projectId) });
  useGatheredEvents(
    ({ trackerId }) => trackers.some(({ id }) => id === trackerId),
    () => void readAgain(),
  );
  return readAgain;
}

/** Fields of estimates, and how that of an item changes: undefined where the person may not, or there is none. */
function useEstimates(trackerIds: readonly number[], readAgain: () => Promise<void>) {
  const found = useQueries({ queries: trackerIds.map((id) => trackerQuery(id)) });
  const fields = new Map(
    found.flatMap(({ data }) => {
      const field = data === undefined ? undefined : fieldOf(data, 'initial_effort');
      const isNumber = field !== undefined && fieldIs.number(field);
      return data !== undefined && field !== undefined && isNumber && field.permissions.includes('update')
        ? [[data.id, field.field_id] as const]
        : [];
    }),
  );
  const estimates = found.flatMap(({ data }) => (data && fieldOf(data, 'initial_effort'))?.field_id ?? []);
  const estimateOf = (item: Item): ((value: number) => Promise<void>) | undefined => {
    const fieldId = fields.get(item.artifact.tracker.id);
    if (fieldId === undefined) return undefined;
    return async (value) => {
      await changeValues(item.id, [{ field_id: fieldId, value }]);
      await readAgain();
    };
  };
  return { estimateIds: new Set(estimates), estimateOf };
}

const Estimate = ({
  item: { label: title, initial_effort: value },
  onSave,
}: {
  item: Item;
  onSave: ((value: number) => Promise<void>) | undefined;
}): ReactNode => (
  <NumberInPlace
    names={{
      shown: (text) => t('planning.estimateIs', { value: text }),
      change: (text) => t('planning.estimateOf', { title, value: text }),
      field: t('planning.estimate'),
      refused: (why) => t('planning.estimateRefused', { title, why }),
    }}
    value={value}
    isZeroNothing
    onSave={onSave}
  />
);

/** Makes an item by its title, in one of the trackers that the plan takes. */
function AddItem({ column, owner, list, accepted, readAgain }: AddProps): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const tracker = accepted.find(({ id }) => String(id) === chosen) ?? accepted[0];
  const { data } = useQuery({ ...trackerQuery(tracker?.id ?? 0), enabled: tracker !== undefined });
  const field = data === undefined ? undefined : fieldOf(data, 'title');
  if (tracker === undefined || field === undefined || !field.permissions.includes('create')) return null;
  const add = async (title: string): Promise<void> => {
    const id = await makeArtifact(tracker.id, [{ field_id: field.field_id, value: title }], crypto.randomUUID());
    // It comes from nowhere.
    await planItems(owner, [{ id, columnId: '0' }], { columnId: list });
    await readAgain();
  };
  return (
    <AddInPlace
      column={column}
      onAdd={add}
      before={
        accepted.length > 1 && (
          <Select
            label={t('planning.kind')}
            isLabelHidden
            value={String(tracker.id)}
            choices={accepted.map(({ id, label }) => ({ id: String(id), label }))}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

interface AddProps {
  column: string;
  owner: PlanOwner;
  list: string;
  accepted: readonly Schemas['TrackerReference'][];
  readAgain(): Promise<void>;
}

export function PlanView(props: PlanProps): ReactNode {
  const { owner, search } = props;
  const { data: milestones, error, refetch } = useQuery(milestonesQuery(owner, search.closed === true));
  if (error !== null && milestones === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (milestones === undefined) return <Loading lines={8} />;
  return <Lists {...props} milestones={milestones} />;
}

/** What the lists of a plan hold, as cards, and how they move. */
function useLists({ owner, accepted, mayPlan, search, milestones }: ListsProps) {
  const selfId = useSelf()?.id;
  const readAgain = useReadAgain(owner);
  const { estimateIds, estimateOf } = useEstimates(
    accepted.map(({ id }) => id),
    readAgain,
  );
  const found = useQueries({
    queries: [backlogId, ...milestones.map(({ id }) => String(id))].map((list) => itemsQuery(owner, list)),
  });
  const lists = new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.list, data.items] as const])));
  const { moves, move } = useCardMoves(async (cards, goal) => {
    await planItems(owner, cards, goal);
    await readAgain();
  });
  const areFactsRead = useIsLoaded(CardFacts);
  const withTakeOut = useTakeOut(owner, mayPlan, readAgain);
  const nameOf = new Map(milestones.map(({ id, label }) => [String(id), label]));
  const show = ({ item, list, others }: Listed): Card => {
    const elsewhere = others.flatMap((other) => nameOf.get(other) ?? []).join(', ');
    return {
      ...cardOf(item, list, t('planning.untitled')),
      aside: <Estimate item={item} onSave={estimateOf(item)} />,
      details: (
        <>
          {item.parent !== null && <span className={css.parent}>{item.parent.label}</span>}
          {elsewhere !== '' && <span>{t('planning.alsoIn', { names: elsewhere })}</span>}
          <CardFacts fields={item.card_fields} without={estimateIds} />
        </>
      ),
    };
  };
  const filter = {
    words: search.q ?? '',
    personId: search.mine === true ? selfId : undefined,
    values: search.filter ?? {},
    isUnestimated: search.unestimated === true,
    isUnplanned: search.unplanned === true,
    withClosed: search.closed === true,
  };
  const all = onceEach([...lists])
    .filter((listed) => isWanted(listed, filter))
    .map(show);
  return {
    readAgain,
    itemsOf: (list: string): readonly Item[] => lists.get(list) ?? [],
    hasMore: (list: string): boolean => found.some(({ data }) => data?.list === list && data.hasMore),
    items: [...lists.values()].flat(),
    cards: showMoves(withTakeOut(keepMoving(all, moves)), moves),
    move,
    // Cards grow no more once they stand.
    isRead: lists.size === found.length && areFactsRead,
    error: found.find(({ error, data }) => error !== null && data === undefined)?.error,
  };
}

type ReadLists = ReturnType<typeof useLists>;

/** The estimates of a backlog together, in the unit of the milestones that it fills, or of the one that it belongs to. */
function Estimated({ owner, milestone, items }: EstimatedProps): ReactNode {
  const id = milestone?.id ?? owner.milestoneId;
  const { data } = useQuery({ ...effortQuery(owner.projectId, id ?? 0), enabled: id !== undefined });
  const effort = showEffort(plannedOf(items), data?.estimate_unit ?? null);
  return <span>{t('planning.estimated', { effort })}</span>;
}

interface EstimatedProps {
  owner: PlanOwner;
  milestone: Milestone | undefined;
  items: readonly Item[];
}

function columnsOf(
  { owner, accepted, mayPlan, milestones }: ListsProps,
  { itemsOf, hasMore, items, readAgain }: ReadLists,
  onClose: (milestone: Milestone) => void,
): Column[] {
  const footer = (list: string, label: string): ReactNode =>
    mayPlan && <AddItem column={label} owner={owner} list={list} accepted={accepted} readAgain={readAgain} />;
  const label = t('planning.backlog');
  return [
    {
      id: backlogId,
      label,
      hasMore: hasMore(backlogId),
      head: <Estimated owner={owner} milestone={milestones[0]} items={itemsOf(backlogId)} />,
      footer: mayPlan && (
        <>
          {footer(backlogId, label)}
          <FillByHand column={label} owner={owner} accepted={accepted} items={items} readAgain={readAgain} />
        </>
      ),
    },
    ...milestones.map((milestone) => ({
      id: String(milestone.id),
      label: milestone.label,
      colour: milestone.artifact.tracker.color,
      tools: <MilestoneMenu milestone={milestone} onClose={() => onClose(milestone)} />,
      hasMore: hasMore(String(milestone.id)),
      head: (
        <MilestoneHead
          milestone={milestone}
          items={itemsOf(String(milestone.id))}
          hasMore={hasMore(String(milestone.id))}
        />
      ),
      footer: milestone.semantic_status === 'open' ? footer(String(milestone.id), milestone.label) : undefined,
    })),
  ];
}

function Lists(props: ListsProps): ReactNode {
  const { title, mayPlan, search, onSearch, milestones } = props;
  const read = useLists(props);
  const [closing, setClosing] = useState<Milestone>();
  useShortcuts(orderedBoardKeys);
  if (read.error !== undefined) return <ErrorState error={read.error} onRetry={() => void read.readAgain()} />;
  if (!read.isRead) return <Loading lines={8} />;
  return (
    <>
      <PlanTools search={search} items={read.items} onChange={onSearch} />
      <div className={css.plan}>
        <div className={css.lists}>
          <Board
            label={title}
            columns={columnsOf(props, read, setClosing)}
            cards={read.cards}
            isMovable={mayPlan}
            isOrdered
            isSelectable={mayPlan}
            isLists
            renderActions={(chosen, clear) => (
              <SelectedActions
                chosen={chosen}
                items={read.items}
                onDone={() => {
                  clear();
                  void read.readAgain();
                }}
              />
            )}
            onMove={read.move}
            onOpen={({ id }) => onSearch({ ...search, item: id })}
          />
        </div>
        <Beside items={read.items} search={search} onSearch={onSearch} />
      </div>
      {closing !== undefined && (
        <CloseMilestone
          milestone={closing}
          items={read.itemsOf(String(closing.id))}
          others={milestones.filter(({ id, semantic_status: state }) => id !== closing.id && state === 'open')}
          onClosed={read.readAgain}
          onClose={() => setClosing(undefined)}
        />
      )}
    </>
  );
}

/** The item that is looked at. */
function Beside({
  items,
  search,
  onSearch,
}: Pick<PlanProps, 'search' | 'onSearch'> & { items: readonly Item[] }): ReactNode {
  const item = items.find(({ id }) => id === search.item);
  if (item === undefined) return null;
  const close = (): void => {
    const { item: _old, ...others } = search;
    onSearch(others);
  };
  return <ArtifactPeek trackerId={item.artifact.tracker.id} id={item.id} onClose={close} />;
}
