// Ce dont les nouveaux projets sont faits : catégories, modèles.
export const creation = {
  'creation.categoriesText':
    'Les projets sont classés sous des valeurs de catégories, qui servent à les trouver. Faites glisser une valeur sous une autre, appuyez sur Ctrl → ou Ctrl ← dessus, ou choisissez sa place dans son menu.',
  'creation.newCategory': 'Nouvelle catégorie',
  'creation.newValue': 'Nouvelle valeur',
  'creation.newValueBelow': 'Nouvelle valeur en dessous…',
  'creation.change': 'Modifier…',
  'creation.changeOrMove': 'Renommer ou déplacer…',
  'creation.removeIt': 'Supprimer…',
  'creation.remove': 'Supprimer « {name} »',
  'creation.actions': 'Que faire de « {name} »',
  'creation.mandatory': 'Les nouveaux projets doivent choisir une valeur',
  'creation.needed': 'obligatoire',
  'creation.below': 'Sous',
  'creation.moved': '« {name} » est maintenant sous « {place} »',
  'creation.goesAlong': 'Disparaissent avec elle : {names}.',
  'creation.loseIt': 'Ces projets la perdent :',
  'creation.nobodyLoses': 'Aucun projet n’y est classé.',
  'creation.others': { one: 'et un autre', other: 'et {count} autres' },
  'creation.noCategories': 'Pas encore de catégories',
};
