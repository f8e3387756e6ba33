// Drives N connections against a server, one request after another on each, and measures every one.
import { performance } from 'node:perf_hooks';
import { connect } from 'node:net';
import type { Exchange, LoadPlan, Measurement } from '../measuring/messages.ts';
import { createResponseReader } from './response-reader.ts';
import { percentile } from '../measuring/statistics.ts';

const placeholder = '########';
const readBufferBytes = 65_536;
const stallTimeoutMs = 30_000;

/** Eight digits, never the same twice in this process. */
let lastNumber = 10_000_000;

interface Prepared {
  bytes: Buffer;
  /** Where the changing number goes; -1 for none. */
  numberAt: number;
  bodyBytes: number | undefined;
  kind: string | undefined;
}

interface Run {
  plan: LoadPlan;
  /** What the client with this index sends next; undefined when it shall stop. */
  next(client: number): Prepared | undefined;
  /** Takes note of a complete and correct answer. */
  note(sent: Prepared, sentAtMs: number, nowMs: number): void;
  fail(reason: string): void;
}

function prepare({ request, bodyBytes, kind }: Exchange): Prepared {
  const bytes = Buffer.from(request, 'latin1');
  return { bytes, numberAt: bytes.indexOf(placeholder), bodyBytes, kind };
}

/** Decides who sends what, until `endMs` or, with `once`, until nothing is left. */
function createSchedule({ plan, endMs }: { plan: LoadPlan; endMs: number }): Run['next'] {
  const prepared = plan.exchanges.map(prepare);
  const count = prepared.length;
  const positions = Array.from({ length: plan.clients }, (_, client) => Math.floor((client * count) / plan.clients));
  let used = 0;
  return (client) => {
    if (plan.order === 'once') return prepared[used++];
    if (performance.now() >= endMs) return undefined;
    if (plan.order === 'own') return prepared[client];
    const position = positions[client] ?? 0;
    positions[client] = (position + 1) % count;
    return prepared[position];
  };
}

function findFault(plan: LoadPlan, sent: Prepared, answer: { status: number; bodyBytes: number }): string | undefined {
  if (answer.status !== plan.status) return `the status is ${answer.status} instead of ${plan.status}`;
  if (sent.bodyBytes === undefined || sent.bodyBytes === answer.bodyBytes) return undefined;
  return `the body has ${answer.bodyBytes} bytes instead of ${sent.bodyBytes}`;
}

/** Runs one connection to its end; resolves, never rejects. */
function runClient(run: Run, client: number): Promise<void> {
  const { plan } = run;
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader = createResponseReader();
  let sent: Prepared | undefined;
  let sentAtMs = 0;

  const send = (): void => {
    sent = run.next(client);
    if (sent === undefined) {
      socket.end();
      return;
    }
    if (sent.numberAt >= 0) sent.bytes.write(String((lastNumber += 1)), sent.numberAt, 'latin1');
    sentAtMs = performance.now();
    socket.write(sent.bytes);
  };
  const take = (bytes: Buffer): void => {
    const answer = reader.push(bytes);
    if (answer === undefined) return;
    if (sent === undefined) throw new Error('an answer came that nobody asked for');
    const fault = findFault(plan, sent, answer);
    if (fault === undefined) run.note(sent, sentAtMs, performance.now());
    else run.fail(`${fault} for ${JSON.stringify(sent.bytes.toString('latin1').slice(0, 100))}`);
    send();
  };
  const socket = connect({
    host: '127.0.0.1',
    port: plan.port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(readBufferBytes),
      callback(sizeBytes, buffer) {
        try {
          take(Buffer.from(buffer.buffer, buffer.byteOffset, sizeBytes));
        } catch (error) {
          socket.destroy(error instanceof Error ? error : new Error(String(error)));
        }
        return true;
      },
    },
  });
  socket.on('connect', send);
  socket.setTimeout(stallTimeoutMs, () => socket.destroy(new Error(`no answer in ${stallTimeoutMs} ms`)));
  socket.on('error', (error) => run.fail(error.message));
  socket.on('close', () => {
    if (sent !== undefined) run.fail('the connection ended before the answer was complete');
    resolve();
  });
  return promise;
}

/** Carries out the plan. Answers that come before the warm-up is over, or after the end, are checked but not counted. */
export async function runLoad(plan: LoadPlan): Promise<Measurement> {
  const isOnce = plan.order === 'once';
  const beginMs = performance.now() + (isOnce ? 0 : plan.warmUpMs);
  const endMs = isOnce ? Infinity : beginMs + plan.durationMs;
  const latenciesMs: number[] = [];
  const byKind = new Map<string, number[]>();
  let answers = 0;
  const failures: string[] = [];
  let busyAtBegin = performance.eventLoopUtilization();
  let lastMs = beginMs;
  const run: Run = {
    plan,
    next: createSchedule({ plan, endMs }),
    note({ kind }, sentAtMs, nowMs) {
      answers += 1;
      if (nowMs < beginMs || nowMs >= endMs) return;
      if (latenciesMs.length === 0) busyAtBegin = performance.eventLoopUtilization();
      latenciesMs.push(nowMs - sentAtMs);
      if (kind !== undefined) {
        const known = byKind.get(kind);
        if (known === undefined) byKind.set(kind, [nowMs - sentAtMs]);
        else known.push(nowMs - sentAtMs);
      }
      lastMs = nowMs;
    },
    fail: (reason) => void failures.push(reason),
  };
  await Promise.all(Array.from({ length: plan.clients }, (_, client) => runClient(run, client)));
  const [firstFailure] = failures;
  const durationMs = isOnce ? lastMs - beginMs : plan.durationMs;
  return {
    perSecond: (latenciesMs.length / durationMs) * 1000,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    busyShare: performance.eventLoopUtilization(busyAtBegin).utilization,
    answers,
    failures: failures.length,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    p99MsByKind: Object.fromEntries([...byKind].map(([kind, ofKind]) => [kind, percentile(ofKind, 0.99) ?? 0])),
  };
}
