// Checks that a value has the shape that a schema describes.
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A check for values of the schema's shape. It is compiled when it is first used: all of them take a tenth of a start. */
export function shapeCheck<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  const compile = () => Compile(schema);
  let validator: ReturnType<typeof compile> | undefined;
  return (value): value is Static<S> => (validator ??= compile()).Check(value);
}
