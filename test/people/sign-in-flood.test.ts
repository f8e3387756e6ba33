// Floods of sign-ins from many addresses: people at places that are known, and newcomers, come through meanwhile.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createTestClock, startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const dayMs = 24 * 60 * 60 * 1000;
/** Whose passwords are guessed: they have the test password, which costs no time, where a name that is nobody's costs what real ones do. */
const victims = Array.from({ length: 100 }, (_, at) => `victim-${at}`);
let test: TestApp;
before(async () => {
  test = await startApp({ clock, settings: "$sys_trusted_proxies = '127.0.0.1';" });
  for (const name of ['tara', 'ugo', 'vera', ...victims]) await test.addUser(name);
});
after(() => test.close());
beforeEach(() => clock.advance(2 * dayMs));

const signIn = (username: string, password: string, address: string): Promise<Answered> =>
  test.call('/api/tokens', {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: { username, password },
  });
const floods: [title: string, addresses: string[]][] = [
  ['one machine with 400 addresses', Array.from({ length: 400 }, (_, at) => `198.18.${at >> 8}.${at & 255}`)],
  ['400 networks', Array.from({ length: 400 }, (_, at) => `10.${at >> 8}.${at & 255}.9`)],
  ['an IPv6 network', Array.from({ length: 400 }, (_, at) => `2001:db8:77:${at.toString(16)}::1`)],
];
const guess = (addresses: readonly string[], come: (status: number) => void): Promise<unknown> =>
  Promise.all(
    addresses.map(async (address, index) => {
      come((await signIn(victims[index % victims.length] ?? '', 'guessed', address)).status);
    }),
  );

for (const [title, addresses] of floods) {
  it(`right sign-ins have their turn before what waits of ${title}`, async () => {
    assert.equal((await signIn('tara', testPassword, '203.0.113.5')).status, 200);
    // They have been at it for a while.
    for (let start = 0; start < addresses.length; start += 100)
      await guess(addresses.slice(start, start + 100), () => {});
    const order: string[] = [];
    let refusals = 0;
    const gate = Promise.withResolvers<void>();
    const held = test.app.database.transact(() => gate.promise);
    const flood = guess(addresses, (status) => {
      if (status === 401) order.push('guess');
      else refusals += 1;
    });
    await until(() => refusals >= 190);
    assert.equal(order.length, 0, 'what fails is counted before the next has its turn');
    const own = [
      ['known', 'tara', '203.0.113.5'],
      ['newcomer', 'ugo', `192.0.${floods.findIndex(([one]) => one === title)}.77`],
    ].map(async ([who = '', name = '', address = '']) => {
      const { status } = await signIn(name, testPassword, address);
      order.push(`${who} ${status}`);
    });
    // They have arrived when what was sent after them is answered.
    for (let time = 0; time < 5; time += 1) assert.equal((await test.call('/api/version')).status, 200);
    gate.resolve();
    await Promise.all([held, flood, ...own]);
    const places = ['known 200', 'newcomer 200'].map((who) => order.indexOf(who));
    assert.ok(
      places.every((place) => place >= 0 && place < 40),
      `${places.join(' and ')} of ${order.length}, ${order.filter((who) => who !== 'guess').join()}`,
    );
  });
}

it('a /48 is no 65,536 strangers', async () => {
  assert.equal((await signIn('tara', testPassword, '2001:db8:5:abcd::1')).status, 200);
  const statuses = new Map<number, number>();
  for (let network = 0; network < 260; network += 20) {
    const all = Array.from({ length: 20 }, (_, at) =>
      signIn(victims[(network + at) % victims.length] ?? '', 'guessed', `2001:db8:5:${(network + at).toString(16)}::1`),
    );
    for (const { status } of await Promise.all(all)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const failed = statuses.get(401) ?? 0;
  assert.ok(failed >= 240 && failed < 250, `${failed} guesses`);
  assert.equal(failed + (statuses.get(429) ?? 0), 260);
  assert.equal((await signIn('ugo', testPassword, '2001:db8:5:ffff::1')).status, 429);
  assert.equal((await signIn('ugo', testPassword, '2001:db8:6:ffff::1')).status, 200);
  assert.equal((await signIn('tara', testPassword, '2001:db8:5:abcd::2')).status, 200, 'at home there');
});
