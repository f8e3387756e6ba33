// Comments on several lines, and suggestions in them that were applied.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const lineRanges: Migration = {
  number: 67,
  name: 'line-ranges',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    const alter = () => tx.schema.alterTable('pull_request_inline_comments');
    await alter().addColumn('first_line', integer).execute();
    await alter().addColumn('applied_number', integer).execute();
    await alter().addColumn('applied_hash', text).execute();
  },
};
