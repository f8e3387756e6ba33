// What host names stand for, asked of name servers without the threads that reading files shares with the system's own
// look-ups: a name server that says nothing would hold those for as long as it likes.
import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { unavailable } from './errors.ts';
import { createSemaphore } from './concurrency/semaphore.ts';

/** Two attempts, the second twice as long. */
const timeouts = { timeout: 900, tries: 2 };

const isFound = <T>(outcome: PromiseSettledResult<T>): outcome is PromiseFulfilledResult<T> =>
  outcome.status === 'fulfilled';

/** IPv4 and IPv6 addresses by DNS. Throws where there are none, or no name server answers in some three seconds. */
async function askNameServers(hostname: string): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver(timeouts);
  const outcomes = await Promise.allSettled([
    resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
  ]);
  const found = outcomes.filter(isFound).flatMap(({ value }) => value);
  if (found.length > 0) return found;
  throw outcomes[0].status === 'rejected' ? outcomes[0].reason : new Error(`${hostname} has no address`);
}

/** The system's look-ups take a thread each, of which there are two. */
const systemSemaphore = createSemaphore({
  parallel: 1,
  maxWaiting: 50,
  refuse: () => unavailable('too many names are being looked up; try again in a moment'),
});

const isSilence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';

/**
 * The addresses of a name. `asksSystem`: names that DNS does not have may stand in the files of this machine, too. Throws where
 * there are none.
 */
export async function findAddresses(hostname: string, asksSystem: boolean): Promise<LookupAddress[]> {
  const ask = (): Promise<LookupAddress[]> =>
    systemSemaphore.run(() => dns.promises.lookup(hostname, { all: true, order: 'verbatim' }));
  if (asksSystem && /(^|\.)localhost\.?$/i.test(hostname)) return ask();
  try {
    return await askNameServers(hostname);
  } catch (error) {
    if (!asksSystem || isSilence(error)) throw error;
    return ask();
  }
}
