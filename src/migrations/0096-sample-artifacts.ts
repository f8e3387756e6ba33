// Artifacts that came as sample content.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const sampleArtifacts: Migration = {
  number: 96,
  name: 'sample-artifacts',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await createTable(tx, 'sample_artifacts')
      .addColumn('artifact_id', integer, (c) => c.primaryKey().references('artifacts.id').onDelete('cascade'))
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .execute();
    await tx.schema.createIndex('sample_artifacts_project').on('sample_artifacts').column('project_id').execute();
  },
};
