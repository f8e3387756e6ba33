// Reads projects that wait for approval.
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/index.ts';
import type { ProjectRow } from '../../projects/index.ts';

/** Oldest first; `asker` is the id of who answers for the project, null where nobody does. `words` are in its names or description. */
export async function listPending(
  db: Reader,
  { limit, offset, words = '' }: { limit: number; offset: number; words?: string },
): Promise<{ rows: (ProjectRow & { asker: number | null })[]; size: number }> {
  const waiting = db
    .selectFrom('projects')
    .where('status', '=', 'pending')
    .$if(words.trim() !== '', (query) => {
      const like = `%${words.trim().toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
      return query.where(
        sql<boolean>`(lower(full_name) like ${like} escape '!' or lower(unix_name) like ${like} escape '!' or lower(description) like ${like} escape '!')`,
      );
    });
  const [rows, count] = await Promise.all([
    waiting
      .leftJoin('project_owners', 'project_owners.project_id', 'projects.id')
      .selectAll('projects')
      .select('project_owners.user_id as asker')
      .orderBy('projects.created_at_ms')
      .orderBy('projects.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    waiting.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}
