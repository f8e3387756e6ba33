import { useQueries } from '@tanstack/react-query';
import { summaryQuery } from '../../projects/index.ts';
import type { RecentTracker } from './recent-trackers.ts';

/** Those of the trackers whose projects the person may still enter, and have their trackers switched on; all until that is known. */
export function useOpenRecent(recent: readonly RecentTracker[]): readonly RecentTracker[] {
  const projectIds = [...new Set(recent.map(({ projectId }) => projectId))];
  const found = useQueries({ queries: projectIds.map((id) => ({ ...summaryQuery(id), retry: false })) });
  const closed = new Set(
    found.flatMap(({ data, isError }, place) =>
      isError || data?.services_off.includes('plugin_tracker') === true ? [projectIds[place]] : [],
    ),
  );
  return recent.filter(({ projectId }) => !closed.has(projectId));
}
