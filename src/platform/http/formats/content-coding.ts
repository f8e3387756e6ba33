// Which compression an answer goes out in: Accept-Encoding (RFC 9110, 12.5.3). Pure.

/** A content coding that answers go out in. */
export type Coding = 'br' | 'gzip';

/** All of them, best first. */
export const codings: readonly Coding[] = ['br', 'gzip'];

const element = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** Weights by name in lower case; an element that is malformed says nothing. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [, name, weight = '1'] = element.exec(part) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight));
  }
  return weights;
}

/**
 * The coding that a client prefers of those that are `offered`, best first. Of equal weight the first one is taken, and a
 * coding rather than the bytes as they are. undefined: the bytes as they are, which is also what a client gets that takes nothing of all this.
 */
export function chooseCoding(header: string | undefined, offered: readonly Coding[]): Coding | undefined {
  if (header === undefined || header === '') return undefined;
  const weights = readWeights(header);
  const others = weights.get('*') ?? 0;
  let best: Coding | undefined;
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? others;
    if (weight === 0 || (best === undefined ? weight < bestWeight : weight <= bestWeight)) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
}
