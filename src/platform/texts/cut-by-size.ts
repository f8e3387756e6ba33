// Cuts what would be large in one piece.

/** The items in their order, in parts of no more than `limit` together; an item that is larger is a part by itself. */
export function* cutBySize<Item>(
  items: Iterable<Item>,
  limit: number,
  sizeOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (part.length > 0 && size + added > limit) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(item);
    size += added;
  }
  if (part.length > 0) yield part;
}
