// A roadmap: tasks as bars on a calendar, iterations over them, arrows between them.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { formatDay, todayHere } from '../../ui/dates/calendar-day.ts';
import { Checkbox, Select } from '../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { addDays, daysBetween, dayWidths, firstLook, isTimescale, rangeOf, ticksOf } from './calendar.ts';
import type { Range, Timescale } from './calendar.ts';
import { RoadmapBar } from './roadmap-bar.tsx';
import { arrowsOf, rowsOf } from './roadmap-rows.ts';
import type { Arrow, RoadmapRow } from './roadmap-rows.ts';
import { iterationsQuery, roadmapKey, subtasksQuery, tasksMax, tasksQuery } from './roadmap.queries.ts';
import type { Task } from './roadmap.queries.ts';
import css from './roadmap.module.css';
import { spanOf, useMoves } from './use-moves.ts';
import type { Moves } from './use-moves.ts';
import { Link } from '../../ui/link.tsx';

interface Props {
  id: number;
  timescale: Timescale | undefined;
  /** Levels of iterations that it has. */
  levels: readonly (1 | 2)[];
}

const rowHeight = 34;

export function RoadmapView({ id, timescale, levels }: Props): ReactNode {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(tasksQuery(id));
  useGatheredEvents(
    () => true,
    () => void queryClient.invalidateQueries({ queryKey: roadmapKey(id) }),
  );
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  if (data.tasks.length === 0) return <Empty title={t('roadmap.nothing')} />;
  return (
    <>
      {data.isCut && <Notice>{t('roadmap.cut', { shown: tasksMax })}</Notice>}
      <LoadedRoadmap id={id} tasks={data.tasks} timescale={timescale ?? 'month'} levels={levels} />
    </>
  );
}

interface TimelineProps {
  id: number;
  tasks: readonly Task[];
  timescale: Timescale;
  levels: readonly (1 | 2)[];
}

function LoadedRoadmap({ id, tasks, timescale, levels }: TimelineProps): ReactNode {
  const [scale, setScale] = useState(timescale);
  const [withClosed, setWithClosed] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const isKnown = useSelf() !== undefined;
  const moves = useMoves(id);
  const below = useQueries({ queries: [...opened].map((taskId) => subtasksQuery(id, taskId)) });
  const inner = new Map([...opened].map((taskId, at) => [taskId, below[at]?.data ?? []]));
  const rows = rowsOf(tasks, inner, withClosed);
  const toggle = (taskId: number): void =>
    setOpened(opened.has(taskId) ? opened.difference(new Set([taskId])) : opened.union(new Set([taskId])));
  return (
    <div className={ui.stack}>
      <Tools scale={scale} onScale={setScale} withClosed={withClosed} onClosed={setWithClosed} />
      <div className={css.roadmap}>
        <ul className={css.names} style={{ paddingBlockStart: `calc(2rem + ${levels.length * 1.75}rem)` }}>
          {rows.map((row) => (
            <Name
              key={row.task.id}
              row={row}
              isOpen={opened.has(row.task.id)}
              onToggle={() => toggle(row.task.id)}
              span={moves.shownOf(row.task)}
            />
          ))}
        </ul>
        <Calendar id={id} rows={rows} scale={scale} levels={levels} moves={moves} isKnown={isKnown} />
      </div>
      {isKnown && (
        <p id="roadmap-keys" className={`${ui.faint} ${ui.small}`}>
          {t('roadmap.keys')}
        </p>
      )}
    </div>
  );
}

interface CalendarProps {
  id: number;
  rows: readonly RoadmapRow[];
  scale: Timescale;
  levels: readonly (1 | 2)[];
  moves: Moves;
  /** Somebody is signed in, who may be allowed to move bars. */
  isKnown: boolean;
}

function Calendar({ id, rows, scale, levels, moves, isKnown }: CalendarProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const today = todayHere();
  const spans = rows.map(({ task }) => spanOf(task));
  const range = rangeOf(spans, today);
  const dayWidth = dayWidths[scale];
  const width = range.count * dayWidth;
  const place = (day: string): number => daysBetween(range.first, day) * dayWidth;
  useEffect(() => {
    // With what was shortly before it.
    scroller.current?.scrollTo({ left: Math.max(0, place(firstLook(spans, today)) - 240) });
  }, [scale]);
  return (
    <div className={css.scroller} ref={scroller} tabIndex={0} role="region" aria-label={t('roadmap.calendar')}>
      <div className={css.canvas} style={{ width }}>
        {levels.map((level) => (
          <Iterations key={level} id={id} level={level} place={place} dayWidth={dayWidth} />
        ))}
        <Ticks range={range} scale={scale} dayWidth={dayWidth} />
        <div className={css.rows}>
          {rows.map(({ task }) => (
            <div key={task.id} className={css.row}>
              <RoadmapBar
                task={task}
                span={moves.shownOf(task)}
                first={range.first}
                dayWidth={dayWidth}
                isMovable={isKnown && !task.are_dates_implied}
                onMove={(span, isLast) => moves.move(task, span, isLast)}
              />
            </div>
          ))}
          <Arrows arrows={arrowsOf(rows, moves.shownOf)} width={width} height={rows.length * rowHeight} place={place} />
        </div>
        <div className={css.today} style={{ left: place(today) }} aria-hidden="true" />
      </div>
    </div>
  );
}

