// Roadmaps: what artifacts of some trackers take of the calendar, as widgets of dashboards show it.
export { createRoadmapFeature } from './feature.ts';
