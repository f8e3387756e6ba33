export { compileDecoder } from './decode.ts';
export { Closed, hasSecret, IdParams, Nullable, SentSecret, ToldSecret } from './schema.ts';
export { addFiles, makeFile } from './files.ts';
export type { ServedFile } from './files.ts';
export { describeApi } from './openapi.ts';
export type { OpenApiDocument } from './openapi.ts';
export { routesFor } from './route.ts';
export type { Access, Caller, RequestFacts, Route } from './route.ts';
export type { ServerLimits } from './listener.ts';
export type { KeptStats } from './kept-answers.ts';
export { addOtherMethods } from './methods.ts';
export { routeOf, stepsMs } from './meters.ts';
export type { RouteMeter } from './meters.ts';
export type { MetricsText } from './probes.ts';
export { createPlainListener } from './plain-listener.ts';
export { createServer, createServerStats } from './server.ts';
export { apiPrefix } from './api-path.ts';
export type { Admission } from './admission.ts';
export type { ArrivingLimits } from './arriving-bodies.ts';
export {
  checkWritePreconditions,
  formatHttpDate,
  isNotModified,
  lastModifiedSecond,
  nextVersionSecond,
} from './preconditions.ts';
export { createPageMeter, requireShortPage } from './page-meter.ts';
export type { PageMeter } from './page-meter.ts';
export { paginationHeaders, paginationQuery } from './pagination.ts';
export { readQueryObject } from './query-json.ts';
export { readByteRange } from './byte-range.ts';
export { contentDisposition } from './content-disposition.ts';
export { certificateEndMs, readCertificate, renewCertificate, secureOptions } from './tls.ts';
export type { Certificate } from './tls.ts';
export { addStreams } from './streams.ts';
export type { StreamAnswer, StreamRequest, StreamRoute } from './streams.ts';
export type { Validity } from './validity.ts';
export { writeXmlContent } from './xml-write.ts';
