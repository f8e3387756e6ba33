// Names of pages, which their ways from other pages say before they are read.
export const everywhere = {
  'dashboards.dashboards': 'Dashboards',
  'dashboards.home': 'Overview',
  'dashboards.new': 'New dashboard',
  'dashboards.name': 'Name',
  'dashboards.save': 'Save',
  'dashboards.cancel': 'Cancel',
  'kanban.kanban': 'Kanban',
  'planning.planning': 'Planning',
  'planning.backlog': 'Backlog',
  'planning.overview': 'Overview',
  'planning.planOf': 'Plan of {name}',
  'reports.queries': 'Queries across trackers',
  'taskboard.of': 'Taskboard of {name}',
  'taskboard.taskboard': 'Taskboard',
} as const;
