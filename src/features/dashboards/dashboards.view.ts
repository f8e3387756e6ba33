// A row of a dashboard, as the wire shows it. Pure.
import type { Static } from 'typebox';
import { readContent } from './dashboard-content.ts';
import type { StoredWidget } from './dashboard-content.ts';
import type { Dashboard } from './dashboards.schema.ts';
import type { DashboardRow, Owner } from './dashboards.store.ts';
import { isRoadmap, roadmapIdOf } from './roadmap-ids.ts';
import { findKind, listMissing } from './widget-kinds.ts';
import type { DashboardOwner } from './widget-kinds.ts';

export type ShownDashboard = Static<typeof Dashboard>;

export const ownerOf = ({ project_id: projectId }: Owner): DashboardOwner => (projectId === null ? 'user' : 'project');

const isKnown = ({ name, settings }: StoredWidget, owner: DashboardOwner): boolean => {
  const kind = findKind(name, owner);
  return kind !== undefined && listMissing(kind, settings).length === 0;
};

interface DashboardContext {
  mayChange: boolean;
  /** HTML of notes, by the id of their widget. */
  notes: ReadonlyMap<number, string>;
}

export const showDashboard = (row: DashboardRow, { mayChange, notes }: DashboardContext): ShownDashboard => ({
  id: row.id,
  name: row.name,
  project_id: row.project_id,
  may_change: mayChange,
  lines: readContent(row).lines.map(({ layout, columns }) => ({
    layout,
    columns: columns.map((widgets) => ({
      widgets: widgets.map((widget) => ({
        id: widget.id,
        name: widget.name,
        is_known: isKnown(widget, ownerOf(row)),
        is_minimized: widget.isMinimized,
        settings: widget.settings,
        post_processed_content: notes.get(widget.id) ?? null,
        roadmap_id: isRoadmap(widget) ? roadmapIdOf(row.id, widget.id) : null,
      })),
    })),
  })),
});
