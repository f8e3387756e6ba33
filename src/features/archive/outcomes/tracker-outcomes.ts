// What an import makes of a tracker, element by element.
import { conceptElements } from '../concepts/tracker-concepts.ts';
import { artifactOutcome } from './artifact-outcomes.ts';
import { each, kept, list, person, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Outcome, Parts } from '../xml/outcome.ts';

const originalId = unneeded('an id of the database that the archive came from');

const bind = stored('values of a list', {
  ...storedParts({ '@type': 'values of its own, people or groups', '@is_rank_alpha': 'order by the alphabet' }),
  items: list(
    'item',
    stored('value', {
      ...storedParts({
        '@ID': 'its name in exports',
        '@label': 'its label',
        '@is_hidden': 'whether it is hidden',
        description: 'its description',
      }),
    }),
  ),
  decorators: list(
    'decorator',
    stored('colour of a value', {
      '@REF': stored('which value; none: no value'),
      ...each('@r @g @b @tlp_color_name', stored('the colour')),
    }),
  ),
  default_values: list('value', {
    ...person('default value'),
    parts: { ...person('').parts, '@REF': stored('what it refers to') },
  }),
});

const fieldParts: Parts = {
  ...storedParts({
    '@type': 'type of the field',
    '@ID': 'its name in exports',
    '@rank': 'its place',
    '@use_it': 'whether it is used',
    '@required': 'whether it is required',
    '@notifications': 'whether people in it are notified',
    '@is_deleted': 'whether it is marked as deleted',
    '@original_field_id': 'the field that it shares',
    name: 'its name',
    label: 'its label',
    description: 'its description',
  }),
  '@scope': unneeded('there is only one, P'),
  ...each('@id @tracker_id @parent_id', originalId),
  properties: stored('what a field of this type may be told', { '@*': stored('property') }),
  bind,
};

/** `<formElements>`, whose elements may hold others. */
const formElements: Outcome = stored('list', {
  formElement: stored('field or container', {
    ...fieldParts,
    get formElements(): Outcome {
      return formElements;
    },
  }),
  externalField: stored('field of test management', fieldParts),
});

const flags: Parts = each(
  'instantiate_for_new_projects allow_copy log_priority_changes enable_emailgateway stop_notification notifications_level is_displayed_in_new_dropdown use_private_comments should_send_event_in_notification enable_move_artifacts'
    .split(' ')
    .map((name) => `@${name}`)
    .join(' '),
  stored('switch of the tracker'),
);

/** `<tracker>`. */
export const trackerOutcome = stored('tracker with a new id', {
  ...flags,
  ...storedParts({
    '@id': 'its name in exports',
    '@parent_id': 'its parent tracker; 0: none',
    '@is_deleted': 'whether it is marked as deleted',
    name: 'its name',
    item_name: 'its short name',
    description: 'its description',
    color: 'its colour',
    submit_instructions: 'text above the form of a new artifact',
    browse_instructions: 'text above its lists',
  }),
  cannedResponses: list(
    'cannedResponse',
    stored('canned response', storedParts({ title: 'its title', body: 'its text' })),
  ),
  formElements,
  ...conceptElements,
  webhooks: kept('nothing is called by it'),
  artifacts: list('artifact', artifactOutcome),
  timetracking: kept('times that people spent'),
});
