// The HTTP server. Its rooms, each of which uses those before it: formats/   what a client sends and takes: media types, codings, ranges
// routes/    what a route is, and what it may know of a request answers/   values to answers: preconditions, errors, compression, sending
// limits/    connections and overload pipeline/  the life of a request, step by step: pipeline/pipeline.ts endpoints/ what answers: routes
// of the API, files, pages, streams, probes

export {
  Closed,
  hasSecret,
  IdParams,
  Mistakes,
  Nullable,
  SentSecret,
  ShownSecret,
  I18nMessage,
  readI18n,
  storeI18n,
} from './routes/schema.ts';
export { createInnerCalls } from './endpoints/inner-calls.ts';
export type { InnerAnswer, InnerCall } from './endpoints/inner-calls.ts';
export { makeFile } from './endpoints/files.ts';
export type { FileRoute, ServedFile } from './endpoints/files.ts';
export type { PageAnswer, PageRequest, PageRoute } from './endpoints/pages.ts';
export { absentCaller, routesFor } from './routes/route.ts';
export type { Access, Answer, Caller, RequestFacts, Route } from './routes/route.ts';
export { createPlainListener } from './pipeline/listener.ts';
export type { ServerLimits } from './pipeline/listener.ts';
export { createServerMetrics, stepsMs } from './answers/metrics.ts';
export type { RouteMetrics } from './answers/metrics.ts';
export type { MetricsText } from './endpoints/probes.ts';
export { createServer } from './server.ts';
export type { HttpServer } from './server.ts';
export type { TraceAnswer } from './server.ts';
export { apiPrefix } from './routes/route.ts';
export { describeMistakes } from './answers/error-answer.ts';
export { isSentByPage, sessionCookieName } from './routes/page-request.ts';
export type { Snapshot } from './pipeline/exchange.ts';
export type { ArrivingLimits } from './answers/arriving-bodies.ts';
export {
  checkWritePreconditions,
  isNotModified,
  lastModifiedSecond,
  nextVersionSecond,
} from './answers/preconditions.ts';
export { createPageMeter, paginationHeaders, paginationQuery, requireShortPage } from './routes/pagination.ts';
export type { PageMeter } from './routes/pagination.ts';
export { readByteRange } from './formats/downloads.ts';
export { contentDisposition } from './formats/downloads.ts';
export type { StreamAnswer, StreamRequest, StreamRoute } from './endpoints/streams.ts';
