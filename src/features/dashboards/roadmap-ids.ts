// The number by which requests name a roadmap: that of its dashboard and that of its widget there. Pure.
import type { StoredWidget } from './dashboard-content.ts';

/** More widgets than one dashboard ever had. */
const widgetsEach = 100_000;

const roadmapName = 'plugin_roadmap_project_widget';

export const isRoadmap = ({ name, settings }: Pick<StoredWidget, 'name' | 'settings'>): boolean =>
  name === roadmapName && (settings.tracker_ids ?? []).length > 0;

export const roadmapIdOf = (dashboardId: number, widgetId: number): number => dashboardId * widgetsEach + widgetId;

export const readRoadmapId = (id: number): { dashboardId: number; widgetId: number } => ({
  dashboardId: Math.floor(id / widgetsEach),
  widgetId: id % widgetsEach,
});
