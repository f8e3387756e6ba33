// Loaded into the attacked server: notes how long one turn of its event loop held the main thread, in time of the processor,
// which other processes on a busy machine do not add to.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const lookEveryMs = 5;
/** Shorter ones are of no interest. */
const notedMs = 15;

const file = process.argv.includes('serve') && isMainThread ? process.env['TURNS_FILE'] : undefined;
if (file !== undefined) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const ms = (user + system) / 1000;
    if (ms > notedMs) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
  }, lookEveryMs).unref();
}
