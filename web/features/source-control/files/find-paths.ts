// Which paths somebody means by some letters. Pure.

const shownMax = 50;
/** Longer than any path that has to be told from others by its length. */
const pathMax = 10_000;

/** Lower is better; undefined where the letters are not in it, in their order. What is in the name counts more than in folders. */
function rank(path: string, letters: string): number | undefined {
  const folded = path.toLowerCase();
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  if (name.startsWith(letters)) return name.length + folded.length / pathMax;
  if (name.includes(letters)) return 1000 + name.length + folded.length / pathMax;
  if (folded.includes(letters)) return 2000 + folded.length;
  let at = -1;
  let gaps = 0;
  for (const letter of letters) {
    const next = folded.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return 10_000 + gaps * 10 + folded.length;
}

/** The best first; without letters the first ones. */
export function findPaths(paths: readonly string[], text: string): string[] {
  const letters = text.toLowerCase().replaceAll(/\s/g, '');
  if (letters === '') return paths.slice(0, shownMax);
  return paths
    .flatMap((path) => {
      const place = rank(path, letters);
      return place === undefined ? [] : [{ path, place }];
    })
    .sort((a, b) => a.place - b.place || (a.path < b.path ? -1 : 1))
    .slice(0, shownMax)
    .map(({ path }) => path);
}
