// Counts answers, and how long they took, by route: a few additions for each, read when somebody asks for metrics.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PlainResponse } from './node-http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By method. */
    meters?: ReadonlyMap<string, RouteMeter>;
  }
}

/** Upper ends of the steps in which times are counted, in milliseconds; the last step has none. */
export const stepsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** What was answered on one route; everything counts up. */
export class RouteMeter {
  readonly method: string;
  /** The pattern, such as `/api/artifacts/:id`; empty where the request reached no route. */
  readonly route: string;
  /** By the first digit of the status. */
  readonly statuses: number[] = [0, 0, 0, 0, 0, 0];
  /** By step of `stepsMs`, and one more for what took longer. */
  readonly steps: number[] = Array.from({ length: stepsMs.length + 1 }, () => 0);
  /** Of all answers together. */
  totalMs = 0;

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  add(status: number, durationMs: number): void {
    let step = 0;
    while (step < stepsMs.length && durationMs > (stepsMs[step] ?? Infinity)) step += 1;
    const digit = Math.trunc(status / 100);
    this.statuses[digit] = (this.statuses[digit] ?? 0) + 1;
    this.steps[step] = (this.steps[step] ?? 0) + 1;
    this.totalMs += durationMs;
  }
}

/** Of answers that no route gave, such as refusals of what is no request. */
const noRoute = new RouteMeter('', '');

/** A response that is counted once all of it is handed to the system; one whose client went away before is not. */
export class MeteredResponse extends PlainResponse {
  readonly #beganAtMs = performance.now();
  meter = noRoute;

  /** Node.js calls it at the end of every answer, and of nothing else. */
  override detachSocket(socket: Socket): void {
    this.meter.add(this.statusCode, performance.now() - this.#beganAtMs);
    super.detachSocket(socket);
  }
}

/** Says which route answers. */
export function noteRoute(response: ServerResponse, meter: RouteMeter | undefined): void {
  if (meter !== undefined && response instanceof MeteredResponse) response.meter = meter;
}

/** The pattern of the route that answers; empty where none does. */
export const routeOf = (response: ServerResponse): string =>
  response instanceof MeteredResponse ? response.meter.route : '';

/** The meters of a server's routes. */
export interface RouteMeters {
  of(method: string, route: string): RouteMeter;
  list(): readonly RouteMeter[];
}

export function createRouteMeters(): RouteMeters {
  const meters = new Map<string, RouteMeter>();
  return {
    of(method, route) {
      const key = `${method} ${route}`;
      const meter = meters.get(key) ?? new RouteMeter(method, route);
      meters.set(key, meter);
      return meter;
    },
    list: () => [...meters.values(), noRoute],
  };
}

/** The meter of the route that a request reached; undefined where it reached none. */
export const meterOf = ({ method, routeOptions }: FastifyRequest): RouteMeter | undefined =>
  routeOptions.config.meters?.get(method);

/** Gives meters to each route that is added from now on. */
export function meterRoutes(server: FastifyInstance, meters: RouteMeters): void {
  server.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    route.config = {
      ...route.config,
      meters: new Map(methods.map((method) => [method, meters.of(method, route.url)])),
    };
  });
}
