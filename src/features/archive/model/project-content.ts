// What a project says in an archive, and an archive as a whole.
import type { Said } from '../../../platform/texts/said.ts';
import type { ChangesetDetails } from './archive-details.ts';
import type { ArchiveNature, ArchiveProject, ArchiveTracker, ArchiveUser, RawBlock } from './archive-model.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { ArtifactIndex } from './artifact-summary.ts';
import type { ElementContents } from './element-parts.ts';
import type { TriggerRule } from './workflow-model.ts';

export interface ProjectContent {
  readonly project: ArchiveProject;
  readonly natures: readonly ArchiveNature[];
  /** `trackers/@use-natures`. */
  readonly useNatures: boolean;
  /** In document order. */
  readonly trackers: readonly ArchiveTracker[];
  readonly triggers: readonly TriggerRule[];
  /** What the blocks say that have a part; an export has none. */
  readonly elements: ElementContents;
  readonly otherBlocks: readonly RawBlock[];
}

export interface ArchiveModel extends ProjectContent {
  readonly users: readonly ArchiveUser[];
  readonly artifacts: ArtifactIndex;
  /** What only Tepal knows of changesets, by the position of their artifact. */
  readonly changesetDetails: ReadonlyMap<number, ChangesetDetails>;
  /** Files of the archive that nothing above names, such as repository bundles; relative paths. */
  readonly otherFiles: readonly string[];
  /** What the import passes over, one sentence each with its place. */
  readonly warnings: readonly Said[];
}

/** What a project has of its own, whatever its template. */
export interface NewProjectFacts {
  /** Where one is reserved. */
  readonly id?: number;
  readonly unixName: string;
  readonly fullName: string;
  readonly description: string;
  readonly access: ProjectRow['access'];
  readonly status: ProjectRow['status'];
  /** An emoji, or empty. */
  readonly icon: string;
}
