// Lines on standard error, whatever it is: a terminal, a pipe that nobody reads, a file on a full disk. None of them holds up or
// ends the process.
import { write, writeSync } from 'node:fs';

const descriptor = 2;
/** Bytes that wait to be written; a line that finds no room is left out. */
const waitingMaxBytes = 1_048_576;
/** After how long a pipe that is full is tried again. */
const againMs = 50;

let waiting: Buffer[] = [];
let waitingBytes = 0;
let isWriting = false;
let hasEnd = false;

/** Writes the line when it can, after those before it. */
export function writeStandardError(line: string): void {
  const bytes = Buffer.from(line);
  if (waitingBytes + bytes.length > waitingMaxBytes) return;
  waiting.push(bytes);
  waitingBytes += bytes.length;
  if (!hasEnd) process.on('exit', writeRest);
  hasEnd = true;
  if (!isWriting) writeNext();
}

function writeNext(): void {
  const bytes = Buffer.concat(waiting);
  waiting = [bytes];
  isWriting = bytes.length > 0;
  if (!isWriting) return;
  write(descriptor, bytes, (error, written) => {
    if (error?.code === 'EAGAIN') return void setTimeout(writeNext, againMs);
    // What the system refuses for another reason is lost: there is nowhere else to tell it.
    const done = error === null ? written : bytes.length;
    waiting[0] = bytes.subarray(done);
    waitingBytes -= done;
    writeNext();
  });
}

/** What is left when the process ends. */
function writeRest(): void {
  try {
    for (const bytes of waiting) writeSync(descriptor, bytes);
  } catch {
    // As above.
  }
}
