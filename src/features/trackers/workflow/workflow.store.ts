// Writes workflows, transitions, rules between fields and triggers.
import type { Insertable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../definition/trackers.tables.ts';

/** Sets columns of the tracker's workflow, and takes it away with all transitions where there are none. */
export async function saveWorkflow(
  tx: Writer,
  trackerId: number,
  columns: Updateable<Tables['workflows']> | undefined,
): Promise<void> {
  if (columns !== undefined) {
    await tx.updateTable('workflows').set(columns).where('tracker_id', '=', trackerId).execute();
    return;
  }
  await tx.deleteFrom('transitions').where('tracker_id', '=', trackerId).execute();
  await tx.deleteFrom('workflows').where('tracker_id', '=', trackerId).execute();
}

export const findTransition = (db: Reader, id: number): Promise<{ tracker_id: number } | undefined> =>
  db.selectFrom('transitions').select('tracker_id').where('id', '=', id).executeTakeFirst();

export async function updateTransition(
  tx: Writer,
  id: number,
  columns: Updateable<Tables['transitions']>,
): Promise<void> {
  await tx.updateTable('transitions').set(columns).where('id', '=', id).execute();
}

export async function deleteTransition(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('transitions').where('id', '=', id).execute();
}

const rulesPerInsert = 500;

/** The tracker's rules of the kind become these. */
export async function replaceRules(
  tx: Writer,
  trackerId: number,
  kind: Tables['rules']['kind'],
  rules: readonly Omit<Insertable<Tables['rules']>, 'tracker_id' | 'kind'>[],
): Promise<void> {
  await tx.deleteFrom('rules').where('tracker_id', '=', trackerId).where('kind', '=', kind).execute();
  const rows = rules.map((rule) => ({ ...rule, kind, tracker_id: trackerId }));
  for (let start = 0; start < rows.length; start += rulesPerInsert)
    await tx
      .insertInto('rules')
      .values(rows.slice(start, start + rulesPerInsert))
      .execute();
}

/** The triggers that set fields of the tracker become these. */
export async function replaceTriggers(tx: Writer, trackerId: number, settings: readonly string[]): Promise<void> {
  await tx.deleteFrom('triggers').where('tracker_id', '=', trackerId).execute();
  for (const settings_json of settings)
    await tx.insertInto('triggers').values({ tracker_id: trackerId, settings_json }).execute();
}
