// Counts answers, and how long they took, by route: a few additions for each, read when somebody asks for metrics.

/** Upper ends of the steps in which times are counted, in milliseconds; the last step has none. */
export const stepsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** What was answered on one route; everything counts up. */
export class RouteMetrics {
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

/** What a server counts, by method and pattern. */
export interface ServerMetrics {
  of(method: string, route: string): RouteMetrics;
  list(): readonly RouteMetrics[];
}

export function createServerMetrics(): ServerMetrics {
  const metrics = new Map<string, RouteMetrics>();
  return {
    of(method, route) {
      const key = `${method} ${route}`;
      const known = metrics.get(key) ?? new RouteMetrics(method, route);
      metrics.set(key, known);
      return known;
    },
    list: () => [...metrics.values()],
  };
}
