// Bodies for the description of the API that nobody wrote by hand: made from the schema, so that they are what it takes.

/** What fields of these names usually hold. */
const usual: Readonly<Record<string, string>> = {
  address: 'ana@example.org',
  body: 'Measured on two phones.',
  branch_dest: 'main',
  branch_src: 'login',
  content: 'Measured on two phones.',
  description: 'What it is about.',
  email: 'ana@example.org',
  end_date: '2026-03-13',
  expert_query: "status = 'open'",
  label: 'Login',
  locale: 'en_US',
  message: 'Down at six.',
  name: 'login',
  path: 'src/main.ts',
  real_name: 'Ana Costa',
  scope: 'write:rest',
  shortname: 'orchard',
  short_name: 'testers',
  start_date: '2026-03-02',
  timezone: 'Europe/Paris',
  title: 'The login page is slow',
  url: 'https://builds.example.org/hook',
  username: 'ana',
};

const optionalShown = 4;
const deepest = 6;

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const numberAt = (schema: Schema, key: string): number | undefined =>
  typeof schema[key] === 'number' ? schema[key] : undefined;

/** The example that a description gives, as in "a name such as Europe/Paris". */
const exampleIn = ({ description }: Schema): string | undefined =>
  typeof description !== 'string'
    ? undefined
    : /such as [`"“]?([^\s`"”,;]+?)[`"”.]?(?:[\s,;]|$)/.exec(description)?.[1];

function textOf(schema: Schema, name: string): string {
  const [least, most] = [numberAt(schema, 'minLength') ?? 0, numberAt(schema, 'maxLength') ?? Infinity];
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : undefined;
  const fits = (text: string): boolean => text.length >= least && text.length <= most && (pattern?.test(text) ?? true);
  const candidates = [exampleIn(schema), usual[name], 'text', '2026-03-02', '1', '#102030'];
  return (
    candidates.find((text): text is string => text !== undefined && fits(text)) ?? 'x'.repeat(Math.min(least, 100))
  );
}

function listOf(schema: Schema, name: string, depth: number): unknown[] {
  const item = schema['items'];
  const least = numberAt(schema, 'minItems') ?? 0;
  if (!isSchema(item) || numberAt(schema, 'maxItems') === 0 || (depth >= deepest && least === 0)) return [];
  return Array.from({ length: Math.max(1, least) }, () => exampleOf(item, name.replace(/s$/, ''), depth + 1));
}

function objectOf(schema: Schema, depth: number): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const optional = properties.filter(([key]) => !required.has(key)).map(([key]) => key);
  const shown = new Set([...required, ...(depth >= deepest ? [] : optional.slice(0, optionalShown))]);
  return Object.fromEntries(
    properties.flatMap(([key, property]) =>
      shown.has(key) && isSchema(property) ? [[key, exampleOf(property, key, depth + 1)]] : [],
    ),
  );
}

/** A value that the JSON schema takes: all that it requires and some of what it allows. `name` is the field that holds it. */
export function exampleOf(schema: Schema, name = '', depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['anyOf'])) {
    const choices: unknown[] = schema['anyOf'];
    const chosen = choices.find((choice) => isSchema(choice) && choice['type'] !== 'null');
    return isSchema(chosen) ? exampleOf({ ...schema, anyOf: undefined, ...chosen }, name, depth) : null;
  }
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, depth);
    case 'array':
      return listOf(schema, name, depth);
    case 'integer':
    case 'number':
      return Math.min(Math.max(12, numberAt(schema, 'minimum') ?? 0), numberAt(schema, 'maximum') ?? Infinity);
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema, name);
    default:
      return 'text';
  }
}
