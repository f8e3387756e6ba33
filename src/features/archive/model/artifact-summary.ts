// What is known of an archive's artifacts once they have streamed by.
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveFile, UserReference } from './artifact-model.ts';

/** Of each kind; an archive that is wrong throughout need not fill the memory. */
export const maxFindings = 1000;

interface Finding {
  readonly line: number;
  readonly element: string;
  readonly sentence: Said;
}

/** Says what the artifacts of one tracker are. */
export interface ArtifactSummary {
  count: number;
  changesetCount: number;
  /** Names of the fields that they change, with the line of the first change and the number of changes. */
  readonly fieldNames: Map<string, { readonly line: number; count: number }>;
  /** Dangling references that stop the import, and those that are passed over, at most 1000 of each. */
  readonly warnings: Finding[];
}

/** The summary of no artifacts. */
export const createSummary = (): ArtifactSummary => ({
  count: 0,
  changesetCount: 0,
  fieldNames: new Map(),
  warnings: [],
});

/** All artifacts of an archive; their positions count from 0 in document order, over all trackers. */
/** An attachment, and what of its artifact has to be known to import it before all texts. */
export interface IndexedFile extends Omit<ArchiveFile, 'sizeBytes'> {
  /** Of its artifact. */
  readonly position: number;
  /** The changes that name it, in order. */
  readonly uses: readonly { readonly fieldName: string; readonly submittedBy: UserReference }[];
}

export interface ArtifactIndex {
  /** Whose is the first changeset of each artifact, and of when. */
  readonly submitters: readonly UserReference[];
  readonly submittedAtMs: readonly number[];
  readonly ranks: readonly (number | undefined)[];
  /** Position by id in the archive; of artifacts with the same id, the last one's. */
  readonly find: (xmlId: string) => number | undefined;
  readonly listIds: () => IteratorObject<readonly [xmlId: string, position: number]>;
  /** Attachments in document order; `path` as written. */
  readonly files: readonly IndexedFile[];
  /** E-mail addresses that stand for users. */
  readonly emails: ReadonlySet<string>;
  /** User names of everybody of users.xml whom they name. */
  readonly named: ReadonlySet<string>;
}
