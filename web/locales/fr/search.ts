export const search = {
  'search.title': 'Recherche',
  'search.words': 'Mots, « expressions », début*, -sans',
  'search.go': 'Rechercher',
  'search.nothing': 'Rien n’a été trouvé',
  'search.everywhere': 'Partout',
  'search.found': { one: '{count} résultat', other: '{count} résultats' },
};
