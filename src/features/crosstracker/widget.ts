// Widgets that show queries: every project has one, and so has every account. The number says whose it is.
import { forbidden, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { isProjectAdmin, projectViewers, requireLivingProject } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { WidgetOwner } from './widget-queries.store.ts';

/** Even numbers are twice a project's id, odd ones twice a user's plus one. */
export const ownerOf = (widgetId: number): WidgetOwner =>
  widgetId % 2 === 0 ? { project_id: widgetId / 2, user_id: null } : { project_id: null, user_id: (widgetId - 1) / 2 };

const isSeen = async (projects: Projects, viewer: Viewer, owner: WidgetOwner): Promise<boolean> =>
  owner.project_id === null
    ? viewer.user !== undefined && viewer.user.id === owner.user_id
    : (await projects.find(viewer, owner.project_id)) !== undefined;

/** Throws notFound unless the widget is the viewer's own, or of a project that they may enter. */
export async function requireVisible(projects: Projects, viewer: Viewer, owner: WidgetOwner): Promise<void> {
  if (!(await isSeen(projects, viewer, owner)))
    throw notFound(says('query.no-widget')`this widget or query does not exist, or you don't have access to it`);
}

/** As requireVisible; throws forbidden for who reads what the widget shows and may not change it. */
export async function requireEditable(projects: Projects, viewer: Viewer, owner: WidgetOwner): Promise<void> {
  const reader = projectViewers.asReader(viewer);
  if (reader !== undefined && (await isSeen(projects, reader, owner)) && !(await isSeen(projects, viewer, owner)))
    throw forbidden(says('guard.read-only')`you have read-only access`);
  await requireVisible(projects, viewer, owner);
  if (owner.project_id === null) return;
  if (!isProjectAdmin(viewer, owner.project_id))
    throw forbidden(says('query.admin-only')`only project administrators can change the queries of this widget`);
  requireLivingProject(await projects.read(viewer, owner.project_id));
}
