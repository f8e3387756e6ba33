// Artifacts of a project archive: changesets, comments, field changes and attached files, as types.
import type { ArchivedValue } from '../../trackers/index.ts';

export const textFormats = ['text', 'html', 'commonmark'] as const;

/** Who is meant, by one of the keys of users.xml; see `findArchiveUser`. */
export type UserReference = Extract<ListValue, { kind: 'user' }>['user'];

/** Whom a label in a list of people means, where it is the name of one. */
export const userOfLabel = (label: string, line: number): UserReference => ({
  format: 'username',
  value: label,
  isAnonymous: false,
  line,
});

export interface ArchiveComment {
  readonly submittedBy: UserReference;
  readonly submittedOnMs: number;
  readonly body: string;
  readonly format: 'text' | 'html' | 'commonmark';
  /** Names of the user groups that may read it; empty for everyone. */
  readonly privateUserGroups: readonly string[];
  readonly line: number;
}

/** One value of a list; see `findItem`. */
export type ListValue = Extract<ArchivedValue, { kind: 'list' | 'open_list' }>['values'][number];

export type LinkValue = Extract<ArchivedValue, { kind: 'art_link' }>['links'][number];

export type TestStep = Extract<ArchivedValue, { kind: 'ttmstepdef' }>['steps'][number];

/** The new value of one field. */
export type FieldChange = ArchivedValue & { readonly fieldName: string; readonly line: number };

export interface ArchiveChangeset {
  readonly xmlId: string | undefined;
  /** Tepal's own `agent`: the name of the agent that made it for the submitter; undefined where none did. */
  readonly agent?: string | undefined;
  readonly submittedBy: UserReference;
  readonly submittedOnMs: number;
  /** All versions of the changeset's one comment, in document order. */
  readonly comments: readonly ArchiveComment[];
  readonly fieldChanges: readonly FieldChange[];
  readonly line: number;
}

export interface ArchiveFile {
  /** What `file` changes refer to. */
  readonly id: string;
  readonly filename: string;
  /** Relative to the archive's root. */
  readonly path: string;
  /** As declared, undefined when not a number; the file itself decides. */
  readonly sizeBytes: number | undefined;
  readonly mediaType: string;
  readonly description: string;
  readonly line: number;
}

export interface ArchiveArtifact {
  /** Id inside the archive, the target of links; the platform gives a new one. */
  readonly xmlId: string;
  readonly originalTrackerId: string | undefined;
  /** Tepal's own `rank`: its place in the order of all artifacts of the archive; undefined where nobody changed that. */
  readonly rank: number | undefined;
  /** Ordered by submission date, equal dates in document order. */
  readonly changesets: readonly ArchiveChangeset[];
  readonly files: readonly ArchiveFile[];
  readonly line: number;
}
