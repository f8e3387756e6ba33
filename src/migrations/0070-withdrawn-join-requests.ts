// Requests to join that the person took back.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const withdrawnJoinRequests: Migration = {
  number: 70,
  name: 'withdrawn-join-requests',
  async up(tx) {
    const { timeMs } = columnTypesOf(tx);
    await tx.schema.alterTable('join_requests').addColumn('withdrawn_at_ms', timeMs).execute();
  },
};
