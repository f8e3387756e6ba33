// Versions of what is shown of trackers, for entity tags: fields of moments show the time of the request as what they begin with,
// and a change must not be refused because a minute passed.
import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Tracker, TrackerField } from './trackers.schema.ts';
import { fieldIs } from '../fields/field-is.ts';

/** The default that somebody chose for a date stands in its properties, too. */
const withoutNow = (field: Static<typeof TrackerField>): Static<typeof TrackerField> =>
  fieldIs.dated(field) ? { ...field, default_value: null } : field;

const digestOf = (shown: object): string => hash('sha1', JSON.stringify(shown), 'base64url').slice(0, 16);

export const versionOfField = (field: Static<typeof TrackerField>): string => digestOf(withoutNow(field));

export const versionOfTracker = (tracker: Static<typeof Tracker>): string =>
  digestOf({ ...tracker, fields: tracker.fields.map(withoutNow) });
