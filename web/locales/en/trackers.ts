export const trackers = {
  'trackers.report': 'Report',
  'trackers.queries': 'Queries',
} as const;
