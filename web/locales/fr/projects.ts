export const projects = {
  'projects.list': 'Projets',
  'projects.new': 'Nouveau projet',
  'projects.home': 'Projet',
  'projects.trackers': 'Trackers',
};
