// The schema by which answers are written. To tell which part of a union a value is, a serializer validates it against all of
// that part, which takes long to compile and longer than writing it; the schemas here tell by what the parts differ in.

interface Schema {
  readonly [name: string]: unknown;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Keywords of JSON Schema (2020-12, section 10.2.2).
const [condition, match, other] = ['if', 'then', 'else'];

const scalars: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

/**
 * Writes a value of this schema as the schema itself would. Parts of a union that are objects must differ in the names that
 * they require, or in constants.
 */
export function toWritingSchema(schema: Schema): Schema {
  const parts = Object.entries(schema).map(([name, value]): [string, unknown] => [name, toWriting(value)]);
  return simplifyUnion(Object.fromEntries<unknown>(parts));
}

function toWriting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWriting);
  return isSchema(value) ? toWritingSchema(value) : value;
}

function simplifyUnion(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isSchema)) return schema;
  if (anyOf.every(({ const: text }) => typeof text === 'string')) return { ...rest, type: 'string' };
  const [nulls, others] = [anyOf.filter(isNull), anyOf.filter((part) => !isNull(part))];
  const [only] = others;
  if (only !== undefined && others.length === 1 && only[condition] === undefined)
    return { ...rest, ...only, nullable: true };
  const isScalar = ({ type, const: value }: Schema): boolean => scalars.has(type) && value === undefined;
  if (anyOf.every(isScalar)) return { ...rest, type: anyOf.map(({ type }) => type) };
  return { ...rest, ...chooseByShape([...nulls, ...others]) };
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The first part of which a value has the shape, else the last one. */
function chooseByShape([part, ...others]: readonly Schema[]): Schema {
  if (part === undefined || others.length === 0) return { ...part };
  return { [condition]: shapeOf(part), [match]: part, [other]: chooseByShape(others) };
}

/** What tells a part from others at first sight. */
function shapeOf({ type, const: constant, required, properties, items }: Schema): Schema {
  const constants = Object.entries(isSchema(properties) ? properties : {}).filter(
    ([, property]) => isSchema(property) && property['const'] !== undefined,
  );
  return {
    ...(type === undefined ? {} : { type }),
    ...(constant === undefined ? {} : { const: constant }),
    ...(required === undefined ? {} : { required }),
    ...(constants.length === 0 ? {} : { properties: Object.fromEntries(constants) }),
    ...(isSchema(items) ? { items: 'not' in items ? items : shapeOf(items) } : {}),
  };
}
