export const home = {
  'home.hello': 'Hello {name}',
  'home.assigned': 'Assigned to you',
  'home.nothingAssigned': 'Nothing open is assigned to you',
  'home.visited': 'Seen lately',
  'home.nothingVisited': 'What you open appears here.',
  'home.projects': 'Your projects',
  'home.publicProjects': 'Public projects',
} as const;
