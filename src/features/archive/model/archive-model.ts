// The content of a project archive as typed data: what the readers produce and the importer consumes.
// References between parts (`T101`, `F12`, `V7`, file ids) stay strings as written; `line` points into project.xml.
import type { UserReference } from './artifact-model.ts';
import type { ArtifactSummary } from './artifact-summary.ts';
import type { FormElement } from './field-model.ts';
import type { ArchiveWorkflow, DateRule, ListRule } from './workflow-model.ts';

export interface ArchiveUser {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  /** Empty when the account has none. */
  readonly ldapId: string;
  readonly line: number;
}

/** A part that a later feature reads: its exact text in the file, comments and white space included. */
export interface RawBlock {
  readonly name: string;
  readonly xml: string;
  readonly line: number;
}

export type ProjectAccess = 'public' | 'private' | 'unrestricted' | 'private-wo-restr';

export interface ArchiveService {
  readonly shortname: string;
  readonly enabled: boolean;
  /** Place among the services of the project; only archives of Tepal know it. */
  readonly rank?: number;
}

export interface ProjectDefinedService extends ArchiveService {
  readonly label: string;
  readonly description: string;
  readonly link: string;
  readonly isInNewTab: boolean;
  readonly icon?: string;
}

export interface ArchiveUserGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly UserReference[];
  readonly line: number;
}

/** A link type (`_is_child`); not used means disabled in the project. */
export interface ArchiveNature {
  readonly name: string;
  readonly isUsed: boolean;
  readonly line: number;
}

export interface ArchiveProject {
  readonly unixName: string;
  /** With the letters in which it came. */
  readonly writtenName?: string;
  readonly fullName: string;
  readonly description: string;
  readonly longDescription: string;
  /** Undefined: the platform's default. */
  readonly access: ProjectAccess | undefined;
  readonly iconCodepoint: string | undefined;
  readonly inheritFromTemplate: string | undefined;
  readonly banner: string | undefined;
  /** Undefined when the archive has no `services`: every service takes the template's state. */
  readonly services: readonly ArchiveService[] | undefined;
  readonly projectDefinedServices: readonly ProjectDefinedService[];
  /** `mode="synchronized"`: members of static groups become project members too. */
  readonly areUserGroupsSynchronized: boolean;
  readonly userGroups: readonly ArchiveUserGroup[];
  readonly line: number;
}

export interface CannedResponse {
  readonly title: string;
  readonly body: string;
  readonly line: number;
}

export interface TrackerFlags {
  readonly instantiateForNewProjects: boolean | undefined;
  readonly allowCopy: boolean | undefined;
  readonly logPriorityChanges: boolean | undefined;
  readonly enableEmailGateway: boolean | undefined;
  readonly stopNotification: boolean | undefined;
  readonly notificationsLevel: 0 | 1 | 2 | undefined;
  readonly isDisplayedInNewDropdown: boolean | undefined;
  readonly usePrivateComments: boolean | undefined;
  readonly shouldSendEventInNotification: boolean | undefined;
  /** Absent in the file means true. */
  readonly enableMoveArtifacts: boolean;
}

interface SemanticBase {
  readonly line: number;
  /** Texts that old exports carry beside the definition; they are the platform's own. */
  readonly shortname: string | undefined;
  readonly label: string | undefined;
  readonly description: string | undefined;
}

export type Semantic = SemanticBase &
  (
    | {
        readonly type: 'title' | 'description' | 'contributor' | 'initial_effort' | 'velocity';
        readonly fieldRef: string;
      }
    | { readonly type: 'status'; readonly fieldRef: string; readonly openValueRefs: readonly string[] }
    | { readonly type: 'done'; readonly closedValueRefs: readonly string[] }
    | { readonly type: 'timeframe'; readonly timeframe: Timeframe }
    | { readonly type: 'progress'; readonly progress: Progress }
    | { readonly type: 'tooltip'; readonly fieldRefs: readonly string[] }
    | {
        readonly type: 'plugin_cardwall_card_fields';
        readonly fieldRefs: readonly string[];
        readonly backgroundColorFieldRef: string | undefined;
      }
  );

export type Timeframe =
  | { readonly kind: 'duration'; readonly startDateFieldRef: string; readonly durationFieldRef: string }
  | { readonly kind: 'end-date'; readonly startDateFieldRef: string; readonly endDateFieldRef: string }
  | { readonly kind: 'inherited'; readonly trackerRef: string };

export type Progress =
  | { readonly kind: 'effort'; readonly totalEffortFieldRef: string; readonly remainingEffortFieldRef: string }
  | { readonly kind: 'links'; readonly linkType: string };

export interface ReportCriterion {
  readonly fieldRef: string;
  readonly rank: number;
  readonly isAdvanced: boolean;
  readonly value: CriterionValue | undefined;
  readonly line: number;
}

export interface CriterionValue {
  readonly type: string;
  /** The complete value, with the list values that it names. */
  readonly block: RawBlock;
}

export interface ReportRenderer {
  readonly type: string;
  readonly rank: number;
  readonly name: string;
  readonly description: string;
  readonly columnFieldRefs: readonly string[];
  readonly sortFieldRefs: readonly string[];
  /** The complete renderer, with charts and whatever a renderer type adds. */
  readonly block: RawBlock;
}

export interface ArchiveReport {
  readonly xmlId: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  /** Absent in the file means true. */
  readonly isQueryDisplayed: boolean;
  readonly isInExpertMode: boolean;
  readonly expertQuery: string;
  readonly criteria: readonly ReportCriterion[];
  readonly renderers: readonly ReportRenderer[];
  readonly line: number;
}

/** `userGroup` is a `UGROUP_…` constant or the name of a static group. */
export type ArchivePermission =
  | { readonly scope: 'tracker'; readonly userGroup: string; readonly type: string; readonly line: number }
  | {
      readonly scope: 'field';
      readonly fieldRef: string;
      readonly userGroup: string;
      readonly type: string;
      readonly line: number;
    };

export interface ArchiveTracker {
  /** The reference that other parts use, such as `T101`; empty from a reader where the element has none. */
  readonly ref: string;
  /** Undefined for none, which the file writes as `0` or leaves out. */
  readonly parentRef: string | undefined;
  readonly flags: TrackerFlags;
  /** Tepal's own `is_deleted`, which only the archive of an erased project has. */
  readonly isDeleted: boolean;
  readonly name: string;
  readonly itemName: string;
  readonly description: string;
  /** As written; old archives spell `inca_silver` for `inca-silver`. */
  readonly color: string | undefined;
  readonly submitInstructions: string;
  readonly browseInstructions: string;
  readonly cannedResponses: readonly CannedResponse[];
  /** Roots of the tree, in document order. */
  readonly formElements: readonly FormElement[];
  readonly semantics: readonly Semantic[];
  /** Semantics of types that are not in `Semantic`. */
  readonly otherSemantics: readonly RawBlock[];
  readonly dateRules: readonly DateRule[];
  readonly listRules: readonly ListRule[];
  /** `dependencies/rule`, the older spelling of list rules. */
  readonly dependencies: readonly ListRule[];
  readonly reports: readonly ArchiveReport[];
  readonly workflow: ArchiveWorkflow | undefined;
  /** Undefined when the file has no `permissions`: the platform's defaults apply. */
  readonly permissions: readonly ArchivePermission[] | undefined;
  readonly artifacts: ArtifactSummary;
  readonly otherBlocks: readonly RawBlock[];
  readonly line: number;
}
