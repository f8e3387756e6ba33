// What is stored of a password, and whether one matches it.
import { createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { createCache } from '../../../platform/cache/index.ts';
import { unavailable } from '../../../platform/errors.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { says } from '../../../platform/texts/said.ts';
import { createPasswordThreads } from './password-threads.ts';

/** Longer texts are nobody's password. */
export const passwordLengthMax = 1024;
const runTask = createPasswordThreads();

/** Costs what a stored hash costs, and is nobody's: salt and tag are random. */
const decoyHash = `$argon2id$v=19$m=19456,t=2,p=1$${randomText(16)}$${randomText(32)}`;

/** So that people who sign in wait for no more than these. */
const newPasswords = createSemaphore({
  parallel: 2,
  maxWaiting: 100,
  refuse: () => unavailable(says('password.many')`too many passwords are being set; try again in a moment`),
});

/** argon2id in PHC form. Throws unavailable when very many wait already. */
export async function hashPassword(password: string): Promise<string> {
  const result = await newPasswords.run(() => runTask({ password }));
  if ('phc' in result) return result.phc;
  throw new Error(`a password could not be hashed: ${'failure' in result ? result.failure : 'there was no hash'}`);
}

async function verifyPassword(phc: string, password: string): Promise<boolean> {
  const result = await runTask({ password, phc });
  if ('matches' in result) return result.matches;
  throw new Error(`a password could not be checked: ${'failure' in result ? result.failure : 'there was no answer'}`);
}

export const isMd5Text = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text);

/** What is stored of a password; both null or absent: none. */
export interface StoredPassword {
  password_hash: string | null;
  legacy_password_md5: string | null;
}

export const hasPassword = (stored: StoredPassword): boolean =>
  stored.password_hash !== null || stored.legacy_password_md5 !== null;

/** Passwords that were right, each with what made it so; kept as keyed digests. */
export interface KnownPasswords {
  has(proof: string, password: string): boolean;
  add(proof: string, password: string): void;
}

/** Remembers the last of them. */
export function createKnownPasswords(maxBytes = 262_144): KnownPasswords {
  const secret = randomBytes(32);
  const known = createCache<string, true>({ name: 'passwords', maxBytes, sizeOf: () => 0 });
  const digestOf = (proof: string, password: string): string =>
    createHmac('sha256', secret).update(proof).update('\0').update(password).digest('base64');
  return {
    has: (proof, password) => known.get(digestOf(proof, password)) === true,
    add(proof, password) {
      known.set(digestOf(proof, password), true);
    },
  };
}

export interface Verified {
  matches: boolean;
  /** False when a remembered success answered. */
  isHashed: boolean;
}

export interface PasswordVerifier {
  /**
   * Whether `password` matches the argon2id hash, or without one the legacy hash. Without any it spends the same time
   * and says no (spec ruling 14: unknown and known names take the same time). Throws unavailable when very many wait.
   */
  verify(stored: StoredPassword | undefined, password: string): Promise<Verified>;
}

/**
 * A verifier that remembers the last successes, so that Basic authentication does not pay for argon2id at
 * every request. A changed password changes the stored hash, by which they are remembered.
 */
export function createPasswordVerifier(maxBytes?: number): PasswordVerifier {
  const known = createKnownPasswords(maxBytes);
  return {
    async verify(stored, password) {
      if (password.length > passwordLengthMax) return { matches: false, isHashed: true };
      const phc = stored?.password_hash ?? undefined;
      if (phc === undefined) {
        await verifyPassword(decoyHash, password);
        return { matches: matchesMd5(stored?.legacy_password_md5 ?? undefined, password), isHashed: true };
      }
      if (known.has(phc, password)) return { matches: true, isHashed: false };
      const matches = await verifyPassword(phc, password);
      if (matches) known.add(phc, password);
      return { matches, isHashed: true };
    },
  };
}

function matchesMd5(stored: string | undefined, password: string): boolean {
  const computed = Buffer.from(digest('md5', password, 'hex'));
  const wanted = Buffer.from((stored ?? '').padEnd(computed.length, '-').toLowerCase());
  return wanted.length === computed.length && timingSafeEqual(wanted, computed);
}

/** As in PHC: base64 without padding. */
function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}
