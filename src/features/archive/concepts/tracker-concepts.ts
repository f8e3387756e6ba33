// All concepts of a tracker, in the order in which an import takes them.
import type { TrackerConcept } from '../model/tracker-concept.ts';
import type { Parts } from '../xml/outcome.ts';
import { fieldRulesConcept } from './field-rules.ts';
import { permissionsConcept } from './permissions.ts';
import { reportsConcept } from './reports.ts';
import { semanticsConcept } from './semantics.ts';
import { workflowConcept } from './workflow.ts';

/** Whatever part of the model each fills. */
export const trackerConcepts: readonly TrackerConcept<never>[] = [
  permissionsConcept,
  semanticsConcept,
  fieldRulesConcept,
  reportsConcept,
  workflowConcept,
];

/** Their elements inside `<tracker>`. */
export const conceptElements: Parts = Object.fromEntries(
  trackerConcepts.flatMap(({ elements }) => Object.entries(elements)),
);
