export const projects = {
  'projects.list': 'Projects',
  'projects.new': 'New project',
  'projects.home': 'Project',
  'projects.trackers': 'Trackers',
} as const;
