// Who is at the other end of the connection, and whether it is encrypted (spec ruling 12).
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { forbidden } from '../../errors.ts';
import { says } from '../../texts/said.ts';

export interface Connection {
  /** Address of the peer, or of the client that a trusted proxy names. */
  address: string;
  isEncrypted: boolean;
}

interface IncomingFacts {
  remoteAddress: string | undefined;
  isTls: boolean;
  forwardedProto: string | undefined;
  forwardedFor: string | undefined;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function makeList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

const listsByText = new Map<string, BlockList>();

function trustedList(addresses: readonly string[]): BlockList {
  const key = addresses.join(',');
  const kept = listsByText.get(key);
  if (kept !== undefined) return kept;
  const list = makeList(addresses);
  listsByText.clear();
  listsByText.set(key, list);
  return list;
}

const peerOf = (remoteAddress = ''): string => remoteAddress.replace(/^::ffff:/, '');

/** Whether the peer is one of `trustedProxies` (addresses or CIDR blocks). */
export function isTrustedProxy(remoteAddress: string | undefined, trustedProxies: readonly string[]): boolean {
  if (trustedProxies.length === 0) return false;
  const peer = peerOf(remoteAddress);
  return isIP(peer) !== 0 && trustedList(trustedProxies).check(peer, familyOf(peer));
}

/**
 * Reads the forwarding headers, which count only when the peer is one of `trustedProxies` (addresses or CIDR blocks).
 * Of several values the proxy's own, the last, counts.
 */
export function readConnection(incoming: IncomingFacts, trustedProxies: readonly string[]): Connection {
  const peer = peerOf(incoming.remoteAddress);
  if (!isTrustedProxy(incoming.remoteAddress, trustedProxies)) return { address: peer, isEncrypted: incoming.isTls };
  const last = (header: string | undefined): string => header?.split(',').at(-1)?.trim() ?? '';
  const client = last(incoming.forwardedFor);
  return {
    address: isIP(client) === 0 ? peer : client,
    isEncrypted: incoming.isTls || last(incoming.forwardedProto).toLowerCase() === 'https',
  };
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
const nearbyList = makeList(nearby);

/** Whether the API may answer on this connection. */
export const isAdmitted = ({ address, isEncrypted }: Connection, plainHttp: PlainHttp): boolean =>
  isEncrypted || (plainHttp === 'nearby' ? nearbyList.check(address, familyOf(address)) : plainHttp);

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
 * page is, else forbidden.
 */
export function requireEncryption(connection: Connection, plainHttp: PlainHttp, httpsUrl?: string): void {
  if (isAdmitted(connection, plainHttp)) return;
  if (httpsUrl !== undefined) throw new RedirectToHttps(httpsUrl);
  throw forbidden(
    says('https.only')`this API answers over HTTPS only; an administrator may set sys_rest_api_over_http = 1`,
  );
}
