export const search = {
  'search.title': 'Search',
} as const;
