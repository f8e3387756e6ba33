// Checks that what an archive refers to is there: fields, list items, trackers, files and users.
// Two lists come out, because some dangling references are passed over on import and the others stop it.
import type { UserReference } from '../model/artifact-model.ts';
import type { Findings } from '../model/element-parts.ts';
import { maxFindings } from '../model/artifact-summary.ts';
import type { ArchiveTracker, ArchiveUser, Semantic } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { indexTrackers } from './reference-index.ts';
import type { ArchiveIndex, TrackerIndex } from './reference-index.ts';
import { createUserDirectory, findArchiveUser } from './read-user-reference.ts';
import type { UserDirectory } from './read-user-reference.ts';
import { createWarnings } from '../model/warnings.ts';
import type { ArchiveWorkflow, TransitionRules } from '../model/workflow-model.ts';

export interface ReferenceFindings {
  /** Each stops the import. */
  readonly errors: readonly string[];
  /** Each is passed over by the import. */
  readonly warnings: readonly string[];
}

interface Context {
  readonly report: Findings;
  readonly users: UserDirectory;
  readonly index: ArchiveIndex;
}

const checkField = (report: Findings, tracker: TrackerIndex, line: number, what: string, ref: string): void => {
  if (!tracker.elements.has(ref))
    report.error(line, `${what} refers to the field \`${ref}\`, which the tracker \`${tracker.ref}\` doesn't have`);
};

const checkValue = (report: Findings, tracker: TrackerIndex, line: number, what: string, ref: string): void => {
  if (!tracker.items.has(ref))
    report.error(
      line,
      `${what} refers to the list value \`${ref}\`, which the tracker \`${tracker.ref}\` doesn't have`,
    );
};

const checkUser = ({ users, report }: Context, what: string, reference: UserReference): void => {
  if (findArchiveUser(users, reference) === undefined)
    report.error(
      reference.line,
      `${what} is the user \`${reference.value}\` (${reference.format}), who is not in users.xml`,
    );
};

const listSemanticFields = (semantic: Semantic): string[] => {
  switch (semantic.type) {
    case 'done':
      return [];
    case 'timeframe':
      if (semantic.timeframe.kind === 'inherited') return [];
      return [
        semantic.timeframe.startDateFieldRef,
        semantic.timeframe.kind === 'duration'
          ? semantic.timeframe.durationFieldRef
          : semantic.timeframe.endDateFieldRef,
      ];
    case 'progress':
      return semantic.progress.kind === 'links'
        ? []
        : [semantic.progress.totalEffortFieldRef, semantic.progress.remainingEffortFieldRef];
    case 'tooltip':
      return [...semantic.fieldRefs];
    case 'plugin_cardwall_card_fields':
      return [
        ...semantic.fieldRefs,
        ...(semantic.backgroundColorFieldRef === undefined ? [] : [semantic.backgroundColorFieldRef]),
      ];
    default:
      return [semantic.fieldRef];
  }
};

const listSemanticValues = (semantic: Semantic): readonly string[] => {
  if (semantic.type === 'status') return semantic.openValueRefs;
  return semantic.type === 'done' ? semantic.closedValueRefs : [];
};

const checkSemantics = ({ report, index }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  for (const semantic of tracker.semantics) {
    const what = `<semantic>: the semantic \`${semantic.type}\``;
    for (const ref of listSemanticFields(semantic)) checkField(report, own, semantic.line, what, ref);
    for (const ref of listSemanticValues(semantic)) checkValue(report, own, semantic.line, what, ref);
    if (semantic.type !== 'timeframe' || semantic.timeframe.kind !== 'inherited') continue;
    const { trackerRef } = semantic.timeframe;
    if (!index.trackers.has(trackerRef))
      report.error(
        semantic.line,
        `${what} inherits from the tracker \`${trackerRef}\`, which the archive doesn't have`,
      );
  }
};

const checkRules = ({ report }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  for (const rule of tracker.dateRules)
    for (const ref of [rule.sourceFieldRef, rule.targetFieldRef])
      checkField(report, own, rule.line, '<rule>: the date rule', ref);
  for (const rule of [...tracker.listRules, ...tracker.dependencies]) {
    for (const ref of [rule.sourceFieldRef, rule.targetFieldRef])
      checkField(report, own, rule.line, '<rule>: the list rule', ref);
    for (const ref of [rule.sourceValueRef, rule.targetValueRef])
      if (ref !== undefined) checkValue(report, own, rule.line, '<rule>: the list rule', ref);
  }
};

const checkTransitionRules = (report: Findings, own: TrackerIndex, what: string, rules: TransitionRules): void => {
  for (const ref of rules.notEmptyFieldRefs) checkField(report, own, rules.line, `${what}: a condition`, ref);
  for (const action of rules.postActions) {
    const refs =
      'fieldRef' in action
        ? [action.fieldRef]
        : 'fieldRefs' in action
          ? action.fieldRefs
          : 'fieldsetRefs' in action
            ? action.fieldsetRefs
            : [];
    for (const ref of refs) checkField(report, own, rules.line, `${what}: the post action ${action.kind}`, ref);
  }
};

