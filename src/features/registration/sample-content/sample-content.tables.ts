// Artifacts that came as sample content, until they are removed or somebody changes them.
interface SampleArtifactsTable {
  artifact_id: number;
  project_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    sample_artifacts: SampleArtifactsTable;
  }
}
