// What an import makes of a tracker, element by element.
import { bindOutcome } from '../concepts/list-values.ts';
import { conceptElements } from '../concepts/tracker-concepts.ts';
import { trackerFacts } from '../concepts/tracker-facts.ts';
import { artifactOutcome } from './artifact-outcomes.ts';
import { each, kept, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Outcome, Parts } from '../xml/outcome.ts';

const originalId = unneeded('an id of the database that the archive came from');

const properties = stored('what a field of this type may be told', { '@*': stored('property') });
const fieldParts: Parts = {
  ...storedParts({
    '@type': 'type of the field',
    '@ID': 'its name in exports',
    '@rank': 'its place',
    '@use_it?': 'whether it is used',
    '@required?': 'whether it is required',
    '@notifications?': 'whether people in it are notified',
    '@is_deleted?': 'whether it is marked as deleted',
    '@original_field_id?': 'the field that it shares',
    name: 'its name',
    label: 'its label',
    'description?': 'its description',
  }),
  '@scope?': unneeded('there is only one, P'),
  ...each('@id? @tracker_id? @parent_id?', originalId),
  'properties?': properties,
  'bind?': bindOutcome,
};

/** `<formElements>`, whose elements may hold others. */
const formElements: Outcome = stored('list', {
  'formElement*': stored('field or container', {
    ...fieldParts,
    get 'formElements?'(): Outcome {
      return formElements;
    },
  }),
  'externalField*': stored('field of test management', fieldParts),
});

const artifacts = stored('list', {
  '@source_platform?': unneeded('the import is told where artifacts come from'),
  'artifact*': artifactOutcome,
});

/** `<tracker>`. */
export const trackerOutcome = stored('tracker with a new id', {
  ...trackerFacts,
  'formElements?': formElements,
  ...conceptElements,
  'webhooks?': kept('nothing is called by it'),
  'artifacts?': artifacts,
  'timetracking?': kept('times that people spent'),
});

/** What readers of trackers accept. */
export const trackerShapes = {
  tracker: shapeOf(trackerOutcome),
  artifacts: shapeOf(artifacts),
  formElements: shapeOf(formElements),
  field: shapeOf(stored('field', { ...fieldParts, 'formElements?': formElements })),
  properties: shapeOf(properties),
};
