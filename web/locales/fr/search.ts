export const search = {
  'search.title': 'Recherche',
};
