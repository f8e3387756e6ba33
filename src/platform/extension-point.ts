// Where a feature can be extended: a typed list that it owns, and that features after it add to when they are made.

export interface ExtensionPoint<T> {
  /** Adds what a later feature knows. */
  add(extension: T): void;
  /** In the order in which they were added. */
  list(): readonly T[];
}

export function createExtensionPoint<T>(): ExtensionPoint<T> {
  const extensions: T[] = [];
  return {
    add: (extension) => void extensions.push(extension),
    list: () => extensions,
  };
}

/** Asks all who can be asked at the same time; what they answer stands in the order in which they were added. */
export const askAll = async <A extends readonly unknown[], R>(
  point: ExtensionPoint<(...asked: A) => Promise<readonly R[]>>,
  ...asked: A
): Promise<R[]> => (await Promise.all(point.list().map((ask) => ask(...asked)))).flat();
