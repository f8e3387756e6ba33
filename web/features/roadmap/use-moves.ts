// Bars that were moved: shown at once, saved a moment after the last step, and back, with the reason, where that is refused.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import type { Span } from './calendar.ts';
import { roadmapKey, saveDates } from './roadmap.queries.ts';
import type { Task } from './roadmap.queries.ts';

/** Steps by keys come one after another. */
const waitMs = 600;

export const spanOf = ({ start, end }: Pick<Task, 'start' | 'end'>): Span => ({
  start: start?.slice(0, 10) ?? null,
  end: end?.slice(0, 10) ?? null,
});

const describeProblem = (error: unknown): string =>
  error instanceof Error && !(error instanceof ApiError) ? error.message : describeError(error);

export interface Moves {
  /** Where the bar is, moved or not. */
  shownOf(task: Task): Span;
  /** `isLast`: nothing more comes, as when a mouse button is let go. */
  move(task: Task, span: Span, isLast: boolean): void;
}

/** The moves of one bar that are on their way to the server, one after another; from its first step to its last answer. */
interface Saving {
  last: Promise<void>;
  /** Where the server has the bar once the one before is saved. */
  from: Span;
}

export function useMoves(roadmapId: number): Moves {
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState<ReadonlyMap<number, Span>>(new Map());
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const savings = useRef(new Map<number, Saving>());
  const save = async (task: Task, span: Span, saving: Saving): Promise<void> => {
    try {
      await saveDates(task.id, saving.from, span);
      saving.from = span;
      await queryClient.invalidateQueries({ queryKey: roadmapKey(roadmapId) });
    } catch (error) {
      say('error', t('roadmap.refused', { title: task.title, why: describeProblem(error) }));
    }
    // A step that came meanwhile stays.
    setMoved((all) => (all.get(task.id) === span ? new Map([...all].filter(([one]) => one !== task.id)) : all));
  };
  const enqueue = (task: Task, span: Span, saving: Saving): void => {
    timers.current.delete(task.id);
    const last = saving.last.then(() => save(task, span, saving));
    saving.last = last;
    void last.then(() => {
      if (saving.last === last && !timers.current.has(task.id)) savings.current.delete(task.id);
    });
  };
  return {
    shownOf: (task) => moved.get(task.id) ?? spanOf(task),
    move(task, span, isLast) {
      clearTimeout(timers.current.get(task.id));
      const saving = savings.current.get(task.id) ?? { last: Promise.resolve(), from: spanOf(task) };
      savings.current.set(task.id, saving);
      setMoved((all) => new Map([...all, [task.id, span]]));
      timers.current.set(
        task.id,
        setTimeout(() => enqueue(task, span, saving), isLast ? 0 : waitMs),
      );
    },
  };
}
