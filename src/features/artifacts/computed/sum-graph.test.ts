// Sums over graphs made at random, with circles and ways that meet, beside sums that walk from each root.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finishNow } from '../../../platform/concurrency/time-slices.ts';
import { arrangeGraph, sumBelow } from './sum-graph.ts';
import type { SumColumn } from './sum-graph.ts';

type Part = number | 'below' | undefined;

const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)];

function makeGraph(size: number, density: number): { children: Map<number, number[]>; parts: Part[] } {
  const ids = Array.from({ length: size }, (_, place) => place * 7 + 3);
  return {
    children: new Map(ids.map((id) => [id, [...ids, 1].filter(() => Math.random() < density)])),
    parts: ids.map(() => pick<Part>([1, 2.5, -4, 'below', 'below', 'below', undefined])),
  };
}

const columnOf = (parts: readonly Part[]): SumColumn => ({
  numbers: Float64Array.from(parts, (part) => (typeof part === 'number' ? part : Number.NaN)),
  carries: Uint8Array.from(parts, (part) => (part === 'below' ? 1 : 0)),
});

/** As plainly as it can be said. */
function walk(children: ReadonlyMap<number, readonly number[]>, parts: readonly Part[], root: number): number | null {
  const places = [...children.keys()];
  const seen = new Set([root]);
  const numbers: number[] = [];
  const visit = (id: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const part = parts[places.indexOf(id)];
    if (typeof part === 'number') numbers.push(part);
    else if (part === 'below') (children.get(id) ?? []).forEach(visit);
  };
  (children.get(root) ?? []).forEach(visit);
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0);
}

describe('sums over a graph', () => {
  it('count each once below each root, whatever ways lead there', () => {
    for (const [size, density] of [
      [1, 1],
      [5, 0.5],
      [40, 0.03],
      [70, 0.1],
      [100, 0.9],
    ] as const)
      for (let round = 0; round < 20; round += 1) {
        const { children, parts } = makeGraph(size, density);
        const graph = finishNow(arrangeGraph(children));
        const places = [...graph.placeOf.values()];
        const sums = finishNow(sumBelow(graph, columnOf(parts), places, { left: Infinity }));
        const wanted = [...children.keys()].map((id) => walk(children, parts, id));
        assert.deepEqual([...(sums?.values() ?? [])], wanted);
      }
  });

  it('follow links a few times for all roots together, and end where that is too much', () => {
    const { children } = makeGraph(300, 1);
    const graph = finishNow(arrangeGraph(children));
    const parts = Array.from({ length: 300 }, (_, place): Part => (place === 299 ? 1 : 'below'));
    const places = [...graph.placeOf.values()];
    const budget = { left: 5_000_000 };
    const sums = finishNow(sumBelow(graph, columnOf(parts), places, budget));
    assert.equal(sums?.get(0), 1);
    assert.ok(budget.left > 0, 'some 27 million one by one');
    assert.equal(finishNow(sumBelow(graph, columnOf(parts), places, { left: 50_000 })), undefined);
  });
});
