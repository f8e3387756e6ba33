// Workflow, global rules and triggers of the archive's trackers, as types.

export type PostAction =
  | { readonly kind: 'set-date'; readonly fieldRef: string; readonly value: 'clear' | 'now' }
  | { readonly kind: 'set-int' | 'set-float'; readonly fieldRef: string; readonly value: number }
  | { readonly kind: 'run-job'; readonly jobUrl: string }
  | { readonly kind: 'frozen-fields'; readonly fieldRefs: readonly string[] }
  | { readonly kind: 'hidden-fieldsets'; readonly fieldsetRefs: readonly string[] }
  | { readonly kind: 'add-to-top-backlog' | 'add-to-program-top-backlog' };

/** What a transition needs and does. */
export interface TransitionRules {
  /** Names of user groups, as in permissions; undefined when the file sets no such condition. */
  readonly userGroups: readonly string[] | undefined;
  readonly notEmptyFieldRefs: readonly string[];
  readonly isCommentRequired: boolean;
  readonly postActions: readonly PostAction[];
  readonly line: number;
}

export interface AdvancedTransition extends TransitionRules {
  /** Undefined: from a new artifact. */
  readonly fromRef: string | undefined;
  readonly toRef: string;
}

export interface WorkflowState extends TransitionRules {
  readonly toRef: string;
  /** One per transition into the state; undefined stands for a new artifact. */
  readonly fromRefs: readonly (string | undefined)[];
}

export type ArchiveWorkflow = { readonly fieldRef: string; readonly isUsed: boolean; readonly line: number } & (
  | { readonly mode: 'advanced'; readonly transitions: readonly AdvancedTransition[] }
  | { readonly mode: 'simple'; readonly states: readonly WorkflowState[] }
);

export interface DateRule {
  readonly sourceFieldRef: string;
  readonly targetFieldRef: string;
  readonly comparator: '<' | '≤' | '=' | '≥' | '>' | '≠';
  readonly line: number;
}

/** A value reference that is undefined stands for None. */
export interface ListRule {
  readonly sourceFieldRef: string;
  readonly targetFieldRef: string;
  readonly sourceValueRef: string | undefined;
  readonly targetValueRef: string | undefined;
  readonly line: number;
}

export interface FieldValueReference {
  readonly fieldRef: string;
  readonly valueRef: string;
}

/** When children reach `sources`, the parent's field takes `target`. */
export interface TriggerRule {
  readonly condition: 'all_of' | 'at_least_one';
  readonly sources: readonly FieldValueReference[];
  readonly target: FieldValueReference;
  readonly line: number;
}
