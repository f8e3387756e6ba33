// Who is at the other end of the connection, and whether it is encrypted (spec ruling 12).
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { DomainError } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { findClient, isListed, listAddresses, plainAddress } from './forwarded.ts';
import type { ForwardingHeaders } from './forwarded.ts';

export interface Connection {
  /** Address of the peer, or of the client that a trusted proxy names. */
  address: string;
  isEncrypted: boolean;
}

interface IncomingFacts extends ForwardingHeaders {
  remoteAddress: string | undefined;
  isTls: boolean;
}

const listsByText = new Map<string, BlockList>();

function trustedList(addresses: readonly string[]): BlockList {
  const key = addresses.join(',');
  const kept = listsByText.get(key);
  if (kept !== undefined) return kept;
  const list = listAddresses(addresses);
  listsByText.clear();
  listsByText.set(key, list);
  return list;
}

const peerOf = (remoteAddress = ''): string => remoteAddress.replace(/^::ffff:/, '');

/** Whether the peer is one of `trustedProxies` (addresses or CIDR blocks). */
export const isTrustedProxy = (remoteAddress: string | undefined, trustedProxies: readonly string[]): boolean =>
  trustedProxies.length > 0 && isListed(trustedList(trustedProxies), plainAddress(peerOf(remoteAddress)));

/**
 * Who asks, and over what. The forwarding headers count only when the peer is one of `trustedProxies` (addresses or CIDR
 * blocks), and as far as each proxy that hands them on is one: see findClient.
 */
export function readConnection(incoming: IncomingFacts, trustedProxies: readonly string[]): Connection {
  const peer = peerOf(incoming.remoteAddress);
  if (!isTrustedProxy(incoming.remoteAddress, trustedProxies)) return { address: peer, isEncrypted: incoming.isTls };
  const list = trustedList(trustedProxies);
  const { address, protocol } = findClient(peer, incoming, (one) => isListed(list, one));
  return { address, isEncrypted: incoming.isTls || protocol === 'https' };
}

/** The same of a request. */
export const connectionOf = (
  { socket, headers }: { socket: Socket; headers: IncomingHttpHeaders },
  trustedProxies: readonly string[],
): Connection =>
  readConnection(
    {
      remoteAddress: socket.remoteAddress,
      isTls: 'encrypted' in socket,
      forwardedProto: headers['x-forwarded-proto']?.toString(),
      forwardedFor: headers['x-forwarded-for']?.toString(),
      forwarded: headers.forwarded?.toString(),
    },
    trustedProxies,
  );

/** Who may ask over plain HTTP: everybody, nobody, or those on this machine and in its private networks. */
export type PlainHttp = boolean | 'nearby';

const nearby = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
const nearbyList = listAddresses(nearby);

/** Whether the API may answer on this connection. */
export const isAdmitted = ({ address, isEncrypted }: Connection, plainHttp: PlainHttp): boolean =>
  isEncrypted || (plainHttp === 'nearby' ? isListed(nearbyList, address) : plainHttp);

/** Nothing is answered on this connection. */
export class HttpsOnly extends DomainError {
  constructor() {
    const sentence = says('https.only')`this API requires HTTPS; an administrator can set sys_rest_api_over_http = 1`;
    super('forbidden', sentence);
  }
}

/** A request whose connection is not encrypted enough goes to this address instead. */
export class RedirectToHttps extends Error {
  override readonly name = 'RedirectToHttps';
  readonly url: string;

  constructor(url: string) {
    super(`over HTTPS at ${url}`);
    this.url = url;
  }
}

/**
 * Throws when plain HTTP is asked and the administrator did not allow it: RedirectToHttps where `httpsUrl` says where a
 * page is, else HttpsOnly.
 */
export function requireEncryption(connection: Connection, plainHttp: PlainHttp, httpsUrl?: string): void {
  if (isAdmitted(connection, plainHttp)) return;
  if (httpsUrl !== undefined) throw new RedirectToHttps(httpsUrl);
  throw new HttpsOnly();
}

const sentIdPattern = /^[\w.:@+/=-]{1,128}$/;

/** Ids that differ between requests, and between starts of the program; a trusted proxy may have named the request. */
export function createRequestNames(listTrusted: () => readonly string[]): (request: IncomingMessage) => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const sent = headers['x-request-id'];
    const isNamed =
      typeof sent === 'string' && sentIdPattern.test(sent) && isTrustedProxy(socket.remoteAddress, listTrusted());
    return isNamed ? sent : `${start}-${(count += 1).toString(36)}`;
  };
}
