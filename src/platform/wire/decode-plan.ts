// Compiles a route's schema into a plan that one walk over the input can follow, whatever form the input has.

import { shapeCheck } from '../texts/shape.ts';
import type { Scalar, ScalarKind } from './xml-read.ts';

/** A named part of an object. */
export interface Member {
  plan: Plan;
  required: boolean;
  fallback: unknown;
}

/** How a part is read: a schema without what only the checker needs. */
export type Plan =
  | { kind: ScalarKind }
  | { kind: 'untyped' }
  | { kind: 'choice'; values: Scalar[] }
  | { kind: 'list'; first: Plan[]; item: Plan; itemsMax: number }
  | {
      kind: 'object';
      members: Map<string, Member>;
      /** Names of what answers show and requests may send back. */
      ignored: ReadonlySet<string>;
      patterns: [RegExp, Plan][];
      rest: Plan | 'drop' | 'refuse';
    }
  | { kind: 'union'; options: { plan: Plan; isValid: (value: unknown) => boolean }[] };

const untyped: Plan = { kind: 'untyped' };

/** Tells an object from lists and scalars. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Compiles a schema. Throws TypeError for `$ref` and for a property named `__proto__`. */
export function compilePlan(schema: unknown): Plan {
  if (!isObject(schema)) return untyped;
  if ('$ref' in schema) throw new TypeError('A schema with $ref cannot be compiled into a decoder.');
  if (isScalar(schema['const'])) return { kind: 'choice', values: [schema['const']] };
  if (Array.isArray(schema['enum'])) return { kind: 'choice', values: schema['enum'].filter(isScalar) };
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return planUnion(options);
  if (Array.isArray(schema['allOf'])) return planObject(mergeObjects(schema['allOf'].filter(isObject)));
  const type = schema['type'];
  if (Array.isArray(type)) return planUnion(type.map((one: unknown) => ({ ...schema, type: one })));
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: type };
    case 'array':
      return planList(schema);
    case 'object':
      return planObject(schema);
    default:
      return untyped;
  }
}

function planList(schema: Record<string, unknown>): Plan {
  const { items, maxItems } = schema;
  const itemsMax = typeof maxItems === 'number' ? maxItems : Infinity;
  return Array.isArray(items)
    ? { kind: 'list', first: items.map(compilePlan), item: untyped, itemsMax }
    : { kind: 'list', first: [], item: compilePlan(items), itemsMax };
}

/** Options of scalar constants become one choice; null goes last, so that a blank text is tried as a text first. */
function planUnion(schemas: unknown[]): Plan {
  const options = schemas.map((schema) => ({ plan: compilePlan(schema), isValid: compileCheck(schema) }));
  const values = options.flatMap(({ plan }) => literalsOf(plan) ?? []);
  if (options.every(({ plan }) => literalsOf(plan) !== undefined)) return { kind: 'choice', values };
  return { kind: 'union', options: options.toSorted((a, b) => Number(isNull(a.plan)) - Number(isNull(b.plan))) };
}

/** Whether null is what the plan reads. */
export const isNull = (plan: Plan): boolean =>
  plan.kind === 'null' || (plan.kind === 'choice' && plan.values.includes(null));

function literalsOf(plan: Plan): Scalar[] | undefined {
  if (plan.kind === 'null') return [null];
  return plan.kind === 'choice' ? plan.values : undefined;
}

function compileCheck(schema: unknown): (value: unknown) => boolean {
  return isObject(schema) ? shapeCheck(schema) : () => true;
}

function planObject(schema: Record<string, unknown>): Plan {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = new Map<string, Member>();
  for (const [name, member] of entriesOf(schema['properties'])) {
    if (name === '__proto__') throw new TypeError('A schema cannot have a property named __proto__.');
    const fallback = isObject(member) ? member['default'] : undefined;
    members.set(name, { plan: compilePlan(member), required: required.includes(name), fallback });
  }
  const patterns: [RegExp, Plan][] = [];
  for (const [pattern, value] of entriesOf(schema['patternProperties'])) {
    patterns.push([new RegExp(pattern, 'us'), compilePlan(value)]);
  }
  const additional = schema['additionalProperties'];
  const rest = additional === undefined ? 'drop' : additional === false ? 'refuse' : compilePlan(additional);
  const ignored: unknown = schema['x-ignored'];
  return { kind: 'object', members, ignored: new Set(Array.isArray(ignored) ? ignored : []), patterns, rest };
}

const mergeObjects = (schemas: Record<string, unknown>[]): Record<string, unknown> => ({
  properties: Object.fromEntries(schemas.flatMap((schema) => entriesOf(schema['properties']))),
  patternProperties: Object.fromEntries(schemas.flatMap((schema) => entriesOf(schema['patternProperties']))),
  required: schemas.flatMap((schema) => schema['required'] ?? []),
});
