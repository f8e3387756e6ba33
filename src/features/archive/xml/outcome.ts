// Declares elements of the format: what may stand in each, and what an import makes of it, as the inventory of an archive
// tells it.
import { defineShape } from './xml-shape.ts';
import type { Shape } from './xml-shape.ts';

/** `stored`: as what the note says. `kept`: word for word, for exports. `not needed`: for the reason that the note gives. */
export type OutcomeKind = 'stored' | 'kept' | 'not needed';

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly note: string;
  readonly parts: Parts;
}

/** By name, attributes with an `@` before it; a `?` or `*` after it says, as in shapes, how often it may stand there. */
export type Parts = Readonly<Record<string, Outcome>>;

const makes =
  (kind: OutcomeKind) =>
  (note: string, parts: Parts = {}): Outcome => ({ kind, note, parts });

export const stored = makes('stored');
export const kept = makes('kept');
export const unneeded = makes('not needed');

/** The same outcome for several names, separated by spaces. */
export const each = (names: string, outcome: Outcome): Parts =>
  Object.fromEntries(names.split(' ').map((name) => [name, outcome]));

/** Parts that are named by a note each, and stored. */
export const storedParts = (notes: Readonly<Record<string, string>>): Parts =>
  Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, stored(note)]));

/** A list of elements of one name. */
export const list = (name: string, outcome: Outcome): Outcome => stored('list', { [name]: outcome });

/** An element that names a field, a value or a tracker by its reference. */
export const referring = (note: string): Outcome => stored(note, { '@REF': stored('what it refers to') });

/** An element that names a person. */
export const person = (note: string): Outcome =>
  stored(note, {
    '@format': stored('by which key of users.xml the person is known'),
    '@is_anonymous?': unneeded('an e-mail address says so'),
  });

/** An element that says when. */
export const moment = (note: string): Outcome =>
  stored(note, { '@format': unneeded('dates have one format, ISO8601') });

/** A text of one of several formats. */
export const formatted = (note: string): Outcome => stored(note, { '@format?': stored('its format') });

/** What the element may hold; its own text only where that is said. */
export function shapeOf({ parts }: Outcome, { text = false } = {}): Shape {
  const names = Object.keys(parts);
  return defineShape({
    attributes: names.flatMap((name) => (name.startsWith('@') ? [name.slice(1)] : [])).join(' '),
    children: names.filter((name) => !name.startsWith('@')).join(' '),
    text,
  });
}

/** What becomes of a part of an element, an attribute with `@` before its name; undefined for what nobody described. */
export function findPart({ parts }: Outcome, name: string): Outcome | undefined {
  const key = [name, `${name}?`, `${name}*`].find((candidate) => Object.hasOwn(parts, candidate));
  if (key !== undefined) return parts[key];
  return name.startsWith('@') ? parts['@*'] : undefined;
}
