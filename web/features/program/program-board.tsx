// Features of a program as cards: what no increment holds first, then a column for each increment. A feature is where it was put at once,
// and back where the server refuses.
import { foldText } from '../../../contract/fold-text.ts';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import { Board } from '../../ui/board/board.tsx';
import type { Card, Column } from '../../ui/board/board-rules.ts';
import { keepMoving, showMoves } from '../../ui/board/card-moves.ts';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { formatDay } from '../../ui/dates/calendar-day.ts';
import { Meter } from '../../ui/feedback/meter.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { AddExisting, fieldOf } from '../planning/index.ts';
import { trackerQuery } from '../trackers/index.ts';
import {
  addFeature,
  backlogId,
  featuresQuery,
  incrementsQuery,
  iterationsQuery,
  planFeatures,
  programKey,
  progressQuery,
} from './program.queries.ts';
import type { Feature, Increment } from './program.queries.ts';
import css from './program.module.css';
import { Link } from '../../ui/link.tsx';

type Progress = Schemas['FeatureProgress'];

interface Props {
  projectId: number;
  plan: Schemas['ProgramPlan'];
  words: string;
}

/** Stories of some features: how many there are, and how many are done. */
const sumOf = (progress: readonly Progress[]): { count: number; done: number } => {
  const teams = progress.flatMap((one) => one.teams);
  const done = teams.reduce((sum, { closed }) => sum + closed, 0);
  return { done, count: done + teams.reduce((sum, { open }) => sum + open, 0) };
};

/** How far each team is with a feature. */
function TeamLines({ teams, feature }: { teams: Progress['teams']; feature: Feature }): ReactNode {
  if (teams.length === 0) return feature.has_user_story_linked ? null : <span>{t('program.noStories')}</span>;
  return (
    <ul className={css.lines}>
      {teams.map(({ project, open, closed }) => (
        <li key={project.id}>{t('program.teamDone', { team: project.label, done: closed, count: open + closed })}</li>
      ))}
      {feature.has_user_story_planned && <li>{t('program.inSprint')}</li>}
    </ul>
  );
}

const daysOf = ({ start_date: start, end_date: end }: Pick<Increment, 'start_date' | 'end_date'>): string =>
  start === null && end === null
    ? ''
    : [start, end].map((timestamp) => (timestamp === null ? '' : formatDay(timestamp.slice(0, 10)))).join(' – ');

