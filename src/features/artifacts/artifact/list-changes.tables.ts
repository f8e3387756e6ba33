// Which value lists of one value had and got, at each change: what charts over time count. Follows from the changesets.

interface ListChangesTable {
  artifact_id: number;
  field_id: number;
  changeset_id: number;
  /** Never before the artifact was made, nor before the change before, whatever the changesets say. */
  at_ms: number;
  /** Value before, and from then on; 0 for none. A new artifact has none before its first change. */
  from_key: number;
  to_key: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    list_changes: ListChangesTable;
  }
}
