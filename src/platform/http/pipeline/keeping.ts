// What is done with every answer that is ready, by whichever way it was made.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTls, withoutHsts } from '../answers/marks.ts';
import type { KeptAnswers } from '../answers/kept-answers.ts';
import type { RouteMeter } from '../answers/meters.ts';
import { freeOnceSent } from '../answers/respond.ts';
import type { Ready } from '../answers/respond.ts';
import type { Answer } from '../routes/route.ts';
import { joinValidities } from '../routes/validity.ts';
import type { Validity } from '../routes/validity.ts';

/** An answer, and to whom. */
export interface Given<Viewer> {
  viewer: Viewer;
  answer: Answer;
  prepared: Ready;
  meter: RouteMeter | undefined;
  /** Whether the answer to a change is kept for its key, so that its bytes are not this request's alone. */
  isHeld?: boolean;
}

interface KeepingOptions<Viewer> {
  tls?: unknown;
  kept: KeptAnswers;
  validityOf(viewer: Viewer): Validity | undefined;
}

/** Makes what keeps an answer for the same request to come, where it stays true, and gives it as it goes out. */
export const createKeeper =
  <Viewer>({ tls, kept, validityOf }: KeepingOptions<Viewer>) =>
  (
    request: IncomingMessage,
    response: ServerResponse,
    { viewer, answer, prepared, meter, isHeld = false }: Given<Viewer>,
  ): Ready => {
    const shown = tls === undefined || isTls(request) ? prepared : withoutHsts(prepared);
    const ready = { ...shown, meter };
    const validity = answer.validity === undefined ? undefined : validityOf(viewer);
    const isKept =
      answer.validity !== undefined &&
      validity !== undefined &&
      kept.keep(request, ready, joinValidities(validity, answer.validity));
    if (!isKept && !isHeld) freeOnceSent(response, ready);
    return ready;
  };
