// What the server says of values in words that have no name. Pure.

const numbers = /-?\d[\d_.]*/g;

/** What is allowed, by the words of the server with `#` for each number; as the server says it where there is none. */
export function translateHint(allowed: string, hints: Readonly<Record<string, string>>): string {
  const found = allowed.match(numbers) ?? [];
  let at = 0;
  return hints[allowed.replaceAll(numbers, '#')]?.replaceAll('#', () => found[at++] ?? '') ?? allowed;
}
