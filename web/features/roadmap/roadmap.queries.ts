// What roadmaps read, and the dates that they change.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { numberIn } from '../../platform/parse-unknown.ts';
import { workingDays } from './calendar.ts';
import type { Span } from './calendar.ts';

export type Task = Schemas['RoadmapTask'];

const pageSize = 100;
/** Tasks that a roadmap shows. */
export const tasksMax = 500;

export const roadmapKey = (id: number) => ['/roadmaps', id] as const;

export const tasksQuery = (id: number) =>
  queryOptions({
    queryKey: [...roadmapKey(id), 'tasks'],
    queryFn: async () => {
      const tasks: Task[] = [];
      for (let offset = 0; ; offset += pageSize) {
        const query = { limit: pageSize, offset };
        const { data, size = 0 } = await takeTagged(
          api.GET('/roadmaps/{id}/tasks', { params: { path: { id }, query } }),
        );
        tasks.push(...data);
        if (offset + pageSize >= Math.min(size, tasksMax)) return { tasks, isCut: size > tasksMax };
      }
    },
  });

export const iterationsQuery = (id: number, level: 1 | 2) =>
  queryOptions({
    queryKey: [...roadmapKey(id), 'iterations', level],
    queryFn: () =>
      take(api.GET('/roadmaps/{id}/iterations', { params: { path: { id }, query: { level, limit: pageSize } } })),
  });

export const subtasksQuery = (id: number, taskId: number) =>
  queryOptions({
    queryKey: [...roadmapKey(id), 'subtasks', taskId],
    queryFn: () =>
      take(api.GET('/roadmap_tasks/{id}/subtasks', { params: { path: { id: taskId }, query: { limit: pageSize } } })),
  });

/** Whether one end was moved, and not all of it. */
const isResized = (before: Span, { start, end }: Span): boolean => (start !== before.start) !== (end !== before.end);

/** Gives an artifact other dates, by the fields that its tracker has for them. Throws ApiError, and an Error that says why not. */
export async function saveDates(id: number, before: Span, { start, end }: Span): Promise<void> {
  const { data: artifact, etag } = await takeTagged(api.GET('/artifacts/{id}', { params: { path: { id } } }));
  const tracker = await take(api.GET('/trackers/{id}', { params: { path: { id: artifact.tracker.id } } }));
  const { timeframe } = tracker.semantics;
  const field = (name: string): number | undefined => numberIn(timeframe, name);
  const [startField, endField, durationField] = [
    field('start_date_field_id'),
    field('end_date_field_id'),
    field('duration_field_id'),
  ];
  if (startField === undefined) throw new Error(t('roadmap.implied'));
  const values: Schemas['SubmittedValue'][] = [];
  if (start !== before.start && start !== null) values.push({ field_id: startField, value: start });
  if (endField !== undefined && end !== before.end && end !== null) values.push({ field_id: endField, value: end });
  if (durationField !== undefined && start !== null && end !== null && isResized(before, { start, end }))
    values.push({ field_id: durationField, value: workingDays(start, end) });
  if (values.length === 0) return;
  const header = etag === undefined ? {} : { 'If-Match': etag };
  await settle(api.PUT('/artifacts/{id}', { params: { path: { id }, header }, body: { values } }));
}
