export const search = {
  'search.title': 'Search',
  'search.words': 'Words, "phrases", begin*, -without',
  'search.go': 'Search',
  'search.nothing': 'Nothing was found',
  'search.everywhere': 'Everywhere',
  'search.found': { one: '{count} result', other: '{count} results' },
} as const;
