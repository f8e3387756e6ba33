// HTTP requests that this server sends to addresses which people gave it. Addresses of private networks are out of reach,
// unless the operator says otherwise: behind them may be what trusts whoever gets that far.
import type { LookupAddress } from 'node:dns';
import type { ClientRequest } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { findAddresses } from './find-addresses.ts';
import { says, textOf } from './texts/said.ts';
import type { Said } from './texts/said.ts';
import type { ShareBounds } from './concurrency/fair-share.ts';

/** A host is looked up and connected to within this time, or counts as one that can't be reached. */
export const connectWithinMs = 3000;
/** The status of an answer is there within this time from the beginning on. */
const answerWithinMs = 10_000;
/** Of the lines before the answer's body, which is not read. */
const answerHeadBytesMax = 16_384;

/** Calls at the same time: altogether, of one project, and to one host. Each kind of caller has as many. */
export const callBounds: ShareBounds = { total: 32, perOwner: 4, perTarget: 8 };

/** Networks that are not the public internet (RFC 6890 and the registries of special addresses). */
const privateNetworks = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', prefix] = network.split('/');
  privateNetworks.addSubnet(address, Number(prefix), 'ipv4');
}
/** All of IPv6 but what is given out for the public internet, and the parts of that which stand for other things. */
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
const specialSix = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialSix.addSubnet(address, prefix, 'ipv6');

/** Whether an IP address belongs to this machine, its networks, or nobody. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateNetworks.check(address, 'ipv4');
  return !publicSix.check(address, 'ipv6') || specialSix.check(address, 'ipv6');
}

/** The address that a URL spells out; undefined where it has a name. */
function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? undefined : address;
}

/** Whether the URL itself says that it leads to a private address; a name may turn out to be one later. */
export const isPrivateUrl = (url: URL): boolean =>
  isPrivateAddress(literalAddress(url) ?? '2000::') || /^(.+\.)?localhost\.?$/i.test(url.hostname);

/** No answer came; `isReached` says whether there was a connection. The message says why, which may be about a private network. */
export class NoAnswerError extends Error {
  readonly isReached: boolean;
  /** The message, with its name where it has one. */
  readonly sentence: string | Said;

  constructor(sentence: string | Said, isReached: boolean, cause?: unknown) {
    super(textOf(sentence), { cause });
    this.name = 'NoAnswerError';
    this.isReached = isReached;
    this.sentence = sentence;
  }
}

const refuseAddress = (host: string): NoAnswerError =>
  new NoAnswerError(
    says('outgoing.private')`${host} is a private address; allow it in outgoing_private_addresses`,
    false,
  );

/** Looks at what a name stands for at the moment of the connection, so that it can't stand for something else then. */
async function findAllowed(hostname: string, isPrivateAllowed: boolean): Promise<LookupAddress[]> {
  const found = await findAddresses(hostname, isPrivateAllowed);
  if (!isPrivateAllowed && found.some(({ address }) => isPrivateAddress(address))) throw refuseAddress(hostname);
  return found;
}

const callWithAllowed = callbackify(findAllowed);

const lookupWith =
  (isPrivateAllowed: boolean): LookupFunction =>
  (hostname, options, callback) => {
    callWithAllowed(hostname, isPrivateAllowed, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

export interface OutgoingOptions {
  isPrivateAllowed: boolean;
  signal: AbortSignal;
}

/** The host that a URL leads to, whose calls are bounded; empty for what is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/**
 * Sends JSON text by POST and gives the status; the rest of the answer is not read. Redirects are not followed. Throws NoAnswerError
 * for a private address, and where no connection is made in 3 seconds or no answer comes in 10; what the signal says where it
 * is aborted.
 */
export function post(
  url: string,
  text: string,
  { isPrivateAllowed, signal, headers = {} }: OutgoingOptions & { headers?: Readonly<Record<string, string>> },
): Promise<number> {
  const target = new URL(url);
  if (!isPrivateAllowed && isPrivateUrl(target)) return Promise.reject(refuseAddress(target.hostname));
  // Most servers never call anybody: the clients are loaded where one does.
  const isEncrypted = target.protocol === 'https:';
  const client = isEncrypted ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const request = client.request(target, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    maxHeaderSize: answerHeadBytesMax,
    signal,
    lookup: lookupWith(isPrivateAllowed),
  });
  request.end(text);
  return readStatus(request, target.host, signal);
}

/** Reads no more than the status. */
function readStatus(request: ClientRequest, host: string, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let isReached = false;
  const endAfter = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => request.destroy(new Error(`${host} ${what} in ${ms / 1000} s`)), ms);
  const connecting = endAfter(connectWithinMs, 'could not be connected to');
  const answering = endAfter(answerWithinMs, 'gave no answer');
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      isReached = true;
      clearTimeout(connecting);
    });
  });
  request.on('error', (error) => {
    const why = error instanceof NoAnswerError ? error.sentence : error.message;
    reject(signal.aborted ? error : new NoAnswerError(why, isReached, error));
  });
  request.on('response', (response) => {
    response.destroy();
    resolve(response.statusCode ?? 0);
  });
  return promise.finally(() => {
    clearTimeout(connecting);
    clearTimeout(answering);
  });
}

/** As `post`, with a value as JSON. Throws an Error for a status of 400 and above, too. */
export async function postJson(url: string, body: unknown, options: OutgoingOptions): Promise<void> {
  const status = await post(url, JSON.stringify(body), options);
  if (status >= 400) throw new Error(`${new URL(url).host} answered ${status}`);
}
