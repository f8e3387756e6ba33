// Artifacts of a project archive: changesets, comments, field changes and attached files, as types.

export const textFormats = ['text', 'html', 'commonmark'] as const;

/** Who is meant, by one of the keys of users.xml; see `findArchiveUser`. */
export interface UserReference {
  readonly format: 'username' | 'ldap' | 'id' | 'email';
  readonly value: string;
  readonly isAnonymous: boolean;
  readonly line: number;
}

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

/** One value of a list; `ref` is an item id as written: `V101`, or `101` for it, as changesets write it. */
export type ListValue =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'user'; readonly user: UserReference };

export interface LinkValue {
  /** Id of an artifact of the same archive, as in `ArchiveArtifact.xmlId`; others are dropped on import. */
  readonly artifactId: string;
  /** Link type; empty for an untyped link. */
  readonly nature: string;
}

interface ChangeBase {
  readonly fieldName: string;
  readonly line: number;
}

/** The new value of one field. Values are raw text: the importer parses them and skips what a field can't hold. */
export type FieldChange = ChangeBase &
  (
    | { readonly kind: 'string' | 'int' | 'float' | 'date'; readonly value: string }
    | { readonly kind: 'text'; readonly value: string; readonly format: 'text' | 'html' | 'commonmark' }
    | {
        readonly kind: 'list' | 'open_list';
        readonly bind: 'static' | 'users' | 'ugroups';
        /** Empty for none. */
        readonly values: readonly ListValue[];
      }
    | {
        readonly kind: 'computed';
        readonly manualValue: string | undefined;
        readonly isAutocomputed: boolean | undefined;
        readonly value: string | undefined;
      }
    | { readonly kind: 'file'; readonly fileRefs: readonly string[] }
    | { readonly kind: 'art_link'; readonly links: readonly LinkValue[] }
    | {
        readonly kind: 'permissions_on_artifact';
        readonly usePermissions: boolean;
        readonly userGroups: readonly { readonly name: string | undefined; readonly id: string | undefined }[];
      }
    | { readonly kind: 'ttmstepdef'; readonly steps: readonly TestStep[] }
  );

export interface TestStep {
  readonly description: string;
  readonly descriptionFormat: 'text' | 'html' | 'commonmark';
  readonly expectedResults: string;
  readonly expectedResultsFormat: 'text' | 'html' | 'commonmark';
}

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
