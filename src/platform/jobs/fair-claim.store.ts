// Reads which jobs wait and run, by whose they are.
import type { Reader, Writer } from '../database/index.ts';
import type { Share } from '../concurrency/fair-share.ts';
import './jobs.tables.ts';

/** A job that may be taken. */
export interface DueShare extends Share {
  readonly id: number;
}

/** Owners of jobs that are not over, a seek of the index for each, however many jobs they have. */
export async function listOwners(db: Reader): Promise<string[]> {
  const open = db.selectFrom('jobs').where('owner', 'is not', null).where('due_at_ms', 'is not', null);
  const rows = await db
    .withRecursive('owners(owner)', (q) =>
      open
        .select((eb) => eb.fn.min('owner').as('owner'))
        .unionAll(
          q
            .selectFrom('owners')
            .where('owners.owner', 'is not', null)
            .select((eb) =>
              eb
                .selectFrom('jobs')
                .select((inner) => inner.fn.min('jobs.owner').as('owner'))
                .whereRef('jobs.owner', '>', 'owners.owner')
                .where('jobs.due_at_ms', 'is not', null)
                .as('owner'),
            ),
        ),
    )
    .selectFrom('owners')
    .select('owner')
    .where('owner', 'is not', null)
    .execute();
  return rows.flatMap(({ owner }) => owner ?? []);
}

export interface Wanted {
  readonly kinds: readonly string[];
  readonly nowMs: number;
}

/** The first jobs of an owner that are due. */
export async function listDueOf(
  db: Reader,
  owner: string,
  { kinds, nowMs }: Wanted,
  limit: number,
): Promise<DueShare[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'target'])
    .where('owner', '=', owner)
    .where('due_at_ms', '<=', nowMs)
    .where('kind', 'in', kinds)
    .orderBy('due_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, target }) => ({ id, owner, target: target ?? '' }));
}

/** Of jobs that run, in whichever process. */
export async function listRunning(db: Reader, { kinds, nowMs }: Wanted): Promise<Share[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['owner', 'target'])
    .where('status', '=', 'running')
    .where('due_at_ms', '>', nowMs)
    .where('kind', 'in', kinds)
    .execute();
  return rows.map(({ owner, target }) => ({ owner: owner ?? '', target: target ?? '' }));
}

/** How many jobs of a source wait and run, counted up to a limit. */
export async function countOfSource(tx: Writer, source: string, limit: number): Promise<number> {
  const open = tx.selectFrom('jobs').select('id').where('source', '=', source).where('due_at_ms', 'is not', null);
  return (await open.limit(limit).execute()).length;
}
