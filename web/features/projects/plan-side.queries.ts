// What the side bar and the overview of a project show of its plans.
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { readAhead } from '../../platform/query.ts';

/** The start of all keys of a project's plans: whatever changes, all is read again. */
export const planKey = (projectId: number): readonly unknown[] => ['planning', projectId];

export const planningsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'plannings'],
    queryFn: () =>
      take(api.GET('/projects/{id}/plannings', { params: { path: { id: projectId }, query: { limit: 50 } } })),
  });

/** Whether the side bar lists open milestones. */
export const sideBarQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'side bar'],
    queryFn: () => take(api.GET('/projects/{id}/side_bar_setting', { params: { path: { id: projectId } } })),
  });

/** Whether what it holds can be looked at on a taskboard. */
export const hasTaskboard = ({ resources }: Pick<Schemas['Milestone'], 'resources'>): boolean =>
  resources.additional_panes.some(({ identifier }) => identifier === 'taskboard');

/** Open milestones of a project and those inside them, the inner ones after theirs. */
export const openMilestonesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...planKey(projectId), 'open'],
    queryFn: async () => {
      const query = { fields: 'slim' as const, limit: 10, query: '{"status":"open"}' };
      const outer = await take(api.GET('/projects/{id}/milestones', { params: { path: { id: projectId }, query } }));
      const inner = await Promise.all(
        outer.map(async ({ id, sub_milestone_type: type }) =>
          type === null ? [] : take(api.GET('/milestones/{id}/milestones', { params: { path: { id }, query } })),
        ),
      );
      return outer.flatMap((one, at) => [
        {
          id: one.id,
          label: one.label,
          isInner: false,
          isPlan: one.sub_milestone_type !== null,
          hasBoard: hasTaskboard(one),
        },
        ...(inner[at] ?? []).map((each) => ({
          id: each.id,
          label: each.label,
          isInner: true,
          isPlan: false,
          hasBoard: hasTaskboard(each),
        })),
      ]);
    },
  });

/** The backlog and the open milestones of a project, where it has plannings. */
export function usePlans(projectId: number) {
  const plannings = useQuery(planningsQuery(projectId));
  const setting = useQuery(sideBarQuery(projectId));
  const isPlanned = (plannings.data?.length ?? 0) > 0;
  const isListing = isPlanned && setting.data?.lists_milestones === true;
  const open = useQuery({ ...openMilestonesQuery(projectId), enabled: isListing });
  return {
    isPlanned,
    milestones: isListing ? (open.data ?? []) : [],
    isReading: [plannings, setting, open].some(({ isLoading }) => isLoading),
  };
}

/** Reads all of it that is shown. Never throws. */
export async function readPlanSide(client: QueryClient, projectId: number): Promise<void> {
  const [plannings, setting] = [planningsQuery(projectId), sideBarQuery(projectId)];
  await Promise.all([readAhead(client, plannings), readAhead(client, setting)]);
  const isPlanned = (client.getQueryData(plannings.queryKey)?.length ?? 0) > 0;
  if (isPlanned && client.getQueryData(setting.queryKey)?.lists_milestones === true)
    await readAhead(client, openMilestonesQuery(projectId));
}
