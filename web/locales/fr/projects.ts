export const projects = {
  'projects.list': 'Projets',
  'projects.filter': 'Filtrer par nom',
  'projects.none': 'Aucun projet ici',
  'projects.unknown': 'Ce projet n’existe pas, ou vous ne pouvez pas le voir',
  'projects.trackers': 'Trackers',
  'projects.noTrackers': 'Ce projet n’a pas encore de tracker',
  'projects.tracker': 'Tracker',
  'projects.open': 'Ouverts',
  'projects.all': 'Tous',
  'projects.private': 'Privé',
  'projects.public': 'Public',
};
