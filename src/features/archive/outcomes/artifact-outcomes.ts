// What an import makes of artifacts, element by element.
import { each, list, person, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Outcome } from '../xml/outcome.ts';

const moment = (note: string): Outcome => stored(note, { '@format': unneeded('dates have one format, ISO8601') });
const formatted = (note: string): Outcome => stored(note, { '@format?': stored('its format') });

const body = formatted('its text');
const comment = stored('version of a comment; one that never said anything is left out', {
  submitted_by: person('its author'),
  submitted_on: moment('its moment'),
  body,
  'private_ugroups?': list('ugroup', stored('group that may read it')),
});

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
  'comments?': list('comment', comment),
  'field_change*': fieldChange,
  'external_field_change*': stepChange,
});

const file = stored('attachment', {
  '@id': stored('what changes refer to'),
  ...storedParts({
    filename: 'its name',
    path: 'the file in the archive, whose bytes are stored',
    filetype: 'its media type',
    'description?': 'its description',
  }),
  filesize: unneeded('the file itself has a length'),
});

/** `<artifact>`. */
export const artifactOutcome = stored('artifact with a new id', {
  '@id': stored('its name in exports; links refer to it'),
  '@tracker_id?': unneeded('it stands inside its tracker'),
  '@rank?': stored('its place in the order of artifacts'),
  'changeset*': changeset,
  'file*': file,
});

/** What readers of artifacts accept. */
export const artifactShapes = {
  artifact: shapeOf(artifactOutcome),
  changeset: shapeOf(changeset),
  comment: shapeOf(comment),
  body: shapeOf(body, { text: true }),
  file: shapeOf(file),
};
