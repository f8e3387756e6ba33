// Writes a tracker up to where its artifacts begin, and what follows them.
import type { ArchiveTracker } from '../model/archive-model.ts';
import { attributesOfFlags } from '../model/tracker-flags.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { workflowConcept } from '../concepts/workflow.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import { writeFormElements } from './write-fields.ts';
import { element, joinElements, leaf, openElement, optionalLeaf } from '../xml/xml-element.ts';

const writeAttributes = ({ ref, parentRef, flags }: ArchiveTracker) => ({
  id: ref,
  parent_id: parentRef ?? '0',
  ...attributesOfFlags(flags),
});

const isBeforeArtifacts = ({ name }: { name: string }): boolean => name === 'webhooks';

/** The tracker in two halves, between which `<artifacts>` stands. */
export function writeTracker(tracker: ArchiveTracker): [start: string, end: string] {
  const { cannedResponses, otherBlocks } = tracker;
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
    ...semanticsConcept.write(tracker),
    ...fieldRulesConcept.write(tracker),
    ...reportsConcept.write(tracker),
    ...workflowConcept.write(tracker),
    ...otherBlocks.filter(isBeforeArtifacts).map(({ xml }) => xml),
    ...permissionsConcept.write(tracker),
  ]);
  const rest = otherBlocks.filter((block) => !isBeforeArtifacts(block)).map(({ xml }) => xml);
  return [start, `${joinElements(rest)}</tracker>\n`];
}
