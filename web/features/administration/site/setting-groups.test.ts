import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explain, groupSettings, isFlag, isShown } from './setting-groups.ts';
import type { Setting } from './setting-groups.ts';

const setting = (name: string, more: Partial<Setting> = {}): Setting => ({
  name,
  value: '',
  default: '',
  source: 'default',
  place: '',
  is_live: true,
  is_secret: false,
  allowed: 'text',
  unit: '',
  since: '0.1.0',
  meaning: 'What it is for',
  ...more,
});

it('puts settings to what they are about, in order', () => {
  const groups = groupSettings(['zzz', 'sys_ldap_server', 'mail_b', 'mail_a'].map((name) => setting(name)));
  assert.deepEqual(
    groups.map(({ name, settings }) => [name, settings.map((one) => one.name)]),
    [
      ['directory', ['sys_ldap_server']],
      ['mail', ['mail_a', 'mail_b']],
      ['others', ['zzz']],
    ],
  );
});

it('finds settings by all words of name and meaning, and by what they need', () => {
  const one = setting('sys_name', { is_live: false, source: 'file' });
  assert.equal(isShown(one, 'NAME what', 'all'), true);
  assert.equal(isShown(one, 'name nothing', 'all'), false);
  assert.deepEqual(
    (['changed', 'live', 'restart'] as const).map((filter) => isShown(one, '', filter)),
    [true, false, true],
  );
  assert.equal(isFlag(setting('x', { allowed: '0 or 1' })), true);
  assert.equal(isFlag(one), false);
});

it('finds settings by their meaning in another language, and keeps that of the server where there is none', () => {
  const [one, other] = explain([setting('mail_a'), setting('mail_b')], { mail_a: 'Serveur de courriel' });
  assert.ok(one !== undefined && other !== undefined);
  assert.equal(isShown(one, 'courriel', 'all'), true);
  assert.equal(isShown(one, 'what', 'all'), false);
  assert.equal(other.meaning, 'What it is for');
});
