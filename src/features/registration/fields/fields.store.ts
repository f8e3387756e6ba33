// Reads and writes what every project says about itself.
import type { Insertable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { FieldRow } from '../registration.store.ts';

export const findField = (db: Reader, id: number): Promise<FieldRow | undefined> =>
  db.selectFrom('project_fields').selectAll().where('id', '=', id).executeTakeFirst();

/** Throws the engine's unique violation where another one is called so; gives the id. */
export async function insertField(tx: Writer, row: Insertable<Tables['project_fields']>): Promise<number> {
  return (await tx.insertInto('project_fields').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Throws as insertField. */
export async function updateField(tx: Writer, id: number, row: Partial<Omit<FieldRow, 'id'>>): Promise<void> {
  await tx.updateTable('project_fields').set(row).where('id', '=', id).execute();
}

/** With what projects wrote there. */
export async function deleteField(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('project_fields').where('id', '=', id).execute();
}

/** Projects that wrote something into the field: the first by name, and how many there are. */
export async function listFilled(
  db: Reader,
  fieldId: number,
  limit: number,
): Promise<{ projects: { id: number; label: string }[]; size: number }> {
  const filled = db
    .selectFrom('project_field_values')
    .innerJoin('projects', 'projects.id', 'project_field_values.project_id')
    .where('field_id', '=', fieldId)
    .where('value', '!=', '');
  const projects = await filled
    .select(['projects.id', 'projects.full_name as label'])
    .orderBy('projects.full_name')
    .orderBy('projects.id')
    .limit(limit)
    .execute();
  const { size } = await filled.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow();
  return { projects, size: Number(size) };
}

/** By field. */
export async function listValues(db: Reader, projectId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('project_field_values')
    .select(['field_id', 'value'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map((row) => [row.field_id, row.value]));
}

export async function deleteValues(tx: Writer, projectId: number): Promise<void> {
  await tx.deleteFrom('project_field_values').where('project_id', '=', projectId).execute();
}

/** Projects that wrote more than one line into the field. */
export async function countOfManyLines(db: Reader, fieldId: number): Promise<number> {
  const { size } = await db
    .selectFrom('project_field_values')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('field_id', '=', fieldId)
    .where((eb) => eb.or([eb('value', 'like', '%\n%'), eb('value', 'like', '%\r%')]))
    .executeTakeFirstOrThrow();
  return Number(size);
}
