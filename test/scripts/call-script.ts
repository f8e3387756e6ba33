// Functions of scripts/, which have no types.
import assert from 'node:assert/strict';

/** What an exported function of a script gives. Throws as it does, or where there is none of this name. */
export async function callScript(file: string, name: string, ...args: unknown[]): Promise<unknown> {
  const script: unknown = await import(new URL(`../../scripts/${file}`, import.meta.url).href);
  const found: unknown = Reflect.get(Object(script), name);
  assert.ok(typeof found === 'function', `${file} has no ${name}`);
  return await Reflect.apply(found, undefined, args);
}
