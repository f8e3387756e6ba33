import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explain, groupSettings, isOpen, isSetToDefault, isShown, titleOf } from './setting-groups.ts';
import type { Setting } from './setting-groups.ts';

const setting = (name: string, more: Partial<Setting> = {}): Setting => ({
  name,
  value: '',
  default: '',
  source: 'default',
  place: '',
  is_live: true,
  is_settable: true,
  is_pending: false,
  is_secret: false,
  kind: 'text',
  group: 'server',
  allowed: 'text',
  choices: [],
  unit: '',
  since: '0.1.0',
  meaning: 'What it is for',
  ...more,
});

it('puts settings to what they are about, in order', () => {
  const settings = [setting('zzz'), setting('b', { group: 'mail' }), setting('a', { group: 'mail' })];
  assert.deepEqual(
    groupSettings(settings).map(({ name, settings: members }) => [name, members.map((one) => one.name)]),
    [
      ['mail', ['a', 'b']],
      ['server', ['zzz']],
    ],
  );
});

it('tells what can be changed here, and what is set to its default', () => {
  assert.deepEqual(
    [setting('a'), setting('b', { is_settable: false }), setting('c', { source: 'environment' })].map(isOpen),
    [true, false, false],
  );
  const facts: Partial<Setting>[] = [{}, { source: 'file' }, { source: 'database', value: 'x' }];
  assert.deepEqual(
    facts.map((more) => isSetToDefault(setting('a', more))),
    [false, true, false],
  );
});

it('finds settings by all words of name and meaning, and by what they need', () => {
  const one = setting('sys_name', { is_live: false, source: 'file' });
  assert.equal(isShown(one, 'NAME what', 'all'), true);
  assert.equal(isShown(one, 'name nothing', 'all'), false);
  assert.deepEqual(
    (['changed', 'open', 'restart'] as const).map((filter) => isShown(one, '', filter)),
    [true, true, true],
  );
});

it('finds settings by their meaning in another language, and keeps that of the server where there is none', () => {
  const [one, other] = explain([setting('mail_a'), setting('mail_b')], { mail_a: 'Serveur de courriel' });
  assert.ok(one !== undefined && other !== undefined);
  assert.equal(isShown(one, 'courriel', 'all'), true);
  assert.equal(isShown(one, 'what', 'all'), false);
  assert.equal(other.meaning, 'What it is for');
});

it('names a setting by what it is for', () => {
  const rows: [meaning: string, title: string, more: string][] = [
    ['Name of the site', 'Name of the site', ''],
    ['Let people register. When off, no one', 'Let people register', 'When off, no one'],
    ['Laisser s’inscrire\u00a0; vide\u00a0: personne', 'Laisser s’inscrire', 'Vide\u00a0: personne'],
    ['Where passwords are checked: ldap there', 'Where passwords are checked', 'ldap there'],
    ['How an ldap:// server is met: by TLS', 'How an ldap:// server is met', 'By TLS'],
  ];
  for (const [meaning, title, more] of rows) assert.deepEqual(titleOf({ meaning, choices: ['ldap'] }), { title, more });
});
