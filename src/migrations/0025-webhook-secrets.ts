// The secret that a webhook had before, which signs beside the new one for some time.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const webhookSecrets: Migration = {
  number: 25,
  name: 'webhook-secrets',
  async up(tx) {
    const { text, timeMs } = columnTypesOf(tx);
    await tx.schema.alterTable('webhooks').addColumn('former_secret', text).execute();
    await tx.schema.alterTable('webhooks').addColumn('former_secret_until_ms', timeMs).execute();
  },
};
