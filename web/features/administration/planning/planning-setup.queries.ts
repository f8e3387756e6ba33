// What the page that sets up plans and boards reads.
import { queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { readAll } from '../../../platform/query.ts';

const pageMax = 50;

/** Beginning of the keys of what is read here. */
export const setupKey = (projectId: number): readonly unknown[] => ['/projects', projectId, 'plan setup'];

/** Trackers with their fields, as whoever administers the project sees them. */
export const wholeTrackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'trackers'],
    queryFn: async () => {
      const found = await readAll((offset) =>
        takeTagged(
          api.GET('/projects/{id}/trackers', {
            params: { path: { id: projectId }, query: { limit: pageMax, offset } },
          }),
        ),
      );
      return found.filter((tracker) => 'fields' in tracker);
    },
  });

const readPlanning = (id: number) => take(api.GET('/plannings/{id}', { params: { path: { id } } }));
export type PlanningSetting = Awaited<ReturnType<typeof readPlanning>>;

/** Plannings as they are set up. */
export const planningSettingsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'plannings'],
    queryFn: async () => {
      const path = { id: projectId };
      const found = await take(api.GET('/projects/{id}/plannings', { params: { path, query: { limit: pageMax } } }));
      return Promise.all(found.map(({ id }) => readPlanning(id)));
    },
  });

export const backlogSettingQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'backlog'],
    queryFn: () => take(api.GET('/projects/{id}/backlog_setting', { params: { path: { id: projectId } } })),
  });

const readBurnup = (id: number) => take(api.GET('/projects/{id}/burnup_setting', { params: { path: { id } } }));
export type BurnupSetting = Awaited<ReturnType<typeof readBurnup>>;

export const burnupSettingQuery = (projectId: number) =>
  queryOptions({ queryKey: [...setupKey(projectId), 'burnup'], queryFn: () => readBurnup(projectId) });

/** The boards of milestones, of those trackers that have one. */
export const wallSettingsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'walls'],
    queryFn: () => take(api.GET('/projects/{id}/cardwall_settings', { params: { path: { id: projectId } } })),
  });

/** How the project plans as a program, and its teams. */
export const programSettingQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'program'],
    queryFn: () => take(api.GET('/projects/{id}/program_setting', { params: { path: { id: projectId } } })),
  });

/** Projects that one may make teams of a program. */
export const ownProjectsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...setupKey(projectId), 'own projects'],
    queryFn: async (): Promise<Schemas['Project'][]> => {
      const query = '{"is_admin_of":true}';
      const found = await readAll((offset) =>
        takeTagged(api.GET('/projects', { params: { query: { query, limit: pageMax, offset } } })),
      );
      return found.filter(({ id }) => id !== projectId);
    },
  });
