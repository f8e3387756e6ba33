// Where browser sessions began, so that people recognise theirs.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const sessionPlaces: Migration = {
  number: 33,
  name: 'session-places',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    for (const column of ['address', 'agent'] as const)
      await tx.schema
        .alterTable('sessions')
        .addColumn(column, text, (c) => c.notNull().defaultTo(''))
        .execute();
  },
};
