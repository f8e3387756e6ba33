// The artifacts of a tracker that are limited to some groups: what queries take away from what they find.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

export const limitedArtifacts: Migration = {
  number: 16,
  name: 'limited artifacts',
  async up(tx) {
    await sql`create index artifacts_limited on artifacts (tracker_id, id) where is_limited = 1`.execute(tx);
  },
};
