// What a person may do with one artifact in the backlog of its project, where that is filled by hand.
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listAmong } from '../definition/board.store.ts';
import { mayChangePriority } from '../definition/planning.access.ts';
import type { Plannings } from '../definition/planning.service.ts';
import { hasExplicitBacklog, isInExplicitBacklog } from '../definition/planning.store.ts';
import { findTopBacklog } from './backlogs.ts';

/**
 * One act at most: what was put there may be taken out, closed or planned as it may be; nothing for who may not plan, and for what
 * else is closed or a milestone holds.
 */
export async function listTopBacklogActs(
  plannings: Plannings,
  viewer: Viewer,
  { id, tracker }: { id: number; tracker: Definition },
): Promise<('add' | 'remove')[]> {
  const { db } = plannings.reading;
  const projectId = tracker.project.id;
  if (viewer.user === undefined || !(await hasExplicitBacklog(db, projectId))) return [];
  const free = await findTopBacklog(plannings, viewer, projectId, { withFree: true });
  if (!free.takes.some((taken) => taken.id === tracker.id)) return [];
  if (!mayChangePriority(viewer, projectId, free.planning?.planning)) return [];
  if (await isInExplicitBacklog(db, id)) return ['remove'];
  return (await listAmong(db, free.selections, [id])).size === 0 ? [] : ['add'];
}
