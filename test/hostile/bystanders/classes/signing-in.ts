// People who are not who they say, and more of them than there is room for.
import type { AttackClass } from '../attack.ts';
import { flood, post } from '../moves.ts';

const v4 = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const v6 = (n: number, netsOf: number): string =>
  `2001:db8:${(n % netsOf).toString(16)}:${((n * 7) & 0xffff).toString(16)}::${(n & 0xffff).toString(16)}`;

const signIn = (username: string, password: string, from: string) => ({
  ...post('/api/tokens', { username, password }),
  from,
});

const refusals = [400, 401, 403];

export const signInClasses: readonly AttackClass[] = [
  {
    name: 'sign-ins-of-one-address',
    imitates: 'one machine that guesses passwords',
    refusals,
    set: flood(50, () => (n) => signIn('bruno', `wrong ${n}`, '198.51.100.1')),
  },
  {
    name: 'sign-ins-of-400-addresses',
    imitates: 'one machine with four hundred addresses that guesses passwords',
    refusals,
    set: flood(400, () => (n) => signIn(`crowd_${n % 500}`, `wrong ${n}`, v4(n % 400))),
  },
  {
    name: 'sign-ins-of-ipv6-networks',
    imitates: 'one machine with a network of addresses that guesses passwords',
    refusals,
    set: flood(400, () => (n) => signIn(`crowd_${n % 500}`, `wrong ${n}`, v6(n, 4))),
  },
  {
    name: 'sign-ins-of-many-networks',
    imitates: 'many machines, each with an address of its own, that guess the bystander’s password',
    refusals,
    set: flood(400, () => (n) => signIn('bruno', `wrong ${n}`, v4(n))),
  },
  {
    name: 'sign-ins-of-unknown-names',
    imitates: 'names that nobody has, from everywhere',
    refusals,
    set: flood(400, () => (n) => signIn(`nobody_${n}`, 'wrong', v4(n))),
  },
  {
    name: 'sign-ins-with-long-passwords',
    imitates: 'passwords as long as may be, and longer',
    refusals,
    set: flood(100, () => (n) => signIn('bruno', 'p'.repeat(n % 2 === 0 ? 1024 : 50_000), v4(n % 100))),
  },
  {
    name: 'right-sign-ins',
    imitates: 'somebody who signs in again and again, rightly',
    refusals,
    set: flood(
      50,
      ({ site }) =>
        (n) =>
          signIn('mallory', site.password, v4(n % 50)),
    ),
  },
  {
    name: 'sessions',
    imitates: 'sessions of browsers, opened again and again',
    refusals,
    set: flood(50, ({ site }) => (n) => ({
      ...post('/api/sessions', { username: 'mallory', password: site.password }),
      from: v4(n % 50),
    })),
  },
  {
    name: 'basic-credentials',
    imitates: 'wrong passwords with each request',
    refusals,
    set: flood(100, () => (n) => ({
      path: '/api/projects',
      from: v4(n % 200),
      headers: { authorization: `Basic ${Buffer.from(`crowd_${n % 500}:x${n}`).toString('base64')}` },
    })),
  },
  {
    name: 'guessed-tokens',
    imitates: 'tokens and access keys that nobody has',
    refusals,
    set: flood(50, () => (n) => ({
      path: '/api/users/self',
      headers:
        n % 2 === 0
          ? { 'x-auth-token': n.toString(16).padStart(64, '0'), 'x-auth-userid': '102' }
          : { 'x-auth-accesskey': `tlp-k1-${n}.${n.toString(16).padStart(64, '0')}` },
    })),
  },
  {
    name: 'registrations',
    imitates: 'accounts made by the thousand, from everywhere',
    refusals,
    set: flood(50, () => (n) => ({
      ...post('/api/user_registrations', {
        username: `fresh-${n}`,
        email: `fresh-${n}@example.org`,
        real_name: `Fresh ${n}`,
        password: `a rather long password ${n}`,
      }),
      from: v4(n),
    })),
  },
  {
    name: 'new-passwords',
    imitates: 'new passwords to be judged, as hard to judge as can be',
    refusals,
    set: flood(50, ({ site }) => (n) => ({
      ...post(
        '/api/users/self/password',
        { current_password: site.password, new_password: 'aA1!'.repeat(250) + n },
        'mallory',
      ),
      from: v4(n % 50),
    })),
  },
];