interface ToolsProps {
  scale: Timescale;
  onScale(scale: Timescale): void;
  withClosed: boolean;
  onClosed(is: boolean): void;
}

const Tools = ({ scale, onScale, withClosed, onClosed }: ToolsProps): ReactNode => (
  <div className={ui.row}>
    <Select
      label={t('roadmap.scale')}
      isLabelHidden
      value={scale}
      choices={(['week', 'month', 'quarter'] as const).map((one) => ({ id: one, label: t(`roadmap.scale.${one}`) }))}
      onChange={(chosen) => isTimescale(chosen) && onScale(chosen)}
    />
    <Checkbox isSelected={withClosed} onChange={onClosed}>
      {t('roadmap.closed')}
    </Checkbox>
  </div>
);

interface NameProps {
  row: RoadmapRow;
  isOpen: boolean;
  span: ReturnType<typeof spanOf>;
  onToggle(): void;
}

const Name = ({ row: { task, isInner }, isOpen, span, onToggle }: NameProps): ReactNode => (
  <li className={css.name} data-inner={isInner || undefined}>
    {!isInner && (
      <button
        type="button"
        className={css.fold}
        aria-expanded={isOpen}
        aria-label={t('roadmap.below', { title: task.title })}
        onClick={onToggle}
      >
        {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
      </button>
    )}
    <Link to="/artifacts/$id" params={{ id: String(task.id) }} title={`${task.xref} ${task.title}`}>
      {task.title}
    </Link>
    {span.start === null && span.end === null && (
      <span className={`${ui.faint} ${ui.small}`}>{t('roadmap.noDates')}</span>
    )}
  </li>
);

const Ticks = ({ range, scale, dayWidth }: { range: Range; scale: Timescale; dayWidth: number }): ReactNode => (
  <div className={css.ticks} aria-hidden="true">
    {ticksOf(range, scale).map(({ day, at }) => (
      <span key={day} className={css.tick} style={{ left: at * dayWidth }}>
        {formatDay(day)}
      </span>
    ))}
  </div>
);

interface IterationsProps {
  id: number;
  level: 1 | 2;
  place(day: string): number;
  dayWidth: number;
}

function Iterations({ id, level, place, dayWidth }: IterationsProps): ReactNode {
  const { data = [] } = useQuery(iterationsQuery(id, level));
  return (
    <ul className={css.iterations} aria-label={t('roadmap.iterations', { level })}>
      {data.map(({ id: iteration, title, start, end }) => {
        const [from, to] = [start.slice(0, 10), end.slice(0, 10)];
        const width = (daysBetween(from, to) + 1) * dayWidth;
        return (
          <li key={iteration} className={css.iteration} style={{ left: place(from), width }}>
            <Link
              to="/artifacts/$id"
              params={{ id: String(iteration) }}
              title={`${title}: ${formatDay(from)} – ${formatDay(to)}`}
            >
              {title}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface ArrowsProps {
  arrows: readonly Arrow[];
  width: number;
  height: number;
  place(day: string): number;
}

const Arrows = ({ arrows, width, height, place }: ArrowsProps): ReactNode => (
  <svg className={css.arrows} width={width} height={height} aria-hidden="true">
    {arrows.map(({ key, from, to, isWrong }) => {
      const [x1, y1] = [place(addDays(from.day, 1)), (from.row + 0.5) * rowHeight];
      const [x2, y2] = [place(to.day), (to.row + 0.5) * rowHeight];
      return (
        <g key={key} className={css.arrow} data-wrong={isWrong || undefined}>
          <path d={`M ${x1} ${y1} C ${x1 + 24} ${y1}, ${x2 - 24} ${y2}, ${x2} ${y2}`} />
          <path d={`M ${x2 - 6} ${y2 - 4} L ${x2} ${y2} L ${x2 - 6} ${y2 + 4}`} />
        </g>
      );
    })}
  </svg>
);
