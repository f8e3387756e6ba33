// Reads and writes which artifacts are sample content.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './sample-content.tables.ts';

export async function insertSample(tx: Writer, projectId: number, artifactId: number): Promise<void> {
  await tx.insertInto('sample_artifacts').values({ artifact_id: artifactId, project_id: projectId }).execute();
}

/** Ids of the artifacts, in their order; a deleted one is none any more. */
export async function listSamples(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sample_artifacts')
    .select('artifact_id')
    .where('project_id', '=', projectId)
    .orderBy('artifact_id')
    .execute();
  return rows.map((row) => row.artifact_id);
}

export async function deleteSamples(tx: Writer, projectId: number): Promise<void> {
  await tx.deleteFrom('sample_artifacts').where('project_id', '=', projectId).execute();
}
