// What the pages of plans read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import type { Goal } from '../../ui/board/board-rules.ts';
import { planKey } from '../projects/index.ts';
import { backlogId } from './plan.ts';
import type { Item, Milestone } from './plan.ts';

type SubmittedValue = Schemas['SubmittedValue'];

/** Whose backlog it is, which its milestones are filled from: a project's, or that of a milestone. */
export interface PlanOwner {
  projectId: number;
  milestoneId?: number | undefined;
}

/** As many as all lists of plans give at a time. */
const pageSize = 50;
/** Items of one list, and milestones, that a page holds. */
export const listMax = 1000;
const openOnly = { query: '{"status":"open"}' };

async function readAll<T>(
  read: (query: { limit: number; offset: number }) => Promise<{ data: T[]; size: number | undefined }>,
): Promise<{ all: T[]; hasMore: boolean }> {
  const all: T[] = [];
  for (;;) {
    const { data, size = 0 } = await read({ limit: pageSize, offset: all.length });
    all.push(...data);
    if (data.length === 0 || all.length >= Math.min(size, listMax)) return { all, hasMore: size > all.length };
  }
}

export const milestoneQuery = (id: number) =>
  queryOptions({
    queryKey: ['planning', 'milestone', id],
    queryFn: () => take(api.GET('/milestones/{id}', { params: { path: { id } } })),
  });

/** Whether the backlog of a project is filled by hand. */
export const settingQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'setting'],
    queryFn: () => take(api.GET('/projects/{id}/backlog_setting', { params: { path: { id: projectId } } })),
  });

/** What a project's backlog takes, and whether one may plan; its items are for itemsQuery. */
export const overviewQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'overview'],
    queryFn: () =>
      take(api.GET('/v2/projects/{id}/backlog', { params: { path: { id: projectId }, query: { limit: 0 } } })),
  });

export const milestonesQuery = ({ projectId, milestoneId }: PlanOwner, withClosed: boolean) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'milestones', milestoneId, withClosed],
    queryFn: async (): Promise<Milestone[]> => {
      const { all } = await readAll((page) => {
        const query = { ...page, ...(withClosed ? {} : openOnly) };
        return takeTagged(
          milestoneId === undefined
            ? api.GET('/projects/{id}/milestones', { params: { path: { id: projectId }, query } })
            : api.GET('/milestones/{id}/milestones', { params: { path: { id: milestoneId }, query } }),
        );
      });
      return all;
    },
  });

/** What stands in a list of a plan: its backlog, or one of its milestones. */
export const itemsQuery = ({ projectId, milestoneId }: PlanOwner, list: string) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'items', milestoneId, list],
    queryFn: async (): Promise<{ list: string; items: Item[]; hasMore: boolean }> => {
      const { all, hasMore } = await readAll((query) => {
        if (list !== backlogId)
          return takeTagged(api.GET('/milestones/{id}/content', { params: { path: { id: Number(list) }, query } }));
        return takeTagged(
          milestoneId === undefined
            ? api.GET('/projects/{id}/backlog', { params: { path: { id: projectId }, query } })
            : api.GET('/milestones/{id}/backlog', { params: { path: { id: milestoneId }, query } }),
        );
      });
      return { list, items: all, hasMore };
    },
  });

/** Brings items from the lists that they are in to another one, and into their place there: all of them, or none. */
export function planItems(
  { projectId, milestoneId }: PlanOwner,
  items: readonly { id: number; columnId: string }[],
  { columnId: list, beside }: Goal,
): Promise<void> {
  const coming = items.filter(({ columnId }) => columnId !== list);
  const add = coming.map(({ id, columnId }) => ({
    id,
    ...(columnId === backlogId ? {} : { remove_from: Number(columnId) }),
  }));
  const body = {
    ...(add.length === 0 ? {} : { add }),
    ...(beside === undefined
      ? {}
      : { order: { ids: items.map(({ id }) => id), direction: beside.direction, compared_to: beside.id } }),
  };
  if (list !== backlogId)
    return settle(api.PATCH('/milestones/{id}/content', { params: { path: { id: Number(list) } }, body }));
  return settle(
    milestoneId === undefined
      ? api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body })
      : api.PATCH('/milestones/{id}/backlog', { params: { path: { id: milestoneId } }, body }),
  );
}

/** Out of the backlog of a project that is filled by hand; the item itself stays. */
export const takeOutOfBacklog = (projectId: number, id: number): Promise<void> =>
  settle(api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body: { remove: [{ id }] } }));

/** Makes an artifact; returns its id. `key` is the same where it is tried again. */
export const makeArtifact = async (trackerId: number, values: SubmittedValue[], key: string): Promise<number> => {
  const header = { 'Idempotency-Key': `"${key}"` };
  return (await take(api.POST('/artifacts', { params: { header }, body: { tracker: { id: trackerId }, values } }))).id;
};

/** Puts milestones inside another one. */
export const addInside = (milestoneId: number, ids: readonly number[]): Promise<void> =>
  settle(
    api.PATCH('/milestones/{id}/milestones', {
      params: { path: { id: milestoneId } },
      body: { add: ids.map((id) => ({ id })) },
    }),
  );

/** What remains in a milestone, and how much it can take. */
export const effortQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'effort', id],
    queryFn: () => take(api.GET('/milestones/{id}/effort', { params: { path: { id } } })),
  });

/** Closes a milestone, and brings its open items where they are to go: all of it, or nothing. */
export const closeMilestone = (id: number, body: Schemas['MilestoneClosing']): Promise<void> =>
  settle(api.POST('/milestones/{id}/close', { params: { path: { id } }, body }));

/** What a milestone held: done, not done, added, removed. */
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ['planning', 'report', id],
    queryFn: () => take(api.GET('/milestones/{id}/report', { params: { path: { id } } })),
  });

/** Changes these values of an artifact as it is now, and nothing else. */
export async function changeValues(id: number, values: SubmittedValue[]): Promise<void> {
  const { etag } = await takeTagged(api.GET('/artifacts/{id}', { params: { path: { id } } }));
  const header = etag === undefined ? {} : { 'If-Match': etag };
  await settle(api.PUT('/artifacts/{id}', { params: { path: { id }, header }, body: { values } }));
}
