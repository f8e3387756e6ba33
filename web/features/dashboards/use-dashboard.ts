// A dashboard that people change: each change shows at once, is saved as a whole, and goes back where the server refuses.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import type { Tagged } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/messages.tsx';
import { describeError } from '../../ui/states.tsx';
import type { Dashboard, Line } from './dashboard-layout.ts';
import { dashboardQuery, saveDashboard } from './dashboards.queries.ts';

export interface DashboardChanges {
  /** Rejects where the server refuses; the dashboard is then as it was. */
  save(change: { name?: string; lines?: readonly Line[] }): Promise<void>;
  /** As `save`, and says what is wrong. Tells whether it is saved. */
  attempt(lines: readonly Line[]): Promise<boolean>;
}

export function useDashboardChanges(id: number): DashboardChanges {
  const queryClient = useQueryClient();
  const { queryKey } = dashboardQuery(id);
  // One after the other, each from the version that the one before made.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const read = (): Tagged<Dashboard> | undefined => queryClient.getQueryData(queryKey);
  const saveNow = async (change: { name?: string; lines?: readonly Line[] }): Promise<void> => {
    const now = read();
    if (now === undefined) return;
    const { name, lines } = { ...now.data, ...change };
    try {
      const saved = await saveDashboard(id, now.etag, { name, lines });
      queryClient.setQueryData<Tagged<Dashboard>>(queryKey, saved);
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
  const save: DashboardChanges['save'] = (change) => {
    const now = read();
    if (now !== undefined && change.lines !== undefined)
      queryClient.setQueryData<Tagged<Dashboard>>(queryKey, {
        ...now,
        data: { ...now.data, lines: [...change.lines] },
      });
    const saved = last.current.then(() => saveNow(change));
    last.current = saved.catch(() => undefined);
    return saved;
  };
  return {
    save,
    async attempt(lines) {
      try {
        await save({ lines });
        return true;
      } catch (error) {
        say('error', isRefusedWith(error, 412) ? t('dashboards.changedMeanwhile') : describeError(error));
        return false;
      }
    },
  };
}
