export const kanban = {
  'kanban.words': 'Chercher des cartes',
  'kanban.report': 'Rapport',
  'kanban.noReport': 'Toutes les cartes',
  'kanban.archive': 'Afficher ce qui est fermé',
  'kanban.untitled': 'Sans titre',
  'kanban.limited': '{column} (au plus {limit})',
  'kanban.overLimit': '{column} devrait contenir au plus {limit} cartes et en contient {size}.',
  'kanban.moreCards': 'Les {shown} premières cartes de chaque colonne sont affichées. Filtrez pour voir les autres.',
  'kanban.setUp': 'Configurer',
  'kanban.noColumns': 'Le tracker de ce tableau n’a pas de statut, donc pas de colonnes.',
} as const;
