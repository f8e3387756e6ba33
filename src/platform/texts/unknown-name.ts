// Names in requests that mean nothing.
import { invalid } from '../errors.ts';
import { says } from './said.ts';
import type { Said } from './said.ts';
import { findNearest } from './slips.ts';

/** Known names that one message lists. */
const listedMax = 20;

/** What a refusal says of a name that is none of `known`. */
export function explainUnknown(name: string, known: readonly string[]): Said {
  const nearest = findNearest(name, known);
  if (nearest !== undefined) return says('name.nearest')`is unknown; did you mean \`${nearest}\`?`;
  const names = known.slice(0, listedMax).join(', ');
  return names === '' ? says('name.unknown')`is unknown` : says('name.none-of')`is unknown; use one of ${names}`;
}

/** Throws invalid for the first name of an object that is none of `known`. */
export function requireKnownNames(sent: object, known: readonly string[], path: string): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(explainUnknown(unknown, known), `${path}.${unknown.slice(0, 60)}`);
}
