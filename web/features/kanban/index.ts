// Kanbans: boards whose columns are the status of a tracker.
import { lazy } from 'react';

export { kanbanQuery } from './kanban.queries.ts';
/** Read when it is first shown. */
export const KanbanGlance = lazy(async () => ({ default: (await import('./kanban-board.tsx')).KanbanGlance }));
