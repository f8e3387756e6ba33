// Kanbans: boards whose columns are the status of a tracker.

export { closedValuesOf, coloursOf, needsStatus, statusOf } from './kanban-lanes.ts';
export { kanbanQuery } from './kanban.queries.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
/** Read when it is first shown. */
export const KanbanGlance = lazy(async () => (await import('./kanban-board.tsx')).KanbanGlance, {
  Fallback: () => Loading({}),
});