function IncrementHead({
  projectId,
  increment,
  progress,
}: {
  projectId: number;
  increment: Increment;
  progress: readonly Progress[];
}): ReactNode {
  const { data: iterations = [] } = useQuery(iterationsQuery(projectId, increment.id));
  const { done, count } = sumOf(progress);
  const text = t('program.storiesDone', { done, count });
  return (
    <div className={css.head}>
      <span>{[increment.status, daysOf(increment)].filter(Boolean).join(' · ')}</span>
      {count > 0 && (
        <>
          <Meter label={t('program.progress', { name: increment.title ?? '' })} text={text} value={done} max={count} />
          <span>{text}</span>
        </>
      )}
      {iterations.length > 0 && (
        <ul className={css.lines} aria-label={t('program.iterations')}>
          {iterations.map((iteration) => (
            <li key={iteration.id} className={css.teams}>
              <Link to="/artifacts/$id" params={{ id: String(iteration.id) }}>
                {iteration.title}
              </Link>
              <span>{daysOf(iteration)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Makes a feature by its title, in the first tracker that the program plans. */
function AddFeature({
  projectId,
  list,
  label,
  trackerId,
  readAgain,
}: {
  projectId: number;
  list: string;
  label: string;
  trackerId: number;
  readAgain(): Promise<void>;
}): ReactNode {
  const { data: tracker } = useQuery(trackerQuery(trackerId));
  const field = tracker === undefined ? undefined : fieldOf(tracker, 'title');
  if (field === undefined || !field.permissions.includes('create')) return null;
  const add = async (title: string): Promise<void> => {
    await addFeature(projectId, list, { trackerId, fieldId: field.field_id, title });
    await readAgain();
  };
  return <AddInPlace column={label} onAdd={add} />;
}

/** What the columns hold, and how cards move between them. */
function useFeatures({ projectId, words }: Props, increments: readonly Increment[]) {
  const queryClient = useQueryClient();
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: programKey(projectId) });
  const ids = increments.map(({ id }) => id);
  const found = useQueries({ queries: [backlogId, ...ids.map(String)].map((list) => featuresQuery(projectId, list)) });
  const answers = useQueries({ queries: ids.map((id) => progressQuery(projectId, id)) });
  const progress = answers.flatMap(({ data = [] }) => data);
  const teamsOf = new Map(progress.map(({ feature, teams }) => [feature.id, teams]));
  // Stories of teams are of other projects, which the page need not know one by one.
  useGatheredEvents(
    () => true,
    () => void readAgain(),
  );
  const { moves, move } = useCardMoves(async (cards, goal) => {
    await planFeatures(projectId, cards, goal);
    await readAgain();
  });
  const wanted = foldText(words.trim());
  const cards = found.flatMap(({ data }) =>
    (data?.features ?? [])
      .filter(({ title, xref }) => foldText(`${xref} ${title ?? ''}`).includes(wanted))
      .map((feature): Card => ({
        id: feature.id,
        columnId: data?.list ?? backlogId,
        title: feature.title ?? t('planning.untitled'),
        name: feature.xref,
        href: `/artifacts/${feature.id}`,
        colour: feature.background_color === '' ? feature.tracker.color_name : feature.background_color,
        details: <TeamLines teams={teamsOf.get(feature.id) ?? []} feature={feature} />,
      })),
  );
  return {
    cards: showMoves(keepMoving(cards, moves), moves),
    featureIds: found.flatMap(({ data }) => (data?.features ?? []).map(({ id }) => id)),
    progressOf: (at: number): readonly Progress[] => answers[at]?.data ?? [],
    move,
    readAgain,
    isRead: found.every(({ data }) => data !== undefined),
    error: found.find(({ error, data }) => error !== null && data === undefined)?.error,
  };
}

export function ProgramBoard(props: Props): ReactNode {
  const { data: increments, error, refetch } = useQuery(incrementsQuery(props.projectId));
  if (error !== null && increments === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (increments === undefined) return <Loading lines={8} />;
  return <Columns {...props} increments={increments} />;
}

function Columns(props: Props & { increments: readonly Increment[] }): ReactNode {
  const { projectId, plan, increments } = props;
  const { cards, featureIds, progressOf, move, readAgain, isRead, error } = useFeatures(props, increments);
  useShortcuts(orderedBoardKeys);
  if (error !== undefined) return <ErrorState error={error} onRetry={() => void readAgain()} />;
  if (!isRead) return <Loading lines={8} />;
  const mayPlan = plan.user_can_prioritize;
  const [trackerId] = plan.plannable_tracker_ids;
  const footer = (list: string, label: string): ReactNode =>
    mayPlan &&
    trackerId !== undefined && (
      <AddFeature projectId={projectId} list={list} label={label} trackerId={trackerId} readAgain={readAgain} />
    );
  const columns: Column[] = [
    {
      id: backlogId,
      label: t('program.backlog'),
      footer: mayPlan && (
        <>
          {footer(backlogId, t('program.backlog'))}
          <AddExisting
            column={t('program.backlog')}
            projectId={projectId}
            trackerIds={plan.plannable_tracker_ids}
            without={new Set(featureIds)}
            onAdd={async (id) => {
              await planFeatures(projectId, [{ id, columnId: '' }], { columnId: backlogId });
              await readAgain();
            }}
          />
        </>
      ),
    },
    ...increments.map((increment, index) => {
      const label = increment.title ?? t('planning.untitled');
      return {
        id: String(increment.id),
        label,
        tools: (
          <Link to="/artifacts/$id" params={{ id: String(increment.id) }} className={css.reference}>
            {increment.xref}
          </Link>
        ),
        head: <IncrementHead projectId={projectId} increment={increment} progress={progressOf(index)} />,
        footer: increment.user_can_plan ? footer(String(increment.id), label) : undefined,
      };
    }),
  ];
  return (
    <Board
      label={plan.program_increment_label ?? t('program.program')}
      columns={columns}
      cards={cards}
      isMovable={mayPlan}
      isOrdered
      isSelectable={mayPlan}
      isFirstSteady
      onMove={move}
    />
  );
}
