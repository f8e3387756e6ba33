// The process that sends more than a server can answer: so many requests a second, whether or not answers come.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { FloodPlan, serveParent } from '../measuring/messages.ts';
import type { FloodOutcome } from '../measuring/messages.ts';
import { createResponseReader } from './response-reader.ts';
import { percentile } from '../measuring/statistics.ts';

const tickMs = 2;
const probeIntervalMs = 5;
const recoveryMaxMs = 60_000;

interface Answered {
  status: number;
  latencyMs: number;
}

interface Connection {
  socket: Socket;
  /** Sends one request; rejects when the connection ends before the answer. */
  ask(request: Buffer): Promise<Answered>;
}

function openConnection(port: number): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const reader = createResponseReader();
  let pending: PromiseWithResolvers<Answered> | undefined;
  let sentAtMs = 0;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('connect', () =>
    resolve({
      socket,
      ask(request) {
        pending = Promise.withResolvers<Answered>();
        sentAtMs = performance.now();
        socket.write(request);
        return pending.promise;
      },
    }),
  );
  socket.on('data', (bytes: Buffer) => {
    const answer = reader.push(bytes);
    if (answer !== undefined) pending?.resolve({ status: answer.status, latencyMs: performance.now() - sentAtMs });
  });
  const fail = (): void => {
    const error = new Error('a connection ended before its answer');
    pending?.reject(error);
    reject(error);
  };
  socket.on('error', fail);
  socket.on('close', fail);
  return promise;
}

/** Sends at an even pace on connections that are free; what finds none free is counted as `unsent`. */
async function send(plan: FloodPlan, connections: readonly Connection[]) {
  const requests = plan.exchanges.map(({ request }) => Buffer.from(request.replace('########', '12345678'), 'latin1'));
  const free = [...connections];
  const accepted: number[] = [];
  const counts = { refused: 0, unsent: 0, failures: 0 };
  const note = ({ status, latencyMs }: Answered): void => {
    if (status === plan.status) accepted.push(latencyMs);
    else if (status === 503) counts.refused += 1;
    else counts.failures += 1;
  };
  const startMs = performance.now();
  let due = 0;
  const tick = (): void => {
    const wanted = Math.floor(((performance.now() - startMs) / 1000) * plan.perSecond);
    for (; due < wanted; due += 1) {
      const request = requests[due % requests.length];
      const connection = free.pop();
      if (connection === undefined || request === undefined) counts.unsent += 1;
      else {
        connection.ask(request).then(
          (answer) => {
            note(answer);
            free.unshift(connection);
          },
          () => (counts.failures += 1),
        );
      }
    }
  };
  const timer = setInterval(tick, tickMs);
  await new Promise((resolve) => setTimeout(resolve, plan.durationMs));
  clearInterval(timer);
  return { accepted, counts };
}

/** How long after the flood a lone client is answered as quickly as before it. */
async function measureRecovery(plan: FloodPlan): Promise<number> {
  const startMs = performance.now();
  const connection = await openConnection(plan.port);
  const request = Buffer.from(plan.probe, 'latin1');
  for (;;) {
    const { status, latencyMs } = await connection.ask(request);
    const passedMs = performance.now() - startMs;
    if ((status === 200 && latencyMs <= plan.quietMs) || passedMs > recoveryMaxMs) {
      connection.socket.destroy();
      return passedMs;
    }
    await new Promise((resolve) => setTimeout(resolve, probeIntervalMs));
  }
}

async function flood(plan: FloodPlan): Promise<FloodOutcome> {
  const connections = await Promise.all(Array.from({ length: plan.connections }, () => openConnection(plan.port)));
  const { accepted, counts } = await send(plan, connections);
  const recoveryMs = await measureRecovery(plan);
  for (const { socket } of connections) socket.destroy();
  return {
    ...counts,
    accepted: accepted.length,
    p50Ms: percentile(accepted, 0.5) ?? 0,
    p99Ms: percentile(accepted, 0.99) ?? 0,
    recoveryMs,
  };
}

serveParent(FloodPlan, flood);
