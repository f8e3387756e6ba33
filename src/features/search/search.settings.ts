// Settings of full-text search; docs/search.md explains them.
import { choice, integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const searchSettings = {
  search_language: choice({
    group: 'search',
    choices: ['none', 'english', 'french', 'german'],
    default: 'english',
    since: OWN,
    live: true,
    meaning:
      'Language whose word endings full-text search ignores, so that "crash" finds "crashes". With none, words are found as written',
  }),
  search_file_limit: integer({
    group: 'search',
    default: 20_971_520,
    min: 0,
    max: 1_073_741_824,
    unit: 'bytes',
    since: OWN,
    live: true,
    note: '0: no attachment',
    meaning: 'Maximum size of an attachment whose text is searchable',
  }),
};
