// Parts of answers of the API, whose routes promise their shapes.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member; undefined where there is none. */
export const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** A list, by itself or as a member; empty where there is none. */
export function listOf(value: unknown, name?: string): readonly unknown[] {
  const list = name === undefined ? value : memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** Some members of a record, in this order. */
export const pick = (value: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, memberOf(value, name)]));

/** A member that is a text or a number, as text; empty where it is something else. */
export function textOf(value: unknown, name: string): string {
  const member = memberOf(value, name);
  return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
}
