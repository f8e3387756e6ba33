// Answers of the API that the document inlines as elements of JSON. Each stands for the first request of its address.

interface PreloadedElement {
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly textContent: string | null;
  remove(): void;
}

/** An answer that no page has taken for so long may be stale, in ms. */
const validMs = 60_000;

/** By address. */
let elements = new Map<string, PreloadedElement>();

/** Offers what the elements hold: their address, and of the headers date, entity tag and size of the whole list. */
export function offerPreloaded(found: Iterable<PreloadedElement>): void {
  elements = new Map(Array.from(found, (element) => [element.dataset['preloaded'] ?? '', element]));
}

/** Something changed, or time passed: answers that no page has taken may be stale. */
export function forgetPreloaded(): void {
  elements.clear();
}

/** The answer that a GET of this address would get; undefined where it has to be requested. An answer is taken once. */
export function takePreloaded(address: string): Response | undefined {
  if (performance.now() > validMs) forgetPreloaded();
  const element = elements.get(address);
  if (element === undefined) return undefined;
  elements.delete(address);
  element.remove();
  const { date = '', etag, size } = element.dataset;
  const headers = {
    date,
    ...(etag === undefined ? {} : { etag }),
    ...(size === undefined ? {} : { 'x-pagination-size': size }),
  };
  return new Response(element.textContent, { headers });
}
