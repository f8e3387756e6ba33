// Changes of the search index no longer merge what others wrote.
import { tidyDocumentsApart } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const searchMerging: Migration = { number: 26, name: 'search-merging', up: tidyDocumentsApart };
