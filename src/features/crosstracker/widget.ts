// Widgets that show queries: every project has one, and so has every account. The number says whose it is.
import { forbidden, notFound } from '../../platform/errors.ts';
import { isProjectAdmin, requireLivingProject } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';

export type WidgetOwner = { projectId: number } | { userId: number };

/** Even numbers are twice a project's id, odd ones twice a user's plus one. */
export const ownerOf = (widgetId: number): WidgetOwner =>
  widgetId % 2 === 0 ? { projectId: widgetId / 2 } : { userId: (widgetId - 1) / 2 };

/** Throws notFound unless the viewer sees the widget. */
export async function requireVisible(projects: Projects, viewer: Viewer, widgetId: number): Promise<WidgetOwner> {
  const owner = ownerOf(widgetId);
  const missing = notFound('there is no such widget, or it is not yours to see');
  if ('userId' in owner) {
    if (viewer.user === undefined || viewer.user.id !== owner.userId) throw missing;
    return owner;
  }
  await projects.read(viewer, owner.projectId);
  return owner;
}

/** As requireVisible; throws forbidden for who may not change what the widget shows. */
export async function requireEditable(projects: Projects, viewer: Viewer, widgetId: number): Promise<void> {
  const owner = await requireVisible(projects, viewer, widgetId);
  if (!('projectId' in owner)) return;
  if (!isProjectAdmin(viewer, owner.projectId))
    throw forbidden('only administrators of the project change the queries of its widget');
  requireLivingProject(await projects.read(viewer, owner.projectId));
}
