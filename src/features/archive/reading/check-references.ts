// Checks that what an archive refers to is there: fields, list items, trackers, files and users.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { UserReference } from '../model/artifact-model.ts';
import type { Findings } from '../model/element-parts.ts';
import type { ArchiveTracker, ArchiveUser, Semantic } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { describeClosedFields } from './closed-fields.ts';
import { indexTrackers } from './reference-index.ts';
import type { ArchiveIndex, TrackerIndex } from './reference-index.ts';
import { createUserDirectory, describeUnlisted, findArchiveUser } from './read-user-reference.ts';
import type { UserDirectory } from './read-user-reference.ts';
import { createWarnings } from '../model/warnings.ts';
import type { ArchiveWorkflow, TransitionRules } from '../model/workflow-model.ts';

interface Context {
  readonly report: Findings;
  readonly users: UserDirectory;
  readonly index: ArchiveIndex;
}

/** What refers to something: the element where it stands, and what it is called. */
interface Subject {
  readonly element: string;
  readonly what: Said;
}

const checkField = (
  report: Findings,
  tracker: TrackerIndex,
  line: number,
  { element, what }: Subject,
  ref: string,
): void => {
  if (tracker.elements.has(ref)) return;
  const sentence = says(
    'left.refers-field',
  )`${what} refers to the field \`${ref}\`, which the tracker \`${tracker.ref}\` doesn't have`;
  report.warn(line, element, sentence);
};

