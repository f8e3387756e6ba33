// Listening until the process is asked to stop, and stopping without losing a request.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createHttpServer, createRedirectListener, stopGraceMs } from '../../app.ts';
import type { App, ShareMetrics } from '../../app.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { collectWhenQuiet, growYoung, youngMaxBytes } from '../../platform/memory/garbage.ts';
import { compileOften } from '../../platform/memory/machine-code.ts';
import { readCertificate } from '../../platform/tls.ts';
import type { Certificate } from '../../platform/tls.ts';
import { UsageError, warn } from '../../platform/command-line/command.ts';
import type { Terminal } from '../../platform/command-line/command.ts';
import { followFiles } from './following.ts';

/** Flags of commands that listen. */
export const listenFlags = {
  host: { type: 'string', placeholder: 'ADDRESS', meaning: 'address to listen at; default: 127.0.0.1' },
  port: { type: 'string', placeholder: 'PORT', meaning: 'port to listen at, 0 for any free one; default: 8080' },
} as const;

export interface Listening {
  host: string;
  port: number;
  /** Files of the certificate; plain HTTP without. */
  tls?: Certificate | undefined;
  /** With TLS, a second port for plain HTTP. */
  redirectPort?: number | undefined;
  /** Completes "port 8080 of 127.0.0.1 is taken; try another one: ...". */
  otherPort(port: number): string;
  /** Whether another process says what there is to say. */
  isQuiet?: boolean;
  /** With the other processes that answer on the port; by default there are none. */
  shareMetrics?: ShareMetrics;
  /** Called once requests are answered, with the address such as `http://127.0.0.1:8080`. */
  announce(baseUrl: string): void | Promise<void>;
}

/** Host and port of the flags; throws UsageError for what is no port. */
export function readListenFlags(flags: { host: string | undefined; port: string | undefined }): {
  host: string;
  port: number;
} {
  const text = flags.port ?? '8080';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65_535) throw new UsageError(`--port can't be ${JSON.stringify(text)}; use a number from 0 to 65535`);
  if (flags.host === '') throw new UsageError('--host is empty');
  return { host: flags.host ?? '127.0.0.1', port };
}

function explainListenError(error: unknown, { host, port, otherPort }: Omit<Listening, 'announce'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : 8080;
    return conflict(`port ${port} of ${host} is in use; try another one: ${otherPort(next)}`);
  }
  if (code === 'EACCES') return conflict(`port ${port} of ${host} is reserved; use a port from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return invalid(`this machine has no address "${host}"`, '--host');
  return error;
}

/** `http://127.0.0.1:8080`, with brackets around an IPv6 address. */
export const formatOrigin = (scheme: 'http' | 'https', host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The port that the system chose counts where any was asked for. */
function originOf(address: AddressInfo | string | null, { host, port, tls }: Listening): string {
  const bound = typeof address === 'object' ? address?.port : undefined;
  return formatOrigin(tls === undefined ? 'http' : 'https', host, bound ?? port);
}

/** Listens for plain HTTP; gives what stops it, once requests under way are answered or `stopGraceMs` are over. */
async function openRedirect(listener: Server, host: string, port: number): Promise<() => Promise<void>> {
  listener.listen({ host, port });
  try {
    await once(listener, 'listening');
  } catch (error) {
    throw explainListenError(error, { host, port, otherPort: (other) => `http_redirect_port = ${other}` });
  }
  return async () => {
    listener.close();
    listener.closeIdleConnections();
    const timer = setTimeout(() => listener.closeAllConnections(), stopGraceMs);
    await once(listener, 'close');
    clearTimeout(timer);
  };
}

/** Connections that the system keeps until they are accepted; it takes less where its own limit is lower. */
const backlogMax = 4096;

/**
 * Answers requests and runs jobs until a stop signal; then takes no new ones and resolves when those under way have
 * their answer, or were streamed for `stopGraceMs`. A hang-up signal reopens the log file, where there is one.
 * Throws conflict for a port that is taken or reserved, invalid for an address of another machine or an unusable certificate.
 */
export async function serveUntilStopped(app: App, listening: Listening, io: Terminal): Promise<void> {
  const { host, port, tls, redirectPort = 0 } = listening;
  const certificate = tls === undefined ? undefined : readCertificate(tls);
  const server = createHttpServer(app, certificate, listening.shareMetrics);
  const { services } = app.features.parts;
  const stopped = io.waitForStop();
  const stops: (() => void | Promise<void>)[] = [];
  const { logFile } = app;
  const ignoreHangUps = logFile === undefined ? undefined : io.onHangUp?.(() => logFile.reopen());
  try {
    await server.listen({ host, port, backlog: backlogMax }).catch((error: unknown) => {
      throw explainListenError(error, listening);
    });
    // bin/tepal.mjs forbids it for the start: requests make garbage that is cheapest to collect young.
    stops.push(growYoung(youngMaxBytes));
    compileOften();
    stops.push(collectWhenQuiet());
    if (redirectPort !== 0) stops.push(await openRedirect(createRedirectListener(app, server), host, redirectPort));
    stops.push(followFiles(app, server.server, tls, io));
    app.jobs.start();
    app.followers.start();
    for (const service of services) await service.start(certificate);
    await listening.announce(originOf(server.server.address(), listening));
    await stopped;
    if (listening.isQuiet !== true) warn(io, 'Stopping; requests under way are finished first.');
  } finally {
    await Promise.all([
      ...stops.map((stop) => stop()),
      server.close(),
      app.jobs.stop(stopGraceMs),
      app.followers.stop(stopGraceMs),
      ...services.map((service) => service.stop(stopGraceMs)),
    ]);
    ignoreHangUps?.();
  }
}
