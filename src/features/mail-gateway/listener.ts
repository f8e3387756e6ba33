// Where a mail server hands messages over: LMTP or SMTP. A message is acknowledged once it is durable, an address that takes no
// mail is refused before the message comes.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { conflict, DomainError } from '../../platform/errors.ts';
import { secureOptions } from '../../platform/tls.ts';
import type { Certificate } from '../../platform/tls.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Arrivals } from './arrivals.service.ts';

export interface ListenerPlace {
  /** Such as `127.0.0.1:2424`. */
  listen: string;
  protocol: 'lmtp' | 'smtp';
  sizeMaxBytes: number;
}

export interface MailListener {
  address: AddressInfo | string | null;
  /** For connections that are made from now on. */
  renew(certificate: Certificate): void;
  stop(): Promise<void>;
}

/** Open connections of one process; more are refused. */
const connectionsMax = 100;
/** Recipients of one mail. */
const recipientsMax = 100;
/** Milliseconds for which a connection may be silent. */
const silenceMaxMs = 60_000;
/** Milliseconds that a stop waits for connections under way; then they are closed. */
const stopMaxMs = 5000;

/** An answer of the protocol. */
const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Begins to listen; with a certificate STARTTLS is offered. Throws conflict where the address can't be had. */
export async function openListener(
  { arrivals, logger }: { arrivals: Arrivals; logger: Logger },
  place: ListenerPlace,
  certificate: Certificate | undefined,
): Promise<MailListener> {
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({
    lmtp: place.protocol === 'lmtp',
    size: place.sizeMaxBytes,
    rejectOversized: true,
    disabledCommands: ['AUTH', ...(certificate === undefined ? ['STARTTLS'] : [])],
    ...(certificate === undefined ? {} : secureOptions(certificate)),
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    maxClients: connectionsMax,
    maxRecipients: recipientsMax,
    socketTimeout: silenceMaxMs,
    closeTimeout: stopMaxMs,
    ...handlersOf(arrivals, logger, place.sizeMaxBytes),
  });
  // Broken connections of clients are their own affair.
  server.on('error', (error) => logger.debug({ err: error }, 'a connection that brings mail failed'));
  const at = place.listen.lastIndexOf(':');
  server.listen(Number(place.listen.slice(at + 1)), place.listen.slice(0, at).replace(/^\[|\]$/g, ''));
  try {
    await once(server.server, 'listening');
  } catch (error) {
    throw conflict(
      `mail_in_listen can't be ${place.listen}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    address: server.server.address(),
    renew: (renewed) => server.updateSecureContext(secureOptions(renewed)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const handlersOf = (
  arrivals: Arrivals,
  logger: Logger,
  sizeMaxBytes: number,
): Required<Pick<SMTPServerOptions, 'onRcptTo' | 'onData'>> => ({
  onRcptTo({ address }, _session, done) {
    callbackify(() => requireTaken(arrivals, logger, address))(done);
  },
  onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    const envelopeFrom = mailFrom === false ? '' : mailFrom.address;
    const recipients = rcptTo.map(({ address }) => address);
    callbackify(async () => {
      const raw = upTo(stream, sizeMaxBytes);
      try {
        await arrivals.store({ door: 'listener', envelopeFrom, recipients, raw });
      } catch (error) {
        // An answer is heard after the end of the message.
        stream.resume();
        // What is too large the library refuses; who has left hears nothing.
        if (error instanceof TooLargeError || stream.readableAborted) return;
        throw toLater(logger, error);
      }
    })(done);
  },
});

/** Throws the answer for an address that takes no mail. */
async function requireTaken(arrivals: Arrivals, logger: Logger, address: string): Promise<void> {
  const refusal = await arrivals.refuse(address).catch((error: unknown) => {
    throw toLater(logger, error);
  });
  if (refusal === 'gateway is off') throw reply(550, '5.7.1 This site takes no mail');
  if (refusal !== undefined) throw reply(550, '5.1.1 There is no such address here');
}

class TooLargeError extends Error {}

/** The message as it comes. Throws TooLargeError where it is, once all of it came. */
async function* upTo(stream: Readable, sizeMaxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size <= sizeMaxBytes) yield chunk;
  }
  if (size > sizeMaxBytes) throw new TooLargeError();
}

/** Has the client try again later, whatever failed. */
function toLater(logger: Logger, error: unknown): Error {
  if (!(error instanceof DomainError)) logger.error({ err: error }, 'a message could not be stored');
  return reply(451, '4.3.0 The message could not be stored; try again later');
}
