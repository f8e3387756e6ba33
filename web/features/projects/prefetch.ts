// What the frame shows around a page of a project, read along with the page: drawing both at once costs less than drawing one
// after the other.
import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '../../platform/query.ts';
import { readPlanSide } from './plan-side.queries.ts';
import { kanbansQuery, projectByIdQuery, servicesQuery, summaryQuery, trackersQuery } from './projects.queries.ts';

/** Never throws; who shows it says what is wrong. */
export async function prefetchFrame(client: QueryClient, projectId: number): Promise<void> {
  await Promise.all([
    readAhead(client, projectByIdQuery(projectId)),
    readAhead(client, trackersQuery(projectId)),
    readAhead(client, servicesQuery(projectId)),
    readAhead(client, kanbansQuery(projectId)),
    readAhead(client, summaryQuery(projectId)),
    readPlanSide(client, projectId),
  ]);
}
