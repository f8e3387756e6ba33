// Cuts what would be large in one piece.

/** A part of what must not be held, or written, all at once. */
export const partLength = 1024;

/** The items in their order, 1024 at a time. */
export function* cutParts<Item>(items: Iterable<Item>): Generator<Item[]> {
  let part: Item[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < partLength) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
