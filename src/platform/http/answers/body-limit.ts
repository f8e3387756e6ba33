// How large a body a route takes: what its schema can hold, unless the route says so itself.
import type { TSchema } from 'typebox';
import { isObject } from '../../wire/decode-plan.ts';
import type { Access } from '../routes/route.ts';

/** What anybody may send, and what every route takes; longer bodies are read from people who are signed in alone. */
export const smallBodyMaxBytes = 65_536;

/** Of a route whose schema has no bound, unless the route says something else. */
const ordinaryBodyMaxBytes = 1_048_576;

interface BodyRoute {
  access: Access;
  body?: TSchema;
  bodyMaxBytes?: number;
}

/** The largest body of a route, in bytes; Infinity where that is the site's choice alone. */
export function bodyMaxBytesOf({ access, body, bodyMaxBytes }: BodyRoute): number {
  if (bodyMaxBytes !== undefined) return bodyMaxBytes;
  if (body === undefined || access === 'public') return smallBodyMaxBytes;
  const bytes = measureLargest(body);
  return Number.isFinite(bytes) ? Math.max(smallBodyMaxBytes, bytes) : ordinaryBodyMaxBytes;
}

/** A character of a text that is written as an escape (`\u00e9`). */
const characterBytes = 6;
const scalarBytes = 32;
/** `<item></item>` around an item, `<></>` and its name twice around a member. */
const itemBytes = 13;
const memberBytes = 5;

const valuesOf = (part: unknown): unknown[] => (isObject(part) ? Object.values(part) : []);

const listOf = (schema: Record<string, unknown>, key: string): unknown[] | undefined => {
  const list: unknown = schema[key];
  return Array.isArray(list) ? list : undefined;
};

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Infinity);

const largestOf = (values: readonly unknown[], measure: (value: unknown) => number): number =>
  values.reduce((largest: number, value) => Math.max(largest, measure(value)), 0);

const measureValue = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Bytes of the largest value that the schema lets pass, in the longer of both spellings; Infinity where it sets no bound. */
function measureLargest(schema: unknown): number {
  if (!isObject(schema)) return Infinity;
  if ('const' in schema) return measureValue(schema['const']);
  const choices = listOf(schema, 'enum');
  if (choices !== undefined) return largestOf(choices, measureValue);
  const options = listOf(schema, 'anyOf') ?? listOf(schema, 'oneOf');
  if (options !== undefined) return largestOf(options, measureLargest);
  const parts = listOf(schema, 'allOf');
  if (parts !== undefined) return parts.reduce((sum: number, part) => sum + measureLargest(part), 0);
  switch (schema['type']) {
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return scalarBytes;
    case 'string':
      return characterBytes * numberOf(schema['maxLength']) + 2;
    case 'array':
      return schema['maxItems'] === 0
        ? 2
        : numberOf(schema['maxItems']) * (measureLargest(schema['items']) + itemBytes);
    case 'object':
      return measureObject(schema);
    default:
      return Infinity;
  }
}

function measureObject(schema: Record<string, unknown>): number {
  const isOpen = valuesOf(schema['patternProperties']).length > 0 || isObject(schema['additionalProperties']);
  if (isOpen || schema['additionalProperties'] === true) return Infinity;
  const members = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return members.reduce((sum, [name, part]) => sum + 2 * name.length + memberBytes + measureLargest(part), 2);
}
