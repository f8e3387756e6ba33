// The program of the thread that page-drawer.ts starts: one page at a time.
import { parentPort } from 'node:worker_threads';
import { readDrawing } from './drawn-page.ts';
import type { Wanted } from './drawn-page.ts';

const draw = await readDrawing();
parentPort?.on('message', (wanted: Wanted) => {
  draw(wanted).then(
    (drawing) => parentPort?.postMessage(drawing),
    (error: unknown) => parentPort?.postMessage({ failed: error instanceof Error ? error.stack : String(error) }),
  );
});
