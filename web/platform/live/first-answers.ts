// Answers that the document brings, or asked for before the program was there, until the page takes them.

declare global {
  /** By address; undefined for what the document does not bring after all. */
  var tepalFirst: Record<string, Promise<Response | undefined>> | undefined;
}

/** What nobody has taken for so long may be another by now, in ms. */
const keptMs = 60_000;

/** Something changed, so what nobody has taken yet may be old. */
export function forgetFirst(): void {
  globalThis.tepalFirst = undefined;
}

/** The answer that a GET of this address would get; undefined where it has to be asked for. An answer is taken once. */
export async function takeFirst(address: string): Promise<Response | undefined> {
  if (performance.now() > keptMs) forgetFirst();
  const first = globalThis.tepalFirst?.[address];
  delete globalThis.tepalFirst?.[address];
  return first;
}
