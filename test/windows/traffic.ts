// What a page asks the server for, as a test follows it and comes in between: in the words of the journeys.
import { lookFor } from './locator.ts';
import type { Asked, GivenAnswer } from './window.ts';

export interface Request {
  method(): string;
  url(): string;
  postData(): string | null;
}

export interface Response {
  url(): string;
  status(): number;
  ok(): boolean;
  request(): Request;
}

export interface Route {
  request(): Request;
  /** Answers in place of the server. */
  fulfill(answer: Partial<GivenAnswer>): Promise<void>;
  /** As if the server could not be reached. */
  abort(): Promise<void>;
  continue(): Promise<void>;
  /** Leaves it to the routes that were there before, and to the server. */
  fallback(): Promise<void>;
}

/** An address; in a text * stands for a part of the path, ** for anything. */
export type Address = string | RegExp | ((url: URL) => boolean);

type Handler = (route: Route) => unknown;
type Told<T> = string | RegExp | ((one: T) => boolean);

export interface Traffic {
  route(address: Address, handler: Handler, options?: { times?: number }): Promise<void>;
  unroute(address: Address, handler?: Handler): Promise<void>;
  on(event: 'request', listen: (request: Request) => void): void;
  on(event: 'response', listen: (response: Response) => void): void;
  /** Of what is asked from now on. */
  waitForRequest(wanted: Told<Request>): Promise<Request>;
  waitForResponse(wanted: Told<Response>): Promise<Response>;
}

const patternOf = (text: string): RegExp => {
  const parts = text.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
};

export function isAt(address: Address, url: string): boolean {
  if (typeof address === 'function') return address(new URL(url));
  return (typeof address === 'string' ? patternOf(address) : address).test(url);
}

const requestOf = ({ method, url, body }: Asked): Request => ({
  method: () => method,
  url: () => url,
  postData: () => (body === '' ? null : body),
});

const responseOf = (asked: Asked): Response => ({
  url: () => asked.url,
  status: () => asked.status ?? 0,
  ok: () => (asked.status ?? 0) < 400,
  request: () => requestOf(asked),
});

/** What a handler decides of a request: an answer, to break it off, or undefined to let it go on. */
const decide = (handler: Handler, asked: Asked): Promise<GivenAnswer | 'abort' | undefined> =>
  new Promise((resolve, reject) => {
    const end = async (answer?: GivenAnswer | 'abort'): Promise<void> => resolve(answer);
    const route: Route = {
      request: () => requestOf(asked),
      fulfill: ({ status = 200, headers = {}, json, body }) =>
        end({ status, headers, json, ...(body === undefined ? {} : { body }) }),
      abort: () => end('abort'),
      continue: () => end(),
      fallback: () => end(),
    };
    Promise.resolve(handler(route)).catch(reject);
  });

/** Follows what one page asks; the window calls `onAsk` and `onAnswer`. */
export function createTraffic() {
  const routes: { address: Address; handler: Handler; times: number }[] = [];
  const heard = { request: new Set<(one: Request) => void>(), response: new Set<(one: Response) => void>() };
  const listens = {
    on(event: 'request' | 'response', listen: (one: Request & Response) => void): void {
      const all: Set<(one: Request & Response) => void> = heard[event];
      all.add(listen);
    },
  };
  const waitFor = async <T extends { url(): string }>(all: Set<(one: T) => void>, wanted: Told<T>): Promise<T> => {
    let found: T | undefined;
    const listen = (one: T): void => {
      found ??= (typeof wanted === 'function' ? wanted(one) : isAt(wanted, one.url())) ? one : undefined;
    };
    all.add(listen);
    const one = await lookFor(
      async () => found,
      async () => `nobody asked ${String(wanted)}`,
    );
    all.delete(listen);
    return one;
  };
  const traffic: Traffic = {
    ...listens,
    async route(address, handler, { times = Infinity } = {}) {
      routes.unshift({ address, handler, times });
    },
    async unroute(address, handler) {
      const at = routes.findIndex(
        (one) => String(one.address) === String(address) && (handler === undefined || one.handler === handler),
      );
      if (at >= 0) routes.splice(at, 1);
    },
    waitForRequest: (wanted) => waitFor(heard.request, wanted),
    waitForResponse: (wanted) => waitFor(heard.response, wanted),
  };
  return {
    traffic,
    async onAsk(asked: Asked): Promise<GivenAnswer | 'abort' | undefined> {
      for (const listen of heard.request) listen(requestOf(asked));
      for (const one of routes.filter(({ address }) => isAt(address, asked.url))) {
        if (one.times <= 0) continue;
        one.times -= 1;
        const answer = await decide(one.handler, asked);
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
    onAnswer(asked: Asked): void {
      for (const listen of heard.response) listen(responseOf(asked));
    },
  };
}

/** Lets what is sent to a path with this method wait; the first is awaited by `sent`. */
export async function hold(page: Traffic, path: string, method: 'PATCH' | 'POST' | 'PUT') {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  const sent = page.waitForRequest((one) => one.method() === method && one.url().endsWith(`/api${path}`));
  return { sent, letGo };
}
