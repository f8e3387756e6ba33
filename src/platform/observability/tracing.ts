// Spans for whoever has an SDK of OpenTelemetry loaded before the program; where there is none, nothing is loaded or measured.
import type { TraceAnswer } from '../http/index.ts';
import type { JobHandler } from '../jobs/index.ts';

export interface Tracing {
  /** Makes one span for each answer from now on, child of the one that the request's headers name. */
  traceAnswer: TraceAnswer;
  /** The same handler with one span for each attempt. */
  traceJob(handler: JobHandler): JobHandler;
}

/** Where an SDK leaves itself for the packages that speak to it. */
const sdk = Symbol.for('opentelemetry.js.api.1');

/** undefined where no SDK is loaded. */
export async function openTracing(): Promise<Tracing | undefined> {
  if (!(sdk in globalThis)) return undefined;
  const { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('tepal');
  const traceAnswer: TraceAnswer = (request, response, routeOf) => {
    const startTime = Date.now();
    response.once('close', () => {
      const { method = '', headers } = request;
      const route = routeOf();
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
      };
      const name = route === '' ? method : `${method} ${route}`;
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, parent);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      else if (!response.writableFinished)
        span.setStatus({ code: SpanStatusCode.ERROR, message: 'the client went away' });
      span.end();
    });
  };
  return {
    traceAnswer,
    traceJob: (handler) => ({
      ...handler,
      run: (payloadJson, attempt) =>
        tracer.startActiveSpan(`job ${handler.name}`, async (span) => {
          span.setAttributes({ 'tepal.job.id': attempt.id, 'tepal.job.attempt': attempt.number });
          try {
            await handler.run(payloadJson, attempt);
          } catch (error) {
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: error instanceof Error ? error.message : String(error),
            });
            throw error;
          } finally {
            span.end();
          }
        }),
    }),
  };
}
