// JSON that Tepal wrote into a column, checked where it is read, so that a damaged row is found there.
import type { Static, TSchema } from 'typebox';
import { shapeCheck } from '../../texts/shape.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object of any members, which costs no more than parsing it; throws as what storedJson makes. */
export function readStoredObject(text: string, place: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`stored ${place} does not have the expected format`);
  return value;
}

/** Makes a reader of one kind of stored JSON; it throws an Error that names the place when the JSON is damaged. */
export function storedJson<S extends TSchema>(schema: S): (text: string, place: string) => Static<S> {
  const hasShape = shapeCheck(schema);
  return (text, place) => {
    const value: unknown = JSON.parse(text);
    if (!hasShape(value)) throw new Error(`stored ${place} does not have the expected format`);
    return value;
  };
}
