// SQLite keeps the search keys and links of artifacts once, by their primary keys: a change touches one page less for each.
import { storeByKey } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const keyOrder: Migration = {
  number: 28,
  name: 'key-order',
  async up(tx) {
    for (const table of ['artifact_keys', 'artifact_links']) await storeByKey(tx, table);
  },
};
