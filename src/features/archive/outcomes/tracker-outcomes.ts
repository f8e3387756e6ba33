// What an import makes of a tracker, element by element.
import { artifactOutcome } from '../concepts/artifacts.ts';
import { formElementsOutcome } from '../concepts/form-elements.ts';
import { conceptElements } from '../concepts/tracker-concepts.ts';
import { trackerFacts } from '../concepts/tracker-facts.ts';
import { kept, shapeOf, stored, unneeded } from '../xml/outcome.ts';

const artifacts = stored('list', {
  '@source_platform?': unneeded('the import is told where artifacts come from'),
  'artifact*': artifactOutcome,
});

/** `<tracker>`. */
export const trackerOutcome = stored('tracker with a new id', {
  ...trackerFacts,
  'formElements?': formElementsOutcome,
  ...conceptElements,
  'webhooks?': kept('nothing is called by it'),
  'artifacts?': artifacts,
  'timetracking?': kept('times that people spent'),
});

/** What readers of trackers accept. */
export const trackerShapes = {
  tracker: shapeOf(trackerOutcome),
  artifacts: shapeOf(artifacts),
};
