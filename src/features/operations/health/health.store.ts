// What a look at the database asks of it.
import type { Reader } from '../../../platform/database/index.ts';
import { projectRecords } from '../../projects/index.ts';

export async function countProjects(db: Reader): Promise<number> {
  const { projects } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('projects'))
    .where('id', '>', projectRecords.lastSystemProjectId)
    .executeTakeFirstOrThrow();
  return Number(projects);
}

/** When the newest changeset was made; 0 where there is none. */
export async function findLastChangeMs(db: Reader): Promise<number> {
  const newest = await db
    .selectFrom('changesets')
    .select('submitted_at_ms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.submitted_at_ms ?? 0;
}
