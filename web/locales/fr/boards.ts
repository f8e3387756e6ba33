export const boards = {
  'boards.none': 'Rien ici',
  'boards.moveTo': 'Déplacer « {title} » vers…',
  'boards.drag': 'Faire glisser « {title} »',
  'boards.moved': '« {title} » est maintenant dans {column}',
  'boards.key.move': 'Sur un tableau de cartes : déplacer la carte',
  'boards.key.focus': 'Sur un tableau de cartes : aller à la carte suivante',
  'boards.cards': { one: '{count} carte', other: '{count} cartes' },
  'boards.ordered': '« {title} » est maintenant {place} sur {count} dans {column}',
  'boards.toTop': 'En haut de sa colonne',
  'boards.toBottom': 'En bas de sa colonne',
  'boards.key.end': 'Sur un tableau : placer la carte en haut ou en bas',
} as const;
