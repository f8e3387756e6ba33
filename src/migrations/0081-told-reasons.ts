// Why webhooks were paused and mails were not used, by the names of the sentences, for pages in other languages.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const toldReasons: Migration = {
  number: 81,
  name: 'told-reasons',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    for (const table of ['webhooks', 'mail_messages'])
      await tx.schema
        .alterTable(table)
        .addColumn('told_json', text, (c) => c.notNull().defaultTo(''))
        .execute();
  },
};
