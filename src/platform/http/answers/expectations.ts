// Clients that ask before they send a body (`Expect: 100-continue`): they are told to send it when somebody is about to read it.
import type { IncomingMessage, ServerResponse } from 'node:http';

const asked = new WeakMap<IncomingMessage, ServerResponse>();

/** To be called for a request whose client waits for leave to send its body. */
export const noteExpectation = (request: IncomingMessage, response: ServerResponse): void =>
  void asked.set(request, response);

/** Gives leave where the client waits for it. A refusal instead of it spares the body. */
export function letBodyCome(request: IncomingMessage): void {
  const response = asked.get(request);
  if (response === undefined) return;
  asked.delete(request);
  response.writeContinue();
}
