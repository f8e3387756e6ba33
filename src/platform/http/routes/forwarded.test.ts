import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConnection } from './transport.ts';

const trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::ffff:192.0.2.0/120'];
const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', proxies: readonly string[] = trusted) =>
  readConnection(
    {
      remoteAddress,
      isTls: false,
      forwardedFor: headers['for'],
      forwardedProto: headers['proto'],
      forwarded: headers['forwarded'],
    },
    proxies,
  );

const addresses: [forwardedFor: string, address: string][] = [
  ['203.0.113.10', '203.0.113.10'],
  ['203.0.113.10, 127.0.0.1', '203.0.113.10'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9, 10.1.2.3,fd00::7 , 192.0.2.77', '203.0.113.9'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['[::ffff:cb00:7105]:80, ::ffff:10.0.0.1', '203.0.113.5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.10, 10.0.0.1:8080, [fd00::1]:9', '203.0.113.10'],
  ['10.0.0.1, 127.0.0.1', '10.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['203.0.113.10, unknown, 10.0.0.1', '10.0.0.1'],
  ['203.0.113.10, _hidden', '127.0.0.1'],
  ['', '127.0.0.1'],
  ['203.0.113.10,', '203.0.113.10'],
  [', 203.0.113.10 ,, 10.0.0.1', '203.0.113.10'],
  ['203.0.113.300', '127.0.0.1'],
  ['203.0.113.10:port', '127.0.0.1'],
  ['203.0.113.10:123456', '127.0.0.1'],
  ['[203.0.113.10]', '127.0.0.1'],
  ['2001:db8::1]:443', '127.0.0.1'],
  ['evil, 203.0.113.9', '203.0.113.9'],
];
for (const [forwardedFor, address] of addresses) {
  test(`X-Forwarded-For: ${forwardedFor}`, () => {
    assert.equal(ask({ for: forwardedFor }).address, address);
    assert.equal(ask({ for: forwardedFor }, '::ffff:127.0.0.1').address, address);
    assert.equal(ask({ for: forwardedFor }, '203.0.113.99').address, '203.0.113.99');
    assert.equal(ask({ for: forwardedFor }, '127.0.0.1', []).address, '127.0.0.1');
  });
}

const forwarded: [header: string, address: string, isEncrypted: boolean][] = [
  ['for=203.0.113.10;proto=https', '203.0.113.10', true],
  ['For="203.0.113.10:4711"; Proto=HTTPS; by=10.0.0.1', '203.0.113.10', true],
  ['for="[2001:db8:cafe::17]:4711";proto=http', '2001:db8:cafe::17', false],
  [String.raw`for="203.0.113\.10";proto="https"`, '203.0.113.10', true],
  ['for=203.0.113.1, for=198.51.100.2;proto=https, for=10.0.0.5;proto=http', '198.51.100.2', true],
  ['for=198.51.100.2;proto=http, for=10.0.0.5;proto=https', '198.51.100.2', false],
  ['for=203.0.113.1, for=unknown;proto=https', '127.0.0.1', true],
  ['for=203.0.113.1, for="_gazonk", for=10.0.0.5', '10.0.0.5', false],
  ['for="203.0.113.1:_port"', '203.0.113.1', false],
  ['proto=https;by=10.0.0.1', '127.0.0.1', false],
  ['for=2001:db8::1', '2001:db8::1', false],
  ['for="x, for=203.0.113.9;proto=https', '203.0.113.9', true],
  ['for=203.0.113.9;for=203.0.113.8', '127.0.0.1', false],
  ['for', '127.0.0.1', false],
  ['for=203.0.113.9;', '127.0.0.1', false],
];
for (const [header, address, isEncrypted] of forwarded) {
  test(`Forwarded: ${header}`, () => {
    assert.deepEqual(ask({ forwarded: header }), { address, isEncrypted });
    assert.deepEqual(ask({ forwarded: header }, '203.0.113.99'), { address: '203.0.113.99', isEncrypted: false });
    assert.equal(ask({ forwarded: header, for: '198.51.100.9' }).address, '198.51.100.9');
    assert.equal(ask({ forwarded: header, proto: 'https' }).isEncrypted, true);
    assert.equal(ask({ forwarded: header, proto: 'http' }).isEncrypted, false);
  });
}

const protocols: [proto: string, forwardedFor: string, isEncrypted: boolean][] = [
  ['https', '203.0.113.1, 10.0.0.1', true],
  ['https, http', '203.0.113.1, 10.0.0.1', true],
  ['http, https', '203.0.113.1, 10.0.0.1', false],
  ['https, http', '203.0.113.1', false],
  ['https, http, https', '198.51.100.1, 203.0.113.1, 10.0.0.1', false],
  ['https', 'unknown', true],
  [' , https,', '203.0.113.1', true],
  ['', '203.0.113.1', false],
];
for (const [proto, forwardedFor, isEncrypted] of protocols) {
  test(`X-Forwarded-Proto: ${proto} of ${forwardedFor}`, () => {
    assert.equal(ask({ proto, for: forwardedFor }).isEncrypted, isEncrypted);
    assert.equal(ask({ proto, for: forwardedFor }, '203.0.113.99').isEncrypted, false);
  });
}

test('a long chain takes no time', () => {
  const beganMs = performance.now();
  assert.equal(ask({ for: '10.0.0.1,'.repeat(1600) }).address, '10.0.0.1');
  assert.equal(ask({ forwarded: `for="${'\\a'.repeat(7000)}` }).address, '127.0.0.1');
  assert.ok(performance.now() - beganMs < 500);
});
