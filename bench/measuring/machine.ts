// What the numbers depend on besides the program.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './statistics.ts';

const syncs = 200;

/** Median time of making 4 KiB durable in a file of this folder. */
function measureSyncMs(folder: string): number {
  const handle = openSync(join(folder, 'sync-probe'), 'w');
  try {
    const page = Buffer.alloc(4096, 1);
    const timesMs = Array.from({ length: syncs }, (_, index) => {
      writeSync(handle, page, 0, page.length, index * page.length);
      const startMs = performance.now();
      fdatasyncSync(handle);
      return performance.now() - startMs;
    });
    return median(timesMs);
  } finally {
    closeSync(handle);
  }
}

/** One line about the disk that the folder lies on; measures for a moment. */
export const describeDisk = (folder: string, when: string): string =>
  `disk ${when}: fdatasync of 4 KiB takes ${measureSyncMs(folder).toFixed(2)} ms (median of ${syncs})`;

/** Lines that describe the machine. */
export function describeMachine(): string[] {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  return [
    `CPU: ${model}, ${availableParallelism()} cores; server and load client share them, nothing is pinned`,
    `memory: ${(totalmem() / 1e9).toFixed(1)} GB`,
    `Node.js: ${process.version}, ${process.platform} ${process.arch}`,
  ];
}