const checkWorkflow = ({ report }: Context, workflow: ArchiveWorkflow, own: TrackerIndex): void => {
  const element = workflow.mode === 'simple' ? '<simple_workflow>' : '<workflow>';
  checkField(report, own, workflow.line, `${element}: the workflow`, workflow.fieldRef);
  const steps =
    workflow.mode === 'simple'
      ? workflow.states.map((state) => ({ what: '<state>', rules: state, refs: [state.toRef, ...state.fromRefs] }))
      : workflow.transitions.map((move) => ({ what: '<transition>', rules: move, refs: [move.fromRef, move.toRef] }));
  for (const { what, rules, refs } of steps) {
    for (const ref of refs)
      if (ref !== undefined) checkValue(report, own, rules.line, `${what}: the ${what.slice(1, -1)}`, ref);
    checkTransitionRules(report, own, what, rules);
  }
};

const checkFields = (context: Context, own: TrackerIndex): void => {
  const { report, index } = context;
  for (const element of own.elements.values()) {
    if (element.originalFieldRef !== undefined && !index.fields.has(element.originalFieldRef))
      report.error(
        element.line,
        `<formElement>: it shares the field \`${element.originalFieldRef}\`, which is not there`,
      );
    const { bind } = element;
    if (bind === undefined) continue;
    const refs = new Set(bind.items.map((item) => item.ref));
    for (const ref of bind.defaultRefs)
      if (!refs.has(ref)) report.error(bind.line, `<bind>: the default value \`${ref}\` is not an item of this field`);
    for (const { ref, line } of bind.decorators)
      if (ref !== undefined && !refs.has(ref))
        report.error(line, `<decorator>: \`${ref}\` is not an item of this field`);
    for (const user of bind.defaultUsers) checkUser(context, '<value>: the default', user);
  }
};

const warnPassedOver = ({ report }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  for (const permission of tracker.permissions ?? [])
    if (permission.scope === 'field' && !own.elements.has(permission.fieldRef))
      report.warn(
        permission.line,
        `<permission>: there's no field \`${permission.fieldRef}\`; the permission is passed over`,
      );
  for (const { criteria, renderers } of tracker.reports) {
    for (const { fieldRef, line } of criteria)
      if (!own.elements.has(fieldRef))
        report.warn(line, `<criteria>: there's no field \`${fieldRef}\`; the criterion is passed over`);
    for (const { columnFieldRefs, sortFieldRefs, block } of renderers)
      for (const ref of [...columnFieldRefs, ...sortFieldRefs])
        if (!own.elements.has(ref))
          report.warn(block.line, `<renderer>: there's no field \`${ref}\`; the column is passed over`);
  }
};

/** Tells what was found while the artifacts streamed by, and judges the names of their fields. */
const checkArtifacts = ({ report }: Context, { artifacts }: ArchiveTracker, own: TrackerIndex): void => {
  for (const { line, message } of artifacts.errors) report.error(line, message);
  for (const { line, message } of artifacts.warnings) report.warn(line, message);
  for (const [name, { line, count }] of artifacts.fieldNames)
    if (!own.names.has(name))
      report.warn(line, `<field_change>: there's no field \`${name}\`; ${count} such changes are passed over`);
};

const checkTracker = (context: Context, tracker: ArchiveTracker): void => {
  const { report, index } = context;
  const own = index.trackers.get(tracker.ref);
  if (own === undefined) return;
  if (tracker.parentRef !== undefined && !index.trackers.has(tracker.parentRef))
    report.error(tracker.line, `<tracker>: the parent \`${tracker.parentRef}\` is not a tracker of the archive`);
  checkFields(context, own);
  checkSemantics(context, tracker, own);
  checkRules(context, tracker, own);
  if (tracker.workflow !== undefined) checkWorkflow(context, tracker.workflow, own);
  warnPassedOver(context, tracker, own);
  checkArtifacts(context, tracker, own);
};

const checkTriggers = ({ report, index }: Context, content: ProjectContent): void => {
  for (const { sources, target, line } of content.triggers)
    for (const { fieldRef, valueRef } of [...sources, target]) {
      if (!index.fields.has(fieldRef))
        report.error(line, `<trigger_rule>: it refers to the field \`${fieldRef}\`, which no tracker has`);
      if (!index.items.has(valueRef))
        report.error(line, `<trigger_rule>: it refers to the list value \`${valueRef}\`, which no tracker has`);
    }
};

/**
 * Finds dangling and doubled references, at most 1000 of each list; pure.
 * Errors: doubled ids and field names, references of parents, semantics, rules, workflows, triggers, default
 * values, decorators and files, and users missing from users.xml (`None` and e-mail addresses pass).
 * Warnings: permissions, criteria, columns and sort keys for unknown fields, and changes of unknown fields, which the
 * origin of the format passes over, too; doubled artifact ids, which real archives have.
 * Elements of later features add theirs.
 * Neither: list values of changes, links out of the archive, charts, names of user groups.
 */
export const checkReferences = (
  content: ProjectContent,
  archiveUsers: readonly ArchiveUser[],
  file = 'project.xml',
): ReferenceFindings => {
  const errors: string[] = [];
  const warnings = createWarnings([], file);
  const report: Findings = {
    error(line, message) {
      if (errors.length < maxFindings) errors.push(`${file}, line ${line}, ${message}`);
    },
    warn: warnings.add,
  };
  const index = indexTrackers(content.trackers, report.error);
  const context: Context = { report, users: createUserDirectory(archiveUsers), index };
  for (const group of content.project.userGroups)
    for (const member of group.members) checkUser(context, `<member>: a member of \`${group.name}\``, member);
  for (const tracker of content.trackers) checkTracker(context, tracker);
  checkTriggers(context, content);
  for (const element of content.elements.values()) element.check?.(report, (ref) => index.trackers.has(ref));
  return { errors, warnings: warnings.list() };
};
