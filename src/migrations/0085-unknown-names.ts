// What was typed as a name and named no account, a password in the wrong box among it, leaves the audit log.
import { sql } from 'kysely';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

const entriesAtOnce = 500;

interface Entry {
  id: number;
  details_json: string;
}

export const unknownNames: Migration = {
  number: 85,
  name: 'unknown-names',
  up: forgetUnknownNames,
};

/** Takes `username` out of the details of failed and slowed sign-ins that are about no account. */
export async function forgetUnknownNames(tx: Pick<MigrationWriter, 'getExecutor'>): Promise<void> {
  for (let afterId = 0; ;) {
    const { rows } = await sql<Entry>`
      select id, details_json from audit_events
      where id > ${afterId} and kind in ('sign-in-failed', 'sign-in-slowed') and user_id is null
      order by id limit ${entriesAtOnce}`.execute(tx);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = last.id;
    for (const { id, details_json: text } of rows) {
      const details: unknown = JSON.parse(text);
      if (typeof details !== 'object' || details === null || !('username' in details)) continue;
      const { username: _typed, ...kept } = details;
      await sql`update audit_events set details_json = ${JSON.stringify(kept)} where id = ${id}`.execute(tx);
    }
  }
}
