// Rows of artifacts: the current state in one row, the history as changesets, search keys apart.
import type { Generated } from 'kysely';
import type { MarkupFormat } from '../../../platform/markup/index.ts';

interface ArtifactsTable {
  id: Generated<number>;
  tracker_id: number;
  /** Per-tracker number, from 1. */
  number: number;
  /** 0: anonymous. */
  submitted_by: number;
  submitted_at_ms: number;
  /** Number of changesets: the version that an ETag hashes. */
  version: number;
  changeset_id: number;
  updated_by: number;
  updated_at_ms: number;
  /** Second that Last-Modified names; strictly grows with the version (spec ruling 18). */
  version_second: number;
  /** Grows when something around the artifact changes that its representation shows, such as a link to it. */
  context_version: number;
  /** 1 when only the groups of artifact_groups may see it. */
  is_limited: number;
  /** Stored values by field id. */
  values_json: string;
  /** Where it was moved to in the order of all artifacts; null: at the place that its id gives it. See rank.ts. */
  rank: number | null;
}

interface ArtifactGroupsTable {
  artifact_id: number;
  ugroup_id: number;
}

interface ChangesetsTable {
  id: Generated<number>;
  artifact_id: number;
  /** The artifact's, which it follows when the artifact moves. */
  tracker_id: number;
  submitted_by: number;
  submitted_at_ms: number;
  email: string | null;
  /** The agent that made it for the submitter; null: none. */
  agent: string | null;
  /** Format of its comment where that says nothing and is for everybody; null: its comment is a row of its own, or it has none. */
  empty_comment: MarkupFormat | null;
  /** New stored values by field id, only of the fields that changed. */
  changes_json: string;
}

interface CommentsTable {
  id: Generated<number>;
  changeset_id: number;
  submitted_by: number;
  submitted_at_ms: number;
  body: string;
  format: MarkupFormat;
  /** User group ids; null: for everybody who sees the artifact. */
  groups_json: string | null;
  /** Of the comment of a move: where the artifact came from. */
  moved_from_tracker_id: number | null;
}

interface ArtifactLinksTable {
  source_id: number;
  target_id: number;
  type: string;
  rank: number;
}

/** References to artifacts in texts: of a field, or of the newest version of a changeset's comment. */
interface ArtifactReferencesTable {
  source_id: number;
  /** 0: in a comment. */
  field_id: number;
  /** 0: in a field. */
  changeset_id: number;
  /** In lower case. */
  keyword: string;
  /** The number that was written, whether or not there is such an artifact. */
  target_id: number;
}

/** HTML of longer texts of an artifact and of its history; made anew where it is missing. */
interface RenderedTextsTable {
  /** The artifact's id, a dot, and a digest of format and content. */
  key: string;
  artifact_id: number;
  /** See markupVersion. */
  version: number;
  html: string;
}

/** Artifacts that are gone from everywhere else, for an operator to bring back. */
interface DeletedArtifactsTable {
  id: number;
  tracker_id: number;
  deleted_by: number;
  deleted_at_ms: number;
  /** Everything that nothing else follows from: see deleted-artifacts.store.ts. */
  rows_json: string;
}

interface ArtifactKeysTable {
  artifact_id: number;
  field_id: number;
  key: number;
}

/** How many artifacts of a tracker have ids in a block, by who may see them; see counts.store.ts. */
interface ArtifactCountsTable {
  tracker_id: number;
  /** Ids per block. */
  span: number;
  /** Ids divided by the span, rounded down. */
  block: number;
  /** Empty, or the sorted ids of the only groups that see them, each between commas. */
  audience: string;
  artifacts: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    artifacts: ArtifactsTable;
    artifact_groups: ArtifactGroupsTable;
    changesets: ChangesetsTable;
    comments: CommentsTable;
    artifact_links: ArtifactLinksTable;
    artifact_keys: ArtifactKeysTable;
    deleted_artifacts: DeletedArtifactsTable;
    artifact_references: ArtifactReferencesTable;
    artifact_counts: ArtifactCountsTable;
    rendered_texts: RenderedTextsTable;
  }
}
