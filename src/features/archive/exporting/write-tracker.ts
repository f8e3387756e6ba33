// Writes a tracker up to where its artifacts begin, and what follows them.
import type { ArchiveTracker } from '../model/archive-model.ts';
import { writeTrackerAttributes, writeTrackerFacts } from '../concepts/tracker-facts.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { workflowConcept } from '../concepts/workflow.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import { writeFormElements } from '../concepts/form-elements.ts';
import { joinElements, openElement } from '../xml/xml-element.ts';

const isBeforeArtifacts = ({ name }: { name: string }): boolean => name === 'webhooks';

/** The tracker in two halves, between which `<artifacts>` stands. */
export function writeTracker(tracker: ArchiveTracker): [start: string, end: string] {
  const { otherBlocks } = tracker;
  const start = openElement('tracker', writeTrackerAttributes(tracker), [
    ...writeTrackerFacts(tracker),
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
