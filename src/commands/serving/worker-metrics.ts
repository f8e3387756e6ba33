// Metrics of a server of several processes: the one that is asked collects those of all. Their supervisor passes messages on.
import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ShareMetrics } from '../../app.ts';
import type { ProcessMetrics } from '../../platform/observability/metrics.ts';

/** Asks for the metrics of all workers. */
const Question = Type.Object({ metricsFor: Type.Integer() });
/** The same as it reaches each of them, with who asks and how many are asked. */
const PassedQuestion = Type.Object({ ...Question.properties, asker: Type.Integer(), asked: Type.Integer() });
const Reply = Type.Object({ ...PassedQuestion.properties, metrics: Type.Array(Type.Object({})) });

/** Those that did not reply by then are left out. */
const timeoutMs = 2000;

/** For the supervisor: passes questions of a worker on to all, and its replies to the one who asked. */
export function relayMetrics(worker: Worker, workers: ReadonlySet<Worker>): void {
  worker.on('message', (message: unknown) => {
    if (Value.Check(Reply, message)) {
      [...workers].find(({ id }) => id === message.asker)?.send(message);
    } else if (Value.Check(Question, message)) {
      const passed = { ...message, asker: worker.id, asked: workers.size };
      for (const one of workers) if (one.isConnected()) one.send(passed);
    }
  });
}

interface Collection {
  replies: Static<typeof Reply>['metrics'][];
  end(): void;
}

/** For a worker: replies to questions of others from now on, and asks them. */
export const shareAmongWorkers: ShareMetrics = (read) => {
  const collections = new Map<number, Collection>();
  let count = 0;
  process.on('message', (message: unknown) => {
    if (Value.Check(Reply, message)) {
      const collection = collections.get(message.metricsFor);
      if (collection?.replies.push(message.metrics) === message.asked) collection.end();
    } else if (Value.Check(PassedQuestion, message)) {
      const send = (metrics: ProcessMetrics): void => void cluster.worker?.send({ ...message, metrics });
      void read().then(send, (error: unknown) => process.emitWarning(String(error)));
    }
  });
  return async () => {
    const id = (count += 1);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const collection: Collection = { replies: [], end };
    collections.set(id, collection);
    const timer = setTimeout(end, timeoutMs);
    cluster.worker?.send({ metricsFor: id });
    await ended;
    clearTimeout(timer);
    collections.delete(id);
    return collection.replies;
  };
};
