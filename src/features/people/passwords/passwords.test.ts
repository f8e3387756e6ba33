import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { describeWeakness } from './password-strength.ts';
import { createPasswordVerifier, hashPassword } from './passwords.ts';
import type { StoredPassword } from './passwords.ts';

let argon2id: StoredPassword;
const legacy: StoredPassword = { password_hash: null, legacy_password_md5: hash('md5', 'right') };
before(async () => {
  argon2id = { password_hash: await hashPassword('right'), legacy_password_md5: hash('md5', 'older') };
});

describe('verifying does the same argon2id work', () => {
  const rows: [title: string, stored: () => StoredPassword | undefined, password: string, matches: boolean][] = [
    ['for a right password', () => argon2id, 'right', true],
    ['for a wrong one', () => argon2id, 'wrong', false],
    ['for an MD5 hash that argon2id took the place of', () => argon2id, 'older', false],
    ['for an unknown name', () => undefined, 'right', false],
    ['for an account without password', () => ({ password_hash: null, legacy_password_md5: null }), 'right', false],
    ['for a right MD5 hash alone', () => legacy, 'right', true],
    ['for a wrong MD5 hash alone', () => legacy, 'wrong', false],
    ['for the text of the MD5 hash', () => legacy, hash('md5', 'right'), false],
  ];
  for (const [title, stored, password, matches] of rows) {
    test(title, async () => {
      assert.deepEqual(await createPasswordVerifier().verify(stored(), password), { matches, isHashed: true });
    });
  }
});

test('only a right argon2id password is remembered, and not beyond its bound', async () => {
  const verifier = createPasswordVerifier(150);
  const isHashed = async (stored: StoredPassword, password: string): Promise<boolean> =>
    (await verifier.verify(stored, password)).isHashed;
  assert.deepEqual([await isHashed(argon2id, 'right'), await isHashed(argon2id, 'right')], [true, false]);
  assert.deepEqual([await isHashed(argon2id, 'wrong'), await isHashed(argon2id, 'wrong')], [true, true]);
  assert.deepEqual([await isHashed(legacy, 'right'), await isHashed(legacy, 'right')], [true, true]);
  const other = { password_hash: await hashPassword('right'), legacy_password_md5: null };
  assert.equal(await isHashed(other, 'right'), true);
  assert.equal(await isHashed(argon2id, 'right'), true);
});

// Before the other questions, which leave a process that waits.
test('the process that waits for the next question keeps this one from nothing', async () => {
  const listKeeping = (): string[] => process.getActiveResourcesInfo().filter((name) => /^(?:Process|Pipe)/.test(name));
  const keeping = listKeeping();
  await describeWeakness('lantern-quarry-82-oboe', []);
  assert.deepEqual(listKeeping(), keeping);
  const answer = describeWeakness('lantern-quarry-82-oboe', []);
  assert.notDeepEqual(listKeeping(), keeping);
  await answer;
  assert.deepEqual(listKeeping(), keeping);
});

const weak: [password: string, known: string[], isWeak: boolean][] = [
  ['x7#Qp!9', [], true],
  ['password123', [], true],
  ['kweltzarb-mofin', ['kweltzarb-mofin'], true],
  ['kweltzarb-mofin', [], false],
  ['annabelle.meier', ['annabelle.meier'], true],
  ['aaaaaaaaaaaaaaaaaaaa', [], true],
  ['violet-anchor-marmalade-92', ['annabelle.meier'], false],
];
for (const [password, known, isWeak] of weak) {
  test(`${password} is ${isWeak ? 'weak' : 'good'}`, async () => {
    assert.equal((await describeWeakness(password, known)) !== undefined, isWeak);
  });
}
