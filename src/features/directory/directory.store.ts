// Reads and writes bindings of user groups, and the turn of the synchronisation.
import type { Insertable, Selectable } from 'kysely';
import { latestEndMs } from '../../platform/clock.ts';
import { isOverIn } from '../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { GroupUse } from '../projects/index.ts';
import './directory.tables.ts';

export type BindingRow = Selectable<Tables['directory_groups']>;

export const listBindings = (db: Reader, projectId?: number): Promise<BindingRow[]> => {
  const all = db.selectFrom('directory_groups').selectAll().orderBy('project_id').orderBy('ugroup_id');
  return (projectId === undefined ? all : all.where('project_id', '=', projectId)).execute();
};

export const findBinding = (db: Reader, projectId: number, groupId: number): Promise<BindingRow | undefined> =>
  db
    .selectFrom('directory_groups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('ugroup_id', '=', groupId)
    .executeTakeFirst();

/** Takes the place of the group's binding before. */
export async function saveBinding(tx: Writer, binding: Insertable<Tables['directory_groups']>): Promise<void> {
  const { project_id: _projectId, ugroup_id: _groupId, ...facts } = binding;
  await tx
    .insertInto('directory_groups')
    .values(binding)
    .onConflict((conflict) => conflict.columns(['project_id', 'ugroup_id']).doUpdateSet(facts))
    .execute();
}

/** Whether there was one. */
export async function deleteBinding(tx: Writer, projectId: number, groupId: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('directory_groups')
    .where('project_id', '=', projectId)
    .where('ugroup_id', '=', groupId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether the group follows one of the directory. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const binding = await findBinding(db, projectId, groupId);
  return binding === undefined ? [] : [{ kind: 'directory', label: binding.label, count: 1 }];
}

export async function releaseGroup(tx: Writer, projectId: number, groupId: number): Promise<void> {
  await deleteBinding(tx, projectId, groupId);
}

/** Takes the turn, or keeps it, until `endsAtMs`; false where another holder has it. */
export async function takeLease(
  tx: Writer,
  { holder, nowMs, endsAtMs }: { holder: string; nowMs: number; endsAtMs: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('directory_sync')
    .set({ holder, ends_at_ms: endsAtMs })
    .where('id', '=', 1)
    .where((eb) =>
      eb.or([
        eb('holder', 'is', null),
        eb('holder', '=', holder),
        isOverIn('ends_at_ms', nowMs, latestEndMs(endsAtMs - nowMs, nowMs)),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function endLease(tx: Writer, holder: string): Promise<void> {
  await tx.updateTable('directory_sync').set({ holder: null }).where('holder', '=', holder).execute();
}
