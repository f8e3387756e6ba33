export const trackers = {
  'trackers.report': 'Rapport',
  'trackers.queries': 'Requêtes',
};
