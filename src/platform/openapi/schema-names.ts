// Schemas of routes as the OpenAPI description shows them: plain JSON, hints for the XML spelling, and names.

export type JsonObject = { [name: string]: unknown };

/** The named schemas of one description, filled while its operations are described. */
export interface SchemaNames {
  /**
   * Keeps a schema under a name and gives the reference to it. A schema with a `title` goes by its title, any other by
   * `fallbackName`; `xmlRoot` is the root element of a body of that shape. Throws when two schemas claim one name.
   */
  refer(schema: unknown, fallbackName: string, xmlRoot: 'request' | 'response'): JsonObject;
  /** The schema in place, for a parameter. */
  inline(schema: unknown): JsonObject;
  /** All of them by name, in order of the alphabet. */
  list(): JsonObject;
}

const schemaMaps = new Set(['properties', 'patternProperties']);
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const schemaMembers = new Set(['items', 'additionalProperties', 'not']);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Starts the collection of one description. */
export function createSchemaNames(): SchemaNames {
  const named = new Map<string, JsonObject>();

  function keep(name: string, schema: JsonObject): JsonObject {
    const known = named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${name}; give one of them another title.`);
    }
    named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A schema inside another: by reference when it has a title. */
  function describeInner(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    const plain = describeSchema(schema, describeInner);
    return typeof schema['title'] === 'string' ? keep(schema['title'], plain) : plain;
  }

  return {
    refer(schema, fallbackName, xmlRoot) {
      if (!isObject(schema)) throw new Error(`${fallbackName} is no schema.`);
      const plain = describeSchema(schema, describeInner);
      const xml = { name: xmlRoot };
      if (typeof schema['title'] === 'string') return { ...keep(schema['title'], plain), xml };
      return keep(fallbackName, { ...plain, xml: { ...xml, ...(isObject(plain['xml']) ? plain['xml'] : {}) } });
    },
    inline: (schema) => (isObject(schema) ? describeSchema(schema, describeInner) : {}),
    list: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const membersOf = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {});

const listIgnored = (names: readonly unknown[]): JsonObject =>
  Object.fromEntries(names.map((name) => [String(name), { description: 'What answers show here; says nothing.' }]));

/** A list is an element that wraps one `item` per entry (spec ruling 3). */
function describeSchema(schema: JsonObject, describe: (inner: unknown) => unknown): JsonObject {
  const plain: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('~')) continue;
    if (schemaMaps.has(key) && isObject(value)) {
      plain[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, describe(inner)]));
    } else if (schemaLists.has(key) && Array.isArray(value)) plain[key] = value.map(describe);
    else if (schemaMembers.has(key)) plain[key] = describe(value);
    else plain[key] = structuredClone(value);
  }
  const { 'x-ignored': ignored, ...described } = plain;
  if (Array.isArray(ignored)) return { ...described, properties: { ...membersOf(described), ...listIgnored(ignored) } };
  if (plain['type'] !== 'array') return plain;
  const items = isObject(plain['items']) ? plain['items'] : {};
  const hint = isObject(items['xml']) ? items['xml'] : {};
  return { ...plain, items: { ...items, xml: { ...hint, name: 'item' } }, xml: { wrapped: true } };
}