const checkUser = ({ users, report }: Context, { element, what }: Subject, reference: UserReference): void => {
  if (findArchiveUser(users, reference) === undefined)
    report.warn(reference.line, element, describeUnlisted(what, reference));
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

const checkSemantics = ({ report, index }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  for (const semantic of tracker.semantics) {
    const what = says('left.semantic')`the semantic \`${semantic.type}\``;
    const subject = { element: 'semantic', what };
    for (const ref of listSemanticFields(semantic)) checkField(report, own, semantic.line, subject, ref);
    if (semantic.type !== 'timeframe' || semantic.timeframe.kind !== 'inherited') continue;
    const { trackerRef } = semantic.timeframe;
    if (!index.trackers.has(trackerRef))
      report.warn(
        semantic.line,
        'semantic',
        says('left.inherits')`${what} inherits from the tracker \`${trackerRef}\`, which the archive doesn't have`,
      );
  }
};

const checkRules = ({ report }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  for (const rule of tracker.dateRules)
    for (const ref of [rule.sourceFieldRef, rule.targetFieldRef])
      checkField(report, own, rule.line, { element: 'rule', what: says('left.date-rule')`the date rule` }, ref);
  const listRule = { element: 'rule', what: says('left.list-rule')`the list rule` };
  for (const rule of [...tracker.listRules, ...tracker.dependencies])
    for (const ref of [rule.sourceFieldRef, rule.targetFieldRef]) checkField(report, own, rule.line, listRule, ref);
};

const checkTransitionRules = (report: Findings, own: TrackerIndex, element: string, rules: TransitionRules): void => {
  const condition = { element, what: says('left.condition')`a condition` };
  for (const ref of rules.notEmptyFieldRefs) checkField(report, own, rules.line, condition, ref);
  for (const action of rules.postActions) {
    const refs =
      'fieldRef' in action
        ? [action.fieldRef]
        : 'fieldRefs' in action
          ? action.fieldRefs
          : 'fieldsetRefs' in action
            ? action.fieldsetRefs
            : [];
    const subject = { element, what: says('left.post-action')`the post action ${action.kind}` };
    for (const ref of refs) checkField(report, own, rules.line, subject, ref);
  }
};

const checkWorkflow = ({ report }: Context, workflow: ArchiveWorkflow, own: TrackerIndex): void => {
  const element = workflow.mode === 'simple' ? 'simple_workflow' : 'workflow';
  const subject = { element, what: says('left.workflow')`the workflow` };
  checkField(report, own, workflow.line, subject, workflow.fieldRef);
  const [name, steps] =
    workflow.mode === 'simple'
      ? (['state', workflow.states] as const)
      : (['transition', workflow.transitions] as const);
  for (const step of steps) checkTransitionRules(report, own, name, step);
};

const checkFields = (context: Context, own: TrackerIndex): void => {
  const { report } = context;
  for (const element of own.elements.values()) {
    const { bind } = element;
    if (bind === undefined) continue;
    const refs = new Set(bind.items.map((item) => item.ref));
    for (const ref of bind.defaultRefs)
      if (!refs.has(ref))
        report.warn(bind.line, 'bind', says('left.default')`the default value \`${ref}\` is not an item of this field`);
    for (const { ref, line } of bind.decorators)
      if (ref !== undefined && !refs.has(ref))
        report.warn(line, 'decorator', says('left.decorator')`\`${ref}\` is not an item of this field`);
    const byDefault = { element: 'value', what: says('left.by-default')`the default` };
    for (const user of bind.defaultUsers) checkUser(context, byDefault, user);
  }
};

const warnPassedOver = ({ report }: Context, tracker: ArchiveTracker, own: TrackerIndex): void => {
  const closed = describeClosedFields(tracker);
  if (closed !== undefined) report.warn(tracker.line, 'tracker', closed);
  for (const permission of tracker.permissions ?? [])
    if (permission.scope === 'field' && !own.elements.has(permission.fieldRef))
      report.warn(
        permission.line,
        'permission',
        says('left.field-right')`there's no field \`${permission.fieldRef}\`; the permission is passed over`,
      );
  for (const { criteria, renderers } of tracker.reports) {
    for (const { fieldRef, line } of criteria)
      if (!own.elements.has(fieldRef))
        report.warn(
          line,
          'criteria',
          says('left.criterion')`there's no field \`${fieldRef}\`; the criterion is passed over`,
        );
    for (const { columnFieldRefs, sortFieldRefs, block } of renderers)
      for (const ref of [...columnFieldRefs, ...sortFieldRefs])
        if (!own.elements.has(ref))
          report.warn(
            block.line,
            'renderer',
            says('left.column')`there's no field \`${ref}\`; the column is passed over`,
          );
  }
};

/** Tells what was found while the artifacts streamed by, and judges the names of their fields. */
const checkArtifacts = ({ report }: Context, { artifacts }: ArchiveTracker, own: TrackerIndex): void => {
  for (const { line, element, sentence } of artifacts.warnings) report.warn(line, element, sentence);
  for (const [name, { line, count }] of artifacts.fieldNames)
    if (!own.names.has(name))
      report.warn(
        line,
        'field_change',
        says('left.changes')`there's no field \`${name}\`; ${count} such changes are passed over`,
      );
};

const checkTracker = (context: Context, tracker: ArchiveTracker): void => {
  const { report, index } = context;
  const own = index.trackers.get(tracker.ref);
  if (own === undefined) return;
  if (tracker.parentRef !== undefined && !index.trackers.has(tracker.parentRef))
    report.warn(
      tracker.line,
      'tracker',
      says('left.parent')`the parent \`${tracker.parentRef}\` is not a tracker of the archive`,
    );
  checkFields(context, own);
  checkSemantics(context, tracker, own);
  checkRules(context, tracker, own);
  if (tracker.workflow !== undefined) checkWorkflow(context, tracker.workflow, own);
  warnPassedOver(context, tracker, own);
  checkArtifacts(context, tracker, own);
};

/**
 * Finds dangling and doubled references, at most 1000; pure. An import passes over all of them:
 * references of parents, semantics, rules, workflows, triggers, default values, decorators, files, permissions, criteria,
 * columns and sort keys that lead nowhere, submitters and authors missing from users.xml (`None` and e-mail addresses pass), changes of unknown fields, doubled ids of artifacts and list items; fields without permissions.
 * Elements of later features add theirs.
 * Neither: list values of semantics, rules, workflows and triggers, and members, of which the import tells; list values of changes, links out of the archive, charts, names of user groups.
 */
export const checkReferences = (
  content: ProjectContent,
  archiveUsers: readonly ArchiveUser[],
  file = 'project.xml',
): Said[] => {
  const { warn, list } = createWarnings([], file);
  const report: Findings = { warn };
  const index = indexTrackers(content.trackers, warn);
  const context: Context = { report, users: createUserDirectory(archiveUsers), index };
  for (const tracker of content.trackers) checkTracker(context, tracker);
  for (const element of content.elements.values()) element.check?.(report, (ref) => index.trackers.has(ref));
  return list();
};
