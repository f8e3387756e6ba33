// The operations of contract/openapi.json, and which of them a path belongs to.
import { readFileSync } from 'node:fs';

export type JsonObject = Record<string, unknown>;

export interface Parameter {
  name: string;
  place: string;
  schema: JsonObject;
}

export interface Operation {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  parameters: readonly Parameter[];
  body: JsonObject | undefined;
  /** Statuses below 400 that the description declares. */
  successes: ReadonlySet<number>;
}

export interface Contract {
  operations: readonly Operation[];
  /** Schemas by name. */
  schemas: JsonObject;
  /** Operations by method that a path below the API's base belongs to; undefined for a path of no route. */
  find(path: string): ReadonlyMap<string, Operation> | undefined;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

function readOperation(method: string, path: string, described: JsonObject): Operation {
  const content = objectOf(objectOf(described['requestBody'])['content']);
  const media = content['application/json'];
  return {
    method: method.toUpperCase(),
    path,
    parameters: listOf(described['parameters']).map((parameter) => {
      const { name, in: place, schema } = objectOf(parameter);
      return { name: String(name), place: String(place), schema: objectOf(schema) };
    }),
    body: media === undefined ? undefined : objectOf(objectOf(media)['schema']),
    successes: new Set(
      Object.keys(objectOf(described['responses']))
        .map(Number)
        .filter((status) => status < 400),
    ),
  };
}

/** Reads the reviewed description of the API. */
export function readContract(): Contract {
  const text = readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8');
  const document = objectOf(JSON.parse(text));
  const paths = Object.entries(objectOf(document['paths']));
  const byPath = new Map<string, Map<string, Operation>>();
  for (const [path, described] of paths) {
    const ofPath = new Map<string, Operation>();
    for (const [method, operation] of Object.entries(objectOf(described))) {
      if (methods.has(method)) ofPath.set(method.toUpperCase(), readOperation(method, path, objectOf(operation)));
    }
    byPath.set(path, ofPath);
  }
  const templates = [...byPath].map(([path, ofPath]) => ({ parts: path.split('/'), ofPath }));
  // Fixed parts win over parameters, as in the router.
  templates.sort((a, b) => countParameters(a.parts) - countParameters(b.parts));
  return {
    operations: [...byPath.values()].flatMap((ofPath) => [...ofPath.values()]),
    schemas: objectOf(objectOf(document['components'])['schemas']),
    find(path) {
      const parts = path.replace(/\/$/, '').split('/');
      return templates.find((template) => matchesTemplate(template.parts, parts))?.ofPath;
    },
  };
}

const isParameter = (part: string): boolean => part.startsWith('{');
const countParameters = (parts: readonly string[]): number => parts.filter(isParameter).length;

function matchesTemplate(template: readonly string[], parts: readonly string[]): boolean {
  return template.length === parts.length && template.every((part, n) => isParameter(part) || part === parts[n]);
}
