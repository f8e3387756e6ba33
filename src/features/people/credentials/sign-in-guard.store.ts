// Counters of failed sign-ins, and places where a sign-in succeeded.
import type { Insertable, Selectable } from 'kysely';
import { prepareQuery } from '../../../platform/database/index.ts';
import type { Param, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './credentials.tables.ts';

/** The rows of one attempt: pair, address, account, site and known place. */
export const listCounters = prepareQuery(
  (db, arg: Param<{ pair: string; address: string; account: string; site: string; place: string }>) =>
    db
      .selectFrom('sign_in_counters')
      .selectAll()
      .where('subject', 'in', [arg('pair'), arg('address'), arg('account'), arg('site'), arg('place')]),
);

export const listCountersOf = (
  db: Reader,
  subjects: readonly string[],
): Promise<Selectable<Tables['sign_in_counters']>[]> =>
  db.selectFrom('sign_in_counters').selectAll().where('subject', 'in', subjects).execute();

export async function saveCounter(tx: Writer, row: Insertable<Tables['sign_in_counters']>): Promise<void> {
  const { subject: _subject, ...change } = row;
  await tx
    .insertInto('sign_in_counters')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(change))
    .execute();
}

export async function deleteCounter(tx: Writer, subject: string): Promise<void> {
  await tx.deleteFrom('sign_in_counters').where('subject', '=', subject).execute();
}

export async function deleteExpiredCounters(tx: Writer, nowMs: number): Promise<void> {
  await tx.deleteFrom('sign_in_counters').where('expires_at_ms', '<=', nowMs).execute();
}
