// The HTTP server. Its rooms, each of which uses those before it:
// formats/   JSON, XML and forms, to values of a schema
// routes/    what a route is, and what it may know of a request
// answers/   values to answers: preconditions, errors, and what a client sends and takes
// limits/    connections and overload
// pipeline/  the order of all steps

export { compileDecoder } from './formats/decode.ts';
export { readI18n, storeI18n } from './routes/stored-i18n.ts';
export {
  Closed,
  hasSecret,
  IdParams,
  Mistakes,
  Nullable,
  SentSecret,
  ToldSecret,
  I18nMessage,
} from './routes/schema.ts';
export { createInnerCalls } from './pipeline/inner-calls.ts';
export type { InnerAnswer, InnerCall } from './pipeline/inner-calls.ts';
export { addFiles, makeFile } from './pipeline/files.ts';
export type { ServedFile } from './pipeline/files.ts';
export { describeApi } from './pipeline/openapi.ts';
export type { OpenApiDocument } from './pipeline/openapi.ts';
export { routesFor } from './routes/route.ts';
export type { Access, Answer, Caller, RequestFacts, Route } from './routes/route.ts';
export type { ServerLimits } from './pipeline/listener.ts';
export { addOtherMethods } from './routes/methods.ts';
export { routeOf, stepsMs } from './answers/meters.ts';
export type { RouteMeter } from './answers/meters.ts';
export type { MetricsText } from './pipeline/probes.ts';
export { createPlainListener } from './pipeline/plain-listener.ts';
export { createServer } from './pipeline/server.ts';
export { createServerStats } from './pipeline/server-options.ts';
export { apiPrefix } from './routes/api-path.ts';
export { describeMistakes } from './answers/error-answer.ts';
export { isSentByPage, sessionCookieName } from './routes/page-request.ts';
export type { Admission } from './pipeline/admission.ts';
export type { ArrivingLimits } from './answers/arriving-bodies.ts';
export {
  checkWritePreconditions,
  formatHttpDate,
  isNotModified,
  lastModifiedSecond,
  nextVersionSecond,
} from './answers/preconditions.ts';
export { createPageMeter, requireShortPage } from './routes/page-meter.ts';
export type { PageMeter } from './routes/page-meter.ts';
export { paginationHeaders, paginationQuery } from './routes/pagination.ts';
export { readQueryObject } from './formats/query-json.ts';
export { readByteRange } from './formats/byte-range.ts';
export { contentDisposition } from './formats/content-disposition.ts';
export { certificateEndMs, readCertificate, renewCertificate, secureOptions } from './limits/tls.ts';
export type { Certificate } from './limits/tls.ts';
export { addStreams } from './pipeline/streams.ts';
export type { RunStream, StreamAnswer, StreamRequest, StreamRoute } from './pipeline/streams.ts';
export { writeXmlContent } from './routes/xml-write.ts';
