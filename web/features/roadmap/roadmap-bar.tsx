// One bar: moved by mouse, by its middle or by one of its ends, and by keys.
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { formatDay } from '../../ui/dates/calendar-day.ts';
import { daysBetween, moveSpan } from './calendar.ts';
import type { Grip, Span } from './calendar.ts';
import type { Task } from './roadmap.queries.ts';
import css from './roadmap.module.css';

interface Props {
  task: Task;
  span: Span;
  first: string;
  dayWidth: number;
  isMovable: boolean;
  onMove(span: Span, isLast: boolean): void;
}

const days = ({ start, end }: Span): string =>
  [start, end].map((day) => (day === null ? '…' : formatDay(day))).join(' – ');

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function RoadmapBar({ task, span, first, dayWidth, isMovable, onMove }: Props): ReactNode {
  const drag = useRef<{ x: number; grip: Grip; from: Span }>(undefined);
  const start = span.start ?? span.end;
  const end = span.end ?? span.start;
  if (start === null || end === null) return null;
  const isWrong = end < start;
  const isPoint = start === end;
  const left = daysBetween(first, isWrong ? end : start) * dayWidth;
  const width = (Math.abs(daysBetween(start, end)) + 1) * dayWidth;
  const begin = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (!isMovable || event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, grip, from: span };
  };
  const spanAt = (x: number): Span | undefined =>
    drag.current && moveSpan(drag.current.from, drag.current.grip, Math.round((x - drag.current.x) / dayWidth));
  const go = (event: PointerEvent): void => {
    const next = spanAt(event.clientX);
    if (next !== undefined && (next.start !== span.start || next.end !== span.end)) onMove(next, false);
  };
  const finish = (event: PointerEvent): void => {
    const next = spanAt(event.clientX);
    drag.current = undefined;
    if (next !== undefined) onMove(next, true);
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!isMovable || step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(moveSpan(span, event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole', step), false);
  };
  const progress =
    task.progress === null ? '' : `, ${t('charts.percent', { value: formatNumber(Math.round(task.progress * 100)) })}`;
  const handlers = { onPointerMove: go, onPointerUp: finish };
  return (
    <div
      className={css.bar}
      data-colour={task.color_name}
      data-point={isPoint || undefined}
      data-wrong={isWrong || undefined}
      data-closed={!task.is_open || undefined}
      style={{ left, width }}
    >
      {task.progress !== null && <span className={css.progress} style={{ width: `${task.progress * 100}%` }} />}
      <button
        type="button"
        className={css.middle}
        aria-label={`${task.title}: ${days(span)}${progress}${isWrong ? `. ${t('roadmap.wrong')}` : ''}`}
        aria-describedby={isMovable ? 'roadmap-keys' : undefined}
        aria-disabled={!isMovable}
        title={days(span)}
        onKeyDown={press}
        onPointerDown={begin('whole')}
        {...handlers}
      />
      {isMovable && (
        <>
          <span className={css.grip} data-side="start" onPointerDown={begin('start')} {...handlers} />
          <span className={css.grip} data-side="end" onPointerDown={begin('end')} {...handlers} />
        </>
      )}
    </div>
  );
}
