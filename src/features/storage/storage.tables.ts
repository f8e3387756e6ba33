// Rows of what projects may store, and of what they do store as far as that is known.

/** What has a quota of its own. */
export type StorageKind = 'attachments' | 'repositories';

interface ProjectQuotasTable {
  project_id: number;
  kind: StorageKind;
  /** 0: as much as it wants. Without a row the site's setting counts. */
  quota_bytes: number;
}

interface ProjectStorageTable {
  project_id: number;
  kind: StorageKind;
  /** What was measured once, and what came since: never less than there is; what went since counts until it is measured anew. */
  used_bytes: number;
  /** When the measure began; 0 before the first. */
  measured_at_ms: number;
  /** How often it changed by nobody knows how much. */
  changes: number;
  /** Those of `changes` that were before the measure: where there are more, it is measured anew before anything is decided by it. */
  measured_changes: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    project_quotas: ProjectQuotasTable;
    project_storage: ProjectStorageTable;
  }
}
