// Names in requests that mean nothing.
import { invalid } from '../errors.ts';
import { findNearest } from './slips.ts';

const listedMax = 20;

/** What a refusal says of a name that is none of `known`. */
export function explainUnknown(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  if (nearest !== undefined) return `is not known here; the nearest name is \`${nearest}\``;
  const names = known.slice(0, listedMax).join(', ');
  return `is not known here${names === '' ? '' : `; the names are: ${names}`}`;
}

/** Throws invalid for the first name of an object that is none of `known`. */
export function requireKnownNames(sent: object, known: readonly string[], path: string): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(explainUnknown(unknown, known), `${path}.${unknown.slice(0, 60)}`);
}
