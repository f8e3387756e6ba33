// What a server is made of, and what it counts.
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { KeyedRequest } from '../../idempotency/index.ts';
import type { Logger } from '../../watching/logger.ts';
import type { Admission, Moments } from './admission.ts';
import type { ArrivingLimits } from '../answers/arriving-bodies.ts';
import type { ServerLimits } from './listener.ts';
import { createRouteMeters } from '../answers/meters.ts';
import type { RouteMeters } from '../answers/meters.ts';
import type { Monitoring } from './probes.ts';
import type { RepeatOptions } from './repeats.ts';
import type { Access, Answer, RequestFacts, Route } from '../routes/route.ts';
import type { RunStream } from './streams.ts';
import type { Certificate } from '../limits/tls.ts';

export interface ServerOptions<Viewer, Moment extends Admission> extends Moments<Moment> {
  routes: readonly Route<Viewer>[];
  logger: Logger;
  /** Who is calling; throws unauthenticated or forbidden. With access `public` it does not look at credentials. */
  identify(request: RequestFacts, access: Access, moment: Moment): Promise<Viewer>;
  /** Runs `change` so that `check`, which throws where it must not happen, holds for the very state that is changed. */
  guardChange(moment: Moment, check: () => Promise<void>, change: () => Promise<Answer>): Promise<Answer>;
  /**
   * Runs `change`, which fails with StaleMomentError where the viewer's rights are others by the time that it writes, and
   * claims the key, if there is one, together with what it writes.
   */
  changeAs<R>(viewer: Viewer, change: () => Promise<R>, keyed?: KeyedRequest): Promise<R>;
  /**
   * Whether somebody sees more while reading than while changing: what their GET shows and their change does not find is then
   * refused as forbidden.
   */
  seesMore?(reading: Viewer, changing: Viewer): boolean;
  /** Without it the header Idempotency-Key is not looked at. */
  repeats?: RepeatOptions<Viewer>;
  /** No route takes more. */
  bodyLimitBytes: number;
  limits: ServerLimits & ArrivingLimits;
  /** How long a stop waits for answers that stream; then their connections are closed. */
  stopGraceMs: number;
  tls?: Certificate;
  /**
   * Until when, in milliseconds since the epoch, what was found out about the caller stays true where nothing is committed;
   * undefined where it has to be found out anew for each request.
   */
  validUntilMs(viewer: Viewer): number | undefined;
  /** By which name use of the thread is counted. */
  clientOf(viewer: Viewer, request: RequestFacts): string;
  /**
   * The credentials of a request as one text, with all else in its headers that decides what they prove, where that can be kept;
   * undefined for others. Without it nobody is.
   */
  nameLastingCredentials?(request: Pick<RequestFacts, 'headers' | 'isEncrypted'>): string | undefined;
  /** Differs after any commit of anybody; undefined where that can't be told at once. */
  readMark: () => number | undefined;
  clock: Clock;
  /** Counted up here. */
  stats?: ServerStats;
  /** Without it there is nothing at the paths that monitors ask. */
  monitoring?: Monitoring;
  /** Routes outside the API, such as the explorer's assets; `run` is for those of addStreams. */
  extend?(server: FastifyInstance, run: RunStream<Viewer>): void;
}

/** What a server counts. */
export interface ServerStats {
  meters: RouteMeters;
}

export const createServerStats = (): ServerStats => ({ meters: createRouteMeters() });
