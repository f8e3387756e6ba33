// The dashboards of a person or a project, as tabs over their home and over each of them.
export { dashboardsQuery } from './dashboard-list.queries.ts';
export type { DashboardOwner } from './dashboard-list.queries.ts';
export { DashboardTabs, NameDialog } from './dashboard-tabs.tsx';
