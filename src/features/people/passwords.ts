// Password hashing and verification: argon2id on threads of its own, never on the main thread, and a bounded number at a time.
import { createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../../platform/errors.ts';
import { createGate } from '../../platform/gate.ts';

/** OWASP's second recommended cost: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxPasswordLength = 1024;

/** Takes as long to verify as a real one, and no password is known to match it: salt and digest are zeros. */
const decoyHash =
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$` +
  `${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Half of the thread pool, so that files and name look-ups never wait behind passwords. */
const hashing = createGate({
  parallel: 2,
  maxWaiting: 200,
  refuse: () => unavailable('too many people sign in at once; try again in a moment'),
});

/** argon2id in PHC form. Throws unavailable when very many wait already. */
export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password, cost));

export const isMd5Text = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text);

/** What is stored of a password; both null or absent: none. */
export interface StoredPassword {
  password_hash: string | null;
  legacy_password_md5: string | null;
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
 * A verifier that remembers the last `maxRemembered` successes by a keyed digest of hash and password, so that
 * Basic authentication does not pay for argon2id at every request. A changed password changes the stored hash and with it the digest.
 */
export function createPasswordVerifier(maxRemembered = 1000): PasswordVerifier {
  const secret = randomBytes(32);
  const known = new Set<string>();
  return {
    async verify(stored, password) {
      if (password.length > maxPasswordLength) return { matches: false, isHashed: true };
      const phc = stored?.password_hash ?? undefined;
      if (phc === undefined) {
        await hashing.run(() => verify(decoyHash, password));
        return { matches: matchesMd5(stored?.legacy_password_md5 ?? undefined, password), isHashed: true };
      }
      const remembered = createHmac('sha256', secret).update(phc).update('\0').update(password).digest('base64');
      if (known.has(remembered)) return { matches: true, isHashed: false };
      const matches = await hashing.run(() => verify(phc, password));
      if (matches) {
        known.add(remembered);
        const [oldest] = known;
        if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
      }
      return { matches, isHashed: true };
    },
  };
}

function matchesMd5(stored: string | undefined, password: string): boolean {
  const computed = Buffer.from(digest('md5', password, 'hex'));
  const wanted = Buffer.from((stored ?? '').padEnd(computed.length, '-').toLowerCase());
  return wanted.length === computed.length && timingSafeEqual(wanted, computed);
}
