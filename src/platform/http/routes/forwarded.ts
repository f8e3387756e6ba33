// Who sent a request that proxies handed on: X-Forwarded-For and X-Forwarded-Proto as proxies write them, and Forwarded (RFC 7239).
import { BlockList, isIP, SocketAddress } from 'node:net';

/** `ipv4` or `ipv6`, of an address. */
export const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address as others write the same one: without zone, IPv6 in its shortest form, IPv4 that is written as IPv6 as IPv4. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return bare;
  return new SocketAddress({ address: bare, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

const mappedBits = 96;

/** A list of addresses and CIDR blocks, for `isListed`. */
export function listAddresses(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses) {
    const [written = '', prefix] = entry.split('/');
    const address = plainAddress(written);
    const isMapped = isIP(written) === 6 && isIP(address) === 4;
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else if (!isMapped) list.addSubnet(address, Number(prefix), familyOf(address));
    else if (Number(prefix) >= mappedBits) list.addSubnet(address, Number(prefix) - mappedBits, 'ipv4');
    else list.addSubnet(written, Number(prefix), 'ipv6');
  }
  return list;
}

export const isListed = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address));

/** One proxy's word on who it was asked by. */
interface Hop {
  /** undefined where it does not say, or says something that is no address. */
  address: string | undefined;
  /** Lower case. */
  protocol: string | undefined;
}

const withPort = /^(?:\[([^\]]*)\]|([^:]*))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/** `ip`, `ip:port`, `[ip]`, `[ip]:port`, and an IPv6 address without brackets; undefined for `unknown`, hidden names and all else. */
function readNode(text: string): string | undefined {
  const [, bracketed, bare] = withPort.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  const family = isIP(address);
  if (family === 0 || (bracketed !== undefined && family === 4)) return undefined;
  return plainAddress(address);
}

const pair = /^\s*([\w!#$%&'*+.^`|~-]+)=(?:([^\s"=,;]+)|"((?:[^"\\]|\\.)*)")\s*$/;

/** An element of Forwarded; one that does not say for whom, is malformed or says a thing twice counts for nothing. */
function readElement(text: string): Hop {
  const values = new Map<string, string>();
  for (const part of text.split(';')) {
    const [, name = '', token, quoted = ''] = pair.exec(part) ?? [];
    const key = name.toLowerCase();
    if (name === '' || values.has(key)) return { address: undefined, protocol: undefined };
    values.set(key, token ?? quoted.replaceAll(/\\(.)/g, '$1'));
  }
  const node = values.get('for');
  if (node === undefined) return { address: undefined, protocol: undefined };
  return { address: readNode(node), protocol: values.get('proto')?.toLowerCase() };
}

/** The entries of a header that say something, the nearest proxy's first. */
const fromTheRight = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .reverse();

/** What the headers say, the nearest proxy's word first. */
function readHops({ forwardedFor, forwarded }: ForwardingHeaders): Hop[] {
  // A proxy that writes the one often hands on what clients write in the other.
  if (forwardedFor !== undefined)
    return fromTheRight(forwardedFor).map((entry) => ({ address: readNode(entry), protocol: undefined }));
  return forwarded === undefined ? [] : fromTheRight(forwarded).map(readElement);
}

export interface ForwardingHeaders {
  /** All lines of each, with commas between. */
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
  forwarded: string | undefined;
}

/**
 * The client that trusted proxies name, where `peer` is one of them: the nearest address that is not trusted, else the farthest that is
 * known. What stands behind an address that nobody trusted wrote is not looked at, nor what stands behind a hidden one. `protocol` is
 * the one that the client came by, as the proxy says that it came to; in lower case, undefined where none does.
 */
export function findClient(
  peer: string,
  headers: ForwardingHeaders,
  isTrusted: (address: string) => boolean,
): { address: string; protocol: string | undefined } {
  let address = peer;
  let protocol: string | undefined;
  let trustedHops = 0;
  for (const hop of readHops(headers)) {
    protocol = hop.protocol;
    if (hop.address === undefined) break;
    address = hop.address;
    if (!isTrusted(address)) break;
    trustedHops += 1;
  }
  if (headers.forwardedProto === undefined) return { address, protocol };
  // One word is of the proxy that ends TLS, handed on by those behind it; of several each proxy wrote its own.
  const words = fromTheRight(headers.forwardedProto);
  return { address, protocol: words[Math.min(trustedHops, words.length - 1)]?.toLowerCase() };
}
