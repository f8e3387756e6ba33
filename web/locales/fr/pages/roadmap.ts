export const roadmap = {
  'roadmap.nothing': 'Cette feuille de route est vide',
  'roadmap.cut': 'Les {shown} premiers éléments sont affichés.',
  'roadmap.scale': 'Échelle',
  'roadmap.scale.week': 'Semaines',
  'roadmap.scale.month': 'Mois',
  'roadmap.scale.quarter': 'Trimestres',
  'roadmap.closed': 'Aussi ce qui est fermé',
  'roadmap.below': 'Ce qui est sous {title}',
  'roadmap.noDates': 'sans dates',
  'roadmap.calendar': 'Calendrier',
  'roadmap.iterations': 'Itérations de niveau {level}',
  'roadmap.wrong': 'La fin est avant le début',
  'roadmap.keys':
    'Les barres se tirent, aussi par leurs bouts. Au clavier : les flèches déplacent une barre d’un jour, avec Maj sa fin, avec Alt son début.',
  'roadmap.refused': '« {title} » garde ses dates : {why}',
  'roadmap.implied': 'd’autres éléments donnent ses dates',
} as const;
