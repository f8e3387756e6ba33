// Password hashing and verification: argon2id on a thread of its own, never on the main thread.
import { createHmac, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommended cost: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxPasswordLength = 1024;

/** argon2id in PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export interface PasswordVerifier {
  /**
   * Whether `password` matches; with no stored hash it spends the same time and says no (spec ruling 14: unknown
   * and known names take the same time).
   */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

/**
 * A verifier that remembers the last `maxRemembered` successes by a keyed digest of hash and password, so that
 * Basic authentication does not pay for argon2id at every request. A changed password changes the stored hash and with it the digest.
 */
export function createPasswordVerifier(maxRemembered = 1000): PasswordVerifier {
  const secret = randomBytes(32);
  const known = new Set<string>();
  const decoy = hashPassword(randomBytes(16).toString('hex'));
  return {
    async verify(storedHash, password) {
      if (password.length > maxPasswordLength) return false;
      if (storedHash === null || storedHash === undefined) {
        await verify(await decoy, password);
        return false;
      }
      const digest = createHmac('sha256', secret).update(storedHash).update('\0').update(password).digest('base64');
      if (known.has(digest)) return true;
      const matches = await verify(storedHash, password);
      if (matches) {
        known.add(digest);
        const [oldest] = known;
        if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
      }
      return matches;
    },
  };
}

/** Why a password is weak, or undefined. Administrators may set it all the same. */
export function describeWeakness(password: string, username: string): string | undefined {
  if (password.length < 8) return 'it is shorter than 8 characters';
  if (password.toLowerCase().includes(username.toLowerCase())) return 'it contains the user name';
  if (/^(.)\1*$/.test(password)) return 'it repeats one character';
  return undefined;
}
