// Where a line has a text that was searched, whatever the letter case. Pure.

/** The line in its parts. */
export function splitMatches(line: string, text: string): { part: string; isMatch: boolean }[] {
  const [folded, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Letters whose small form is longer would shift the places.
  if (wanted === '' || folded.length !== line.length) return [{ part: line, isMatch: false }];
  const parts: { part: string; isMatch: boolean }[] = [];
  let start = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, start)) {
    if (at > start) parts.push({ part: line.slice(start, at), isMatch: false });
    start = at + wanted.length;
    parts.push({ part: line.slice(at, start), isMatch: true });
  }
  return start < line.length ? [...parts, { part: line.slice(start), isMatch: false }] : parts;
}
