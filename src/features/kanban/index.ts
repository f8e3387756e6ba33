// Kanbans: boards of one tracker, whose columns are the open values of its status.
import './kanban.tables.ts';
export { createKanbanFeature } from './feature.ts';
export { insertKanban, listKanbans } from './kanban.store.ts';
export { kanbanArchive } from './kanban.archive.ts';
