export const projects = {
  'projects.list': 'Projects',
  'projects.filter': 'Filter by name',
  'projects.none': 'No project here',
  'projects.unknown': 'There is no such project, or you may not see it',
  'projects.trackers': 'Trackers',
  'projects.noTrackers': 'This project has no tracker yet',
  'projects.tracker': 'Tracker',
  'projects.open': 'Open',
  'projects.all': 'All',
  'projects.private': 'Private',
  'projects.public': 'Public',
} as const;
