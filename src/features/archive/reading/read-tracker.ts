// Reads one tracker from its element; artifacts were already read while the file streamed by.
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import { readTrackerFacts } from '../concepts/tracker-facts.ts';
import type { GivenNames } from '../concepts/tracker-facts.ts';
import { workflowConcept } from '../concepts/workflow.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ArtifactSummary } from '../model/artifact-summary.ts';
import { keepBlock } from '../model/raw-block.ts';
import { trackerShapes } from '../outcomes/tracker-outcomes.ts';
import { findChild, matchShape } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { nameApart, readFormElements } from '../concepts/form-elements.ts';

/** Children of a tracker that later features read. */
export const OTHER_TRACKER_BLOCKS: readonly string[] = ['webhooks', 'timetracking'];

/**
 * Reads `<tracker>`; `artifacts` says what stood in its `<artifacts>`. Throws invalid with the place.
 */
export const readTracker = (
  element: XmlElement,
  artifacts: ArtifactSummary,
  given: GivenNames = {},
): ArchiveTracker => {
  matchShape(element, trackerShapes.tracker);
  const artifactList = findChild(element, 'artifacts');
  if (artifactList !== undefined) matchShape(artifactList, trackerShapes.artifacts);
  return {
    ...readTrackerFacts(element, given),
    formElements: nameApart(readFormElements(findChild(element, 'formElements'))),
    ...semanticsConcept.read(element),
    ...fieldRulesConcept.read(element),
    ...reportsConcept.read(element),
    ...workflowConcept.read(element),
    ...permissionsConcept.read(element),
    artifacts,
    otherBlocks: element.children.filter((child) => OTHER_TRACKER_BLOCKS.includes(child.name)).map(keepBlock),
  };
};
