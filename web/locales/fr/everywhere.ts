// Names of pages, which their ways from other pages say before they are read.
export const everywhere = {
  'dashboards.dashboards': 'Tableaux de bord',
  'dashboards.home': 'Vue d’ensemble',
  'dashboards.new': 'Nouveau tableau de bord',
  'dashboards.name': 'Nom',
  'dashboards.save': 'Enregistrer',
  'dashboards.cancel': 'Annuler',
  'kanban.kanban': 'Kanban',
  'planning.planning': 'Planification',
  'planning.backlog': 'Backlog',
  'planning.overview': 'Vue d’ensemble',
  'planning.planOf': 'Plan de {name}',
  'reports.queries': 'Requêtes entre trackers',
  'taskboard.of': 'Tableau des tâches de {name}',
  'taskboard.taskboard': 'Tableau des tâches',
};
