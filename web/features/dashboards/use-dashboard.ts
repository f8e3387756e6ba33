// A dashboard that people change: each change shows at once, is saved as a whole, and goes back where the server refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isRefusedWith } from '../../platform/api.ts';
import type { Tagged } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import type { Dashboard, Line } from './dashboard-layout.ts';
import { dashboardQuery, readDashboard, saveDashboard } from './dashboards.queries.ts';
import { createSaveQueue } from './save-queue.ts';
import type { Change, SaveQueue } from './save-queue.ts';
import { useStore } from '../../platform/use-store.ts';

export type LineChange = Change<readonly Line[]>;

export interface DashboardChanges {
  /** With all that is not saved yet. */
  dashboard: Dashboard;
  /** As `dashboard`, when it is called: several keys may come before the page shows what the first one did. */
  linesNow(): readonly Line[];
  rename(name: string): Promise<void>;
  /** Rejects where the server refuses, or somebody else changed what it is about; it is then shown without it. */
  save(change: LineChange): Promise<void>;
  /** As `save`, and says what is wrong. Tells whether it is saved. */
  attempt(change: LineChange): Promise<boolean>;
}

const queues = new WeakMap<QueryClient, Map<number, SaveQueue<Dashboard>>>();

/** Of each dashboard one, so that who leaves and comes back while something is saved goes on behind it. */
function queueOf(queryClient: QueryClient, id: number): SaveQueue<Dashboard> {
  const all = queues.get(queryClient) ?? new Map<number, SaveQueue<Dashboard>>();
  queues.set(queryClient, all);
  const { queryKey } = dashboardQuery(id);
  const queue =
    all.get(id) ??
    createSaveQueue<Dashboard, Tagged<Dashboard>>({
      known: () => queryClient.getQueryData(queryKey),
      keep(version) {
        // What was asked for before this was saved is older, and what is asked for now is not.
        const isRead = queryClient.isFetching({ queryKey, exact: true }) > 0;
        queryClient.setQueryData<Tagged<Dashboard>>(queryKey, version);
        if (isRead) void queryClient.invalidateQueries({ queryKey, exact: true });
      },
      read: () => readDashboard(id),
      write: saveDashboard,
      isOld: (refusal) => isRefusedWith(refusal, 412),
    });
  all.set(id, queue);
  return queue;
}

/** `given` is the dashboard as the caller has it. */
export function useDashboardChanges(given: Dashboard): DashboardChanges {
  const { id } = given;
  const queue = queueOf(useQueryClient(), id);
  // Not the caller's, which is rendered later than the last change is taken for saved.
  const { data: known } = useQuery(dashboardQuery(id));
  const dashboard = useStore(queue.subscribe, queue.shown) ?? known?.data ?? given;
  const save: DashboardChanges['save'] = (change) =>
    queue.add((now, isTheirs) => {
      const lines = change(now.lines, isTheirs);
      return lines && { ...now, lines: [...lines] };
    });
  return {
    dashboard,
    linesNow: () => (queue.now() ?? dashboard).lines,
    rename: (name) =>
      queue.add((now, isTheirs) => (isTheirs && now.name !== dashboard.name ? undefined : { ...now, name })),
    save,
    async attempt(change) {
      try {
        await save(change);
        return true;
      } catch (error) {
        say('error', isRefusedWith(error, 412) ? t('dashboards.changedMeanwhile') : describeError(error));
        return false;
      }
    },
  };
}
