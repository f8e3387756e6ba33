// Writes a tracker up to where its artifacts begin, and what follows them.
import type { ArchivePermission, ArchiveReport, ArchiveTracker } from '../model/archive-model.ts';
import { attributesOfFlags } from '../model/tracker-flags.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { workflowConcept } from '../concepts/workflow.ts';
import { writeSemantics } from './write-behaviour.ts';
import { writeFormElements } from './write-fields.ts';
import { element, joinElements, leaf, openElement, optionalLeaf, reference } from '../xml/xml-element.ts';

const writeReport = (report: ArchiveReport): string =>
  element(
    'report',
    {
      is_default: report.isDefault,
      is_query_displayed: report.isQueryDisplayed,
      is_in_expert_mode: report.isInExpertMode,
      expert_query: report.expertQuery === '' ? undefined : report.expertQuery,
      id: report.xmlId,
    },
    [
      leaf('name', report.name),
      optionalLeaf('description', report.description),
      element(
        'criterias',
        {},
        report.criteria.map(({ rank, isAdvanced, fieldRef, value }) =>
          element('criteria', { rank, is_advanced: isAdvanced ? true : undefined }, [
            reference('field', fieldRef),
            value?.block.xml,
          ]),
        ),
      ),
      element(
        'renderers',
        {},
        report.renderers.map(({ block }) => block.xml),
      ),
    ],
  );

const writePermission = (permission: ArchivePermission): string =>
  element('permission', {
    scope: permission.scope,
    REF: permission.scope === 'field' ? permission.fieldRef : undefined,
    ugroup: permission.userGroup,
    type: permission.type,
  });

const writeAttributes = ({ ref, parentRef, flags }: ArchiveTracker) => ({
  id: ref,
  parent_id: parentRef ?? '0',
  ...attributesOfFlags(flags),
});

const isBeforeArtifacts = ({ name }: { name: string }): boolean => name === 'webhooks';

/** The tracker in two halves, between which `<artifacts>` stands. */
export function writeTracker(tracker: ArchiveTracker): [start: string, end: string] {
  const { cannedResponses, permissions, otherBlocks } = tracker;
  const start = openElement('tracker', writeAttributes(tracker), [
    leaf('name', tracker.name),
    leaf('item_name', tracker.itemName),
    leaf('description', tracker.description),
    optionalLeaf('color', tracker.color),
    optionalLeaf('submit_instructions', tracker.submitInstructions),
    optionalLeaf('browse_instructions', tracker.browseInstructions),
    element(
      'cannedResponses',
      {},
      cannedResponses.map(({ title, body }) =>
        element('cannedResponse', {}, [leaf('title', title), leaf('body', body)]),
      ),
    ),
    writeFormElements(tracker.formElements),
    writeSemantics(tracker),
    ...fieldRulesConcept.write(tracker),
    element('reports', {}, tracker.reports.map(writeReport)),
    ...workflowConcept.write(tracker),
    ...otherBlocks.filter(isBeforeArtifacts).map(({ xml }) => xml),
    permissions === undefined ? undefined : element('permissions', {}, permissions.map(writePermission)),
  ]);
  const rest = otherBlocks.filter((block) => !isBeforeArtifacts(block)).map(({ xml }) => xml);
  return [start, `${joinElements(rest)}</tracker>\n`];
}
