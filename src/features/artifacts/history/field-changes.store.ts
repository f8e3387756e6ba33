// What became of one field of many artifacts over time, without the rest of their changesets.
import { memberOf, prepareList } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import '../artifact/artifacts.tables.ts';

export interface FieldChange {
  artifactId: number;
  atMs: number;
  /** As it is stored. */
  value: unknown;
}

/** Each time that these artifacts, a few hundred, were given a value of the field, oldest first. */
export async function listFieldChanges(
  db: Reader,
  artifactIds: readonly number[],
  fieldId: number,
): Promise<FieldChange[]> {
  const rows = await db
    .selectFrom('changesets')
    .select(['artifact_id', 'submitted_at_ms'])
    .select(memberOf(db, 'changes_json', String(fieldId)).as('value'))
    .where('artifact_id', 'in', [-1, ...artifactIds])
    .where('changes_json', 'like', `%"${fieldId}":%`)
    .orderBy('id')
    .execute();
  return rows.flatMap((row): FieldChange[] => {
    if (row.value === null) return [];
    const value: unknown = JSON.parse(row.value);
    return [{ artifactId: row.artifact_id, atMs: Number(row.submitted_at_ms), value }];
  });
}

const listMoments = prepareList((db, isOneOf) =>
  db.selectFrom('artifacts').select(['id', 'submitted_at_ms']).where(isOneOf('artifacts.id')).orderBy('id'),
);

/** When these artifacts, a few hundred, were made; those that are gone are left out. */
export const listBirths = async (
  db: Reader,
  artifactIds: readonly number[],
): Promise<{ id: number; bornAtMs: number }[]> =>
  (await listMoments(db, artifactIds)).map((row) => ({ id: row.id, bornAtMs: Number(row.submitted_at_ms) }));
