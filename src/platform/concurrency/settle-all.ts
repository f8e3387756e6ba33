// Works that go on beside each other and end together.

/**
 * As Promise.all, but rejects only once all have ended. In a transaction what goes on after the others would be left behind, and
 * write once that is undone.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  works: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
