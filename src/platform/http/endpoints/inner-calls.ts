// Calls of routes from within, by a handler that has found out already who is calling: they enter the pipeline at `read body`. Routes
// decode, check and answer as they do for requests of their own, so that nothing can be done this way that could not be done by one.
import { notFound, tooLarge } from '../../errors.ts';
import { runInSlices } from '../../concurrency/time-slices.ts';
import { createResponder } from '../answers/respond.ts';
import type { Respond } from '../answers/respond.ts';
import type { Caller, RequestFacts, Route } from '../routes/route.ts';
/** What a request would say. */
export interface InnerCall {
  method: Route<never>['method'];
  /** The route's, with the names of its parameters, such as `/artifacts/:id`. */
  url: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Goes out as If-Match. */
  version?: string | undefined;
}

export interface InnerAnswer {
  status: number;
  /** JSON; undefined for an empty body. */
  text: string | undefined;
  /** The same, parsed when it is asked for. */
  readonly value: unknown;
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>;
}

/** Who calls, and by which request. */
export interface InnerContext<Viewer> {
  viewer: Viewer;
  request: RequestFacts;
  caller: Caller<Viewer>;
  /** Most that an answer may be long, in characters. */
  lengthMax: number;
}

/**
 * Makes what calls routes of the list, as it is when first asked. Throws what the route does, notFound for one that is not
 * there because its feature is switched off, and tooLarge.
 */
export function createInnerCalls<Viewer>(
  routes: readonly Route<Viewer>[],
): (context: InnerContext<Viewer>, call: InnerCall) => Promise<InnerAnswer> {
  let found: Map<string, { route: Route<Viewer>; respond: Respond }> | undefined;
  const find = (name: string) => {
    found ??= new Map(
      routes.map((route) => [`${route.method} ${route.url}`, { route, respond: createResponder(route, '') }]),
    );
    const one = found.get(name);
    if (one === undefined) throw notFound('this is disabled on this server');
    return one;
  };
  return async ({ viewer, request, caller, lengthMax }, call) => {
    const { route, respond } = find(`${call.method} ${call.url}`);
    const facts: RequestFacts = {
      ...request,
      method: call.method,
      url: call.url,
      format: 'json',
      headers: call.version === undefined ? {} : { 'if-match': call.version },
    };
    const bound = await runInSlices(route.take(call.body, 'json'));
    const answer = await bound.run({ params: call.params ?? {}, query: call.query ?? {} }, viewer, facts, caller);
    const { status, head, text: body } = await respond(facts, answer, lengthMax);
    if (body !== undefined && body.length > lengthMax)
      throw tooLarge(`this is ${body.length} characters long; at most ${lengthMax} can be fetched this way`);
    const text = body?.toString();
    return {
      status,
      text,
      get value(): unknown {
        const value: unknown = text === undefined ? undefined : JSON.parse(text);
        return value;
      },
      headers: pairsOf(head),
    };
  };
}

/** Of a head, where names and values stand in turn. */
function pairsOf(head: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < head.length; index += 2)
    pairs.set(String(head[index]).toLowerCase(), String(head[index + 1]));
  return pairs;
}
