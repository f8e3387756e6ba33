// What a program that was started writes, within bounds.
import { signalGroup } from './starter.ts';
import type { StartedProgram } from './starter.ts';

/** Of what a program says when it fails; in characters or bytes. */
const failureMax = 2000;

/** What it writes to standard error, cut; to be asked once it has ended. */
export function listenToErrors(child: StartedProgram): () => string {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (said.length < failureMax) said += part;
  });
  return () => said.trim().slice(0, failureMax);
}

/** What is said of a program that does not give what it should. */
export interface ProgramWords {
  tooLarge(): Error;
  late(): Error;
  /** Of another status than 0, by what it wrote. */
  explain(said: string): Error;
}

export interface CollectOptions {
  /** Bytes for its standard input. */
  input?: string | Buffer;
  outputMaxBytes?: number;
  timeoutMs?: number;
  /** Given its output piece by piece, which is not kept then; true ends the program: that was enough. */
  take?(piece: Buffer): boolean;
}

const outputMaxBytesByDefault = 67_108_864;
/** Milliseconds that a program may run where its caller sets no limit; then it is killed. */
const runMaxMs = 60_000;

/** What a program writes to its output. Throws as `words` says. */
export async function collect(
  child: StartedProgram,
  { input = '', outputMaxBytes = outputMaxBytesByDefault, timeoutMs = runMaxMs, take }: CollectOptions = {},
  words: ProgramWords,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isEnough = false;
  const keep = (chunk: Buffer): void => {
    if (take === undefined) chunks.push(chunk);
    else if (!isEnough && take(chunk)) {
      isEnough = true;
      signalGroup(child, 'SIGKILL');
    }
  };
  const said = listenToErrors(child);
  child.stdout.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > outputMaxBytes) signalGroup(child, 'SIGKILL');
    else keep(chunk);
  });
  // A program that ends without reading its input says why in its own way.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(child, 'SIGKILL');
  }, timeoutMs);
  try {
    const { status } = await child.closed;
    if (isEnough) return Buffer.alloc(0);
    if (sizeBytes > outputMaxBytes) throw words.tooLarge();
    if (isLate) throw words.late();
    const output = Buffer.concat(chunks);
    if (status === 0) return output;
    const printed = output.toString('utf8', 0, failureMax).trim();
    const all = [said(), printed].filter((text) => text !== '').join('\n');
    throw words.explain(all || `it ended with status ${status}`);
  } finally {
    clearTimeout(timer);
  }
}
