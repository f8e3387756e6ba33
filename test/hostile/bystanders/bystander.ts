// The process of those who have nothing to do with an attack: what they ask, how long they wait, and for comparison how long
// the same takes of a server that nobody attacks.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sendAsk } from './attack.ts';
import type { Ask, Site } from './attack.ts';
import { startWatchingQueues } from './machine-share.ts';

/** How long one answer took, and how much of it the server's main thread, and a process of its database, was ready to run and had no processor. */
export interface Took {
  ms: number;
  queuedMs: number;
}

/** What one kind of question got. */
export interface Waited {
  answers: Took[];
  /** Those that were not answered as they should be, by status. */
  refused: Record<number, number>;
}

export interface Bystanders {
  version: Waited;
  artifact: Waited;
  /** GET /api/version on a connection of its own. */
  newcomer: Waited;
  signIn: Waited;
  /** Of a server that does nothing else, on the same machine at the same time. */
  control: Waited;
}

const address = '203.0.113.7';
const readEveryMs = 20;
const signInEveryMs = 200;
const newcomerEveryMs = 100;

interface Question {
  ask: Ask;
  status: number;
  everyMs: number;
  site: Site;
  /** Of the server that answers, and of its database's processes. */
  pids: readonly number[];
}

/** Asks until the signal comes; waits for the answer under way then, however long that takes, up to `lateMs`. */
async function askOn(
  { ask, status, everyMs, site, pids }: Question,
  over: AbortSignal,
  lateMs: number,
): Promise<Waited> {
  const agent = new Agent({ keepAlive: true });
  const waited: Waited = { answers: [], refused: {} };
  const patience = new AbortController();
  over.addEventListener('abort', () => setTimeout(() => patience.abort(), lateMs).unref());
  while (!over.aborted) {
    const startedMs = performance.now();
    const endOfQueues = startWatchingQueues(pids);
    const answer = await sendAsk(site, agent, { ...ask, from: address }, patience.signal);
    const ms = performance.now() - startedMs;
    waited.answers.push({ ms, queuedMs: Math.min(ms, endOfQueues()) });
    if (answer.status !== status) waited.refused[answer.status] = (waited.refused[answer.status] ?? 0) + 1;
    await pause(everyMs);
  }
  agent.destroy();
  return waited;
}

interface WatchOrder {
  site: Site;
  controlPort: number;
  /** Of the attacked server, and of its database's processes. */
  pids: readonly number[];
  ms: number;
}

/** What bystanders get for so long. */
export async function watch({ site, controlPort, pids, ms }: WatchOrder): Promise<Bystanders> {
  const over = AbortSignal.timeout(ms);
  const lateMs = 60_000;
  const signInBody = JSON.stringify({ username: 'bruno', password: site.password });
  const read = (path: string, headers: Ask['headers'] = {}): Question => ({
    ask: { path, headers },
    status: 200,
    everyMs: readEveryMs,
    site,
    pids,
  });
  const [version, artifact, newcomer, signIn, control] = await Promise.all([
    askOn(read('/api/version'), over, lateMs),
    askOn(read(`/api/artifacts/${site.bystandersArtifact}`, site.tokens.bruno), over, lateMs),
    askOn({ ...read('/api/version', { connection: 'close' }), everyMs: newcomerEveryMs }, over, lateMs),
    askOn(
      {
        ask: { method: 'POST', path: '/api/tokens', body: signInBody },
        status: 200,
        everyMs: signInEveryMs,
        site,
        pids,
      },
      over,
      lateMs,
    ),
    askOn({ ...read('/'), site: { ...site, port: controlPort }, pids: [] }, over, lateMs),
  ]);
  return { version, artifact, newcomer, signIn, control };
}

const isOrder = (message: unknown): message is WatchOrder =>
  typeof message === 'object' && message !== null && 'controlPort' in message;

if (import.meta.main)
  process.on('message', (message) => {
    if (isOrder(message)) void watch(message).then((seen) => process.send?.(seen));
  });
