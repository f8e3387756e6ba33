// An artifact that is shown, and what showing it needs.
import type { Reader } from '../../../platform/database/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import type { StoredValues } from './change.ts';
import type { TextRenderings } from './rendered-texts.ts';

export interface RenderableArtifact {
  row: ArtifactRow;
  tracker: Definition;
  values: StoredValues;
}

/** Something that is no artifact and whose text refers to one. */
export interface ExternalReference {
  /** As a text would refer to it, such as `svn #web/12`. */
  ref: string;
  url: string;
}

export interface ExternalReferences {
  byArtifact: ReadonlyMap<number, ExternalReference[]>;
  /** Whether the viewer's rights in other projects than those of the artifacts decided. */
  isFromElsewhere: boolean;
}

/**
 * What refers to artifacts from outside, as far as the viewer may know of it. It may depend on who the viewer is by their
 * rights class alone; when it changes, `touchArtifacts` is called or the site gets a new version.
 */
export type ListExternalReferences = (
  db: Reader,
  viewer: Viewer,
  artifacts: readonly { id: number; tracker: Definition }[],
) => Promise<ExternalReferences>;

export interface RelationDeps {
  db: Reader;
  /** For what may take long, such as all that is below an artifact; see Database.readSlow. */
  slowDb: Reader;
  people: People;
  trackers: Trackers;
  /** Commits: the source-control feature knows. */
  listExternalReferences: ListExternalReferences;
  texts: TextRenderings;
}
