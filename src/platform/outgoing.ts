// HTTP requests that this server sends to addresses which people gave it. Addresses of private networks are out of reach,
// unless the operator says otherwise: behind them may be what trusts whoever gets that far.
import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

const timeoutMs = 20_000;

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

const refuseAddress = (host: string): Error =>
  new Error(`${host} is a private address, which outgoing_private_addresses does not allow`);

/** Looks at what a name stands for at the moment of the connection, so that it can't stand for something else then. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses ?? [];
    const refused = found.find(({ address }) => isPrivateAddress(address));
    const [first] = found;
    if (error !== null) callback(error, '', 0);
    else if (refused !== undefined || first === undefined) callback(refuseAddress(hostname), '', 0);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

export interface OutgoingOptions {
  isPrivateAllowed: boolean;
  signal: AbortSignal;
}

/**
 * Sends JSON text by POST and gives the status; the rest of the answer is not read. Redirects are not followed. Throws an Error
 * for a private address, and where nobody answers in 20 seconds.
 */
export function post(
  url: string,
  text: string,
  { isPrivateAllowed, signal, headers = {} }: OutgoingOptions & { headers?: Readonly<Record<string, string>> },
): Promise<number> {
  const target = new URL(url);
  if (!isPrivateAllowed && isPrivateUrl(target)) return Promise.reject(refuseAddress(target.hostname));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // Most servers never call anybody: the clients are loaded where one does.
  const isEncrypted = target.protocol === 'https:';
  const client = isEncrypted ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const request = client.request(target, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(isPrivateAllowed ? {} : { lookup: lookupPublic }),
  });
  request.on('error', reject);
  request.on('response', (response) => {
    response.destroy();
    resolve(response.statusCode ?? 0);
  });
  request.end(text);
  return promise;
}

/** As `post`, with a value as JSON. Throws an Error for a status of 400 and above, too. */
export async function postJson(url: string, body: unknown, options: OutgoingOptions): Promise<void> {
  const status = await post(url, JSON.stringify(body), options);
  if (status >= 400) throw new Error(`${new URL(url).host} answered ${status}`);
}
