// What an import makes of artifacts, element by element.
import { attachmentOutcome } from '../concepts/attachments.ts';
import { commentOutcome } from '../concepts/comments.ts';
import { each, formatted, list, moment, person, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';

const fieldChange = stored('new value of a field', {
  ...each('@field_name @type @bind', stored('which field, and how its values are written')),
  '@use_perm': stored('whether the artifact is limited to groups'),
  value: stored('value', {
    ...each('@format @is_anonymous', unneeded('how the value is written')),
    ...storedParts({ '@ref': 'attachment', '@nature': 'link type' }),
  }),
  manual_value: stored('value that somebody set by hand'),
  is_autocomputed: stored('whether the value is computed'),
  ugroup: stored('group that may read the artifact', {
    ...each('@ugroup_name @ugroup_id', stored('the name or number of the group')),
  }),
});

const stepChange = stored('new steps of a test', {
  ...each('@field_name @type', stored('which field')),
  step: stored('step', { description: formatted('what to do'), expected_results: formatted('what comes of it') }),
});

const changeset = stored('changeset; one that changes nothing and says nothing is left out', {
  '@id?': unneeded('nothing refers to it'),
  '@agent?': stored('the agent that made it for its author'),
  submitted_by: person('its author'),
  submitted_on: moment('its moment'),
  'comments?': list('comment', commentOutcome),
  'field_change*': fieldChange,
  'external_field_change*': stepChange,
});

/** `<artifact>`. */
export const artifactOutcome = stored('artifact with a new id', {
  '@id': stored('its name in exports; links refer to it'),
  '@tracker_id?': unneeded('it stands inside its tracker'),
  '@rank?': stored('its place in the order of artifacts'),
  'changeset*': changeset,
  'file*': attachmentOutcome,
});

/** What readers of artifacts accept. */
export const artifactShapes = {
  artifact: shapeOf(artifactOutcome),
  changeset: shapeOf(changeset),
};
