// The life of every request: the steps, in their order. Routes of the API, the explorer, pages, files, streams and probes all go through
// it; calls from within enter at `read body` (inner-calls.ts).
import type { ServerResponse } from 'node:http';
import { inTask } from '../../concurrency/time-slices.ts';
import { VersionConflictError } from '../../version-conflict.ts';
import type { Logger } from '../../observability/logger.ts';
import { send } from '../answers/send.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { isRead } from './admit.ts';
import type { Batch, Exchange, Snapshot, Step } from './exchange.ts';
import { answerFailure, explainFailure, nameForLog } from './failure.ts';

/** Those steps that are the same for all endpoints; the others are the endpoint's own. */
export interface SharedSteps<Viewer, S extends Snapshot> {
  route: Step<Viewer, S>;
  admit: Step<Viewer, S>;
  receive: Step<Viewer, S>;
  authenticate: Step<Viewer, S>;
}

const listSteps = <Viewer, S extends Snapshot>(shared: SharedSteps<Viewer, S>): readonly Step<Viewer, S>[] => [
  shared.route,
  shared.admit,
  (exchange) => exchange.endpoint.negotiate?.(exchange),
  shared.receive,
  shared.authenticate,
  (exchange) => exchange.endpoint.readBody?.(exchange),
  (exchange) => exchange.endpoint.checkPreconditions?.(exchange),
  (exchange) => exchange.endpoint.handle(exchange),
  (exchange) => exchange.endpoint.respond?.(exchange),
];

/** The route stays what it is when rights or definitions change. */
const retriedFrom = 1;
/** From here on a request counts as work: its body is there. */
const workFrom = 4;

/** Of many changes of rights or definitions at once, each round lets one through, and the others wait in this way. */
const attemptsMin = 20;
const retryMaxMs = 10_000; // Milliseconds for which a request is tried again, at least.

/**
 * Gives what tells whether work may be tried again after an error: after each VersionConflictError, because rights or definitions changed
 * meanwhile, until there were `attemptsMin` attempts and `retryMaxMs` are over.
 */
function createRetries(): (error: unknown) => boolean {
  const deadlineMs = performance.now() + retryMaxMs;
  let attempts = 0;
  return (error) => {
    attempts += 1;
    const isOver = attempts >= attemptsMin && performance.now() >= deadlineMs;
    return error instanceof VersionConflictError && !isOver;
  };
}

/** Runs `work` as of one snapshot: again, with a later one, where rights or definitions changed meanwhile. */
export async function retryOnConflict<S, R>(
  first: S,
  readSnapshot: () => Promise<S>,
  work: (snapshot: S) => Promise<R>,
): Promise<R> {
  const mayRetry = createRetries();
  for (let snapshot = first; ; snapshot = await readSnapshot()) {
    try {
      return await work(snapshot);
    } catch (error) {
      if (!mayRetry(error)) throw error;
    }
  }
}

export interface PipelineOptions {
  overload: OverloadGuard;
  logger: Logger;
  isClosing(): boolean;
  /** To be called for each answer that streams. */
  watch(response: ServerResponse): void;
}

/** Calls `begin` with everything that came in one turn of the event loop, once all of it is there. */
function inBatches<T>(begin: (items: readonly T[]) => void): (item: T) => void {
  let items: T[] = [];
  const beginAll = (): void => {
    const all = items;
    items = [];
    begin(all);
  };
  return (item) => {
    items.push(item);
    if (items.length === 1) setImmediate(beginAll);
  };
}

/**
 * Makes what answers requests. Those of one turn of the event loop begin together, so that one read of the data's version, made after all
 * of them were sent, does for all.
 */
export function createPipeline<Viewer, S extends Snapshot>(
  shared: SharedSteps<Viewer, S>,
  { overload, logger, isClosing, watch }: PipelineOptions,
): (exchange: Exchange<Viewer, S>) => void {
  const steps = listSteps(shared);

  /** The steps from `at` up to, and without, `end`: at once as far as none of them waits. */
  function run(exchange: Exchange<Viewer, S>, at: number, end: number): Promise<void> | void {
    for (let index = at; index < end; index += 1) {
      const waiting = steps[index]?.(exchange);
      if (waiting !== undefined) return waiting.then(() => run(exchange, index + 1, end));
    }
    return undefined;
  }

  function work(exchange: Exchange<Viewer, S>): Promise<void> | void {
    const { endpoint } = exchange;
    const isIdle = endpoint.isIdle?.(exchange) === true;
    const doAll = (): Promise<void> | void => run(exchange, workFrom, steps.length);
    return isIdle || endpoint.isProbe === true ? doAll() : overload.run(doAll);
  }

  function attempt(exchange: Exchange<Viewer, S>, from: number): Promise<void> | void {
    const waiting = run(exchange, from, workFrom);
    return waiting === undefined ? work(exchange) : waiting.then(() => work(exchange));
  }

  async function retry(first: unknown, exchange: Exchange<Viewer, S>): Promise<void> {
    const mayRetry = createRetries();
    for (let error = first; ;) {
      if (!mayRetry(error)) throw await explainFailure(error, exchange);
      exchange.startOver();
      try {
        return await attempt(exchange, retriedFrom);
      } catch (next) {
        error = next;
      }
    }
  }

  function finish(exchange: Exchange<Viewer, S>): void {
    const { ready, endpoint, response, id, beganAtMs } = exchange;
    if (ready === undefined) throw new Error(`${endpoint.url} gave no answer`);
    if (ready.chunks !== undefined) watch(response);
    const last = isClosing() ? { ...ready, isLast: true } : ready;
    const sending = send({ response, id, beganAtMs, metrics: endpoint.metrics }, last);
    sending?.catch((error: unknown) => logger.error({ err: error, ...nameForLog(exchange) }, 'an answer broke off'));
  }

  function fail(exchange: Exchange<Viewer, S>, error: unknown): void {
    exchange.ready = answerFailure(error, exchange, logger);
    finish(exchange);
  }

  async function goOn(exchange: Exchange<Viewer, S>, waiting: Promise<void>): Promise<void> {
    try {
      await waiting.catch((error: unknown) => retry(error, exchange));
      finish(exchange);
    } catch (error) {
      fail(exchange, error);
    }
  }

  function begin(exchange: Exchange<Viewer, S>): Promise<void> | void {
    try {
      const waiting = attempt(exchange, 0);
      return waiting === undefined ? finish(exchange) : goOn(exchange, waiting);
    } catch (error) {
      return goOn(exchange, Promise.reject(error));
    }
  }

  return inBatches((exchanges) => {
    const batch: Batch = {};
    for (const exchange of exchanges) {
      const { facts, response } = exchange;
      exchange.batch = batch;
      // Which endpoint it is, is known once it is routed.
      const isWanted = (): boolean => !response.destroyed || (!isRead(facts) && exchange.endpoint.isChange(exchange));
      inTask(() => begin(exchange), isWanted, isRead(facts));
    }
  });
}
