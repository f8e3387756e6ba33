// What the benchmark's processes tell each other.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

const Exchange = Type.Object({
  /** The whole HTTP request in Latin-1; the first `########` in it becomes a number that is different every time. */
  request: Type.String(),
  /** Length that the body of the answer must have; not checked when absent. */
  bodyBytes: Type.Optional(Type.Integer()),
  /** What sort of request it is, where a plan has several. */
  kind: Type.Optional(Type.String()),
});

/** What the load client shall do. */
export const LoadPlan = Type.Object({
  port: Type.Integer(),
  clients: Type.Integer({ minimum: 1 }),
  warmUpMs: Type.Number(),
  durationMs: Type.Number(),
  /** Status that each answer must have. */
  status: Type.Integer(),
  /**
   * `shared`: all clients walk through the exchanges from different places. `own`: client n repeats exchange n.
   * `once`: every exchange is used once, and the measurement ends with the last one, whatever `durationMs` says.
   */
  order: Type.Union([Type.Literal('shared'), Type.Literal('own'), Type.Literal('once')]),
  exchanges: Type.Array(Exchange, { minItems: 1 }),
});

export const Measurement = Type.Object({
  perSecond: Type.Number(),
  /** null where nothing was counted, as p99Ms. */
  p50Ms: Type.Union([Type.Number(), Type.Null()]),
  p99Ms: Type.Union([Type.Number(), Type.Null()]),
  /** Share of the time (0 to 1) in which the one who measured was busy itself. */
  busyShare: Type.Number(),
  /** Complete answers, those of the warm-up too. */
  answers: Type.Integer(),
  failures: Type.Integer(),
  firstFailure: Type.Optional(Type.String()),
  /** Of each kind that exchanges name, the 99th percentile in ms. */
  p99MsByKind: Type.Optional(Type.Record(Type.String(), Type.Number())),
});

/** What the flood client shall do. */
export const FloodPlan = Type.Object({
  port: Type.Integer(),
  connections: Type.Integer({ minimum: 1 }),
  /** Requests that are sent in a second, whatever comes back. */
  perSecond: Type.Number(),
  durationMs: Type.Number(),
  /** Status of an accepted request; a refused one has 503. */
  status: Type.Integer(),
  exchanges: Type.Array(Exchange, { minItems: 1 }),
  /** A GET that tells whether the server is as quick as before, which is when it takes no longer than `quietMs`. */
  probe: Type.String(),
  quietMs: Type.Number(),
});

export const FloodOutcome = Type.Object({
  accepted: Type.Integer(),
  refused: Type.Integer(),
  /** Requests for which no connection was free, because the answers to all were awaited. */
  unsent: Type.Integer(),
  /** Answers that were neither, and connections that ended early. */
  failures: Type.Integer(),
  /** Of accepted requests, from sending to the whole answer. */
  p50Ms: Type.Number(),
  p99Ms: Type.Number(),
  /** From the last request of the flood on. */
  recoveryMs: Type.Number(),
});

const HeaderList = Type.Array(Type.String(), { description: 'Names and values in turn.' });

/** What the bare server answers to GET of a path, or to PUT; `notModified` when the request has If-None-Match. */
const BareAnswer = Type.Object({
  path: Type.String(),
  /** Of a change: what the bare server answers to any PUT. */
  method: Type.Optional(Type.Literal('PUT')),
  headers: HeaderList,
  /** Latin-1. */
  body: Type.String(),
  notModified: Type.Optional(HeaderList),
});

/** The bare server answers GET of unknown paths with the first of these. */
export const BareAnswers = Type.Array(BareAnswer, { minItems: 1 });

export const Listening = Type.Object({ port: Type.Integer() });

export const CommitPlan = Type.Object({ file: Type.String(), durationMs: Type.Number() });

/** What shall be imported into which new folder. */
export const ImportPlan = Type.Object({ dataDir: Type.String(), archive: Type.String() });

/** Which folder's project shall be exported to which new file. */
export const ExportPlan = Type.Object({ dataDir: Type.String(), target: Type.String() });

/** `peakRssMb` is null where the system doesn't tell. */
export const TransferOutcome = Type.Object({
  artifactsPerSecond: Type.Number(),
  peakRssMb: Type.Union([Type.Number(), Type.Null()]),
});

/** What some of those do who wait for events: open connections with these tokens, wait until all have heard, or leave. */
export const StreamPlan = Type.Object({
  order: Type.Enum(['open', 'hear', 'close']),
  port: Type.Integer(),
  path: Type.String(),
  /** User id and token of each. */
  tokens: Type.Array(Type.Array(Type.String())),
  waitMs: Type.Number(),
});

/** When each heard of a change, by the clock of the machine; how often one was refused and came back. */
export const HeardMoments = Type.Object({ heardAtMs: Type.Array(Type.Number()), refused: Type.Number() });

export type Exchange = Static<typeof Exchange>;
export type LoadPlan = Static<typeof LoadPlan>;
export type Measurement = Static<typeof Measurement>;
export type FloodPlan = Static<typeof FloodPlan>;
export type FloodOutcome = Static<typeof FloodOutcome>;
export type BareAnswer = Static<typeof BareAnswer>;
export type BareAnswers = Static<typeof BareAnswers>;
export type TransferOutcome = Static<typeof TransferOutcome>;

/** In a child process: calls `answer` for each message of the parent and sends back what it gives; ends with the parent. */
export function serveParent<S extends TSchema>(schema: S, answer: (message: Static<S>) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (message: unknown) => {
    answer(Value.Parse(schema, message)).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
