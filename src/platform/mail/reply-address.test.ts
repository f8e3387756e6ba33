// Addresses that prove who writes about which artifact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageIdOf, readMessageIds, readReplyAddress, replyAddressOf } from './reply-address.ts';

const place = { artifactId: 2 ** 48 - 1, userId: 102 };
const local = (address: string): string => address.split('@')[0] ?? '';

test('an address says what it was made of, in any case', () => {
  const address = replyAddressOf('secret', place, 'example.com');
  assert.match(address, /^reply\+[a-z2-7]{39}@example\.com$/);
  assert.ok(local(address).length <= 64);
  assert.deepEqual(readReplyAddress('secret', local(address)), place);
  assert.deepEqual(readReplyAddress('secret', local(address).toUpperCase()), place);
  assert.deepEqual(readReplyAddress('secret', local(replyAddressOf('secret', { artifactId: 0, userId: 0 }, 'x'))), {
    artifactId: 0,
    userId: 0,
  });
});

test('nothing else is an address', () => {
  const good = local(replyAddressOf('secret', place, 'example.com'));
  assert.equal(readReplyAddress('another secret', good), undefined);
  for (const text of ['', 'reply', 'reply+', good.slice(0, -1), `${good}a`, good.replace('+', '-'), `${good}@x`]) {
    assert.equal(readReplyAddress('secret', text), undefined, text);
  }
  for (let index = 'reply+'.length; index < good.length; index++) {
    const other = good[index] === 'a' ? 'b' : 'a';
    assert.equal(readReplyAddress('secret', good.slice(0, index) + other + good.slice(index + 1)), undefined);
  }
});

test('a Message-ID among others proves the same', () => {
  const id = messageIdOf('secret', { ...place, changesetId: 7 }, 'example.com');
  assert.match(id, /^<artifact-\d+-changeset-7\.[a-z2-7]{39}@example\.com>$/);
  const forged = messageIdOf('another secret', { ...place, changesetId: 7 }, 'example.com');
  assert.deepEqual(readMessageIds('secret', `<else@where> ${forged} ${id}`), place);
  assert.equal(readMessageIds('secret', `<else@where> ${forged}`), undefined);
});
