// What somebody meant who mistyped a word.

/** How many letters must be put in, taken out or replaced to make one word of the other (Levenshtein's distance). */
function countEdits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries())
      line.push(
        Math.min(
          (line[column] ?? 0) + 1,
          (above[column + 1] ?? 0) + 1,
          (above[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** The word that is nearest to what was typed; undefined where more than a third of its letters, and more than two, would be wrong. */
export function findClosest(typed: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, edits: countEdits(typed.slice(0, 64), word) }))
    .sort((a, b) => a.edits - b.edits);
  if (nearest === undefined) return undefined;
  return nearest.edits <= Math.max(2, Math.floor(typed.length / 3)) && nearest.edits < typed.length
    ? nearest.word
    : undefined;
}
