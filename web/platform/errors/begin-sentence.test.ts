import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginSentence, namesIn } from './begin-sentence.ts';

const message = { key: 'a', params: ['nils', '', { key: 'b', params: ['harbor-kanban', { key: 'c', params: [] }] }] };

test('texts that fill a sentence are known, those of its parts too', () => {
  assert.deepEqual(namesIn(message), ['nils', 'harbor-kanban']);
  assert.deepEqual(namesIn(undefined), []);
});

const sentences: readonly [sent: string, shown: string][] = [
  ['the value of session_lifetime can\'t be "0"', 'The value of session_lifetime can\'t be "0"'],
  ['élément 4 introuvable', 'Élément 4 introuvable'],
  ['l’élément 4 est clos', 'L’élément 4 est clos'],
  ["isn't there", "Isn't there"],
  ['nils, with whose rights it reads, is gone', 'nils, with whose rights it reads, is gone'],
  ['nilsson is a word', 'Nilsson is a word'],
  ['harbor-kanban is taken', 'harbor-kanban is taken'],
  ['session_lifetime can’t be 0', 'session_lifetime can’t be 0'],
  ['ana@example.org is no address', 'ana@example.org is no address'],
  ['s3.example.org answers 404', 's3.example.org answers 404'],
  ['"open" is none', '"open" is none'],
  ['« notes » sert encore', '« notes » sert encore'],
  ['12 people', '12 people'],
  ['', ''],
];
for (const [sent, shown] of sentences) {
  test(`"${sent}" is shown as "${shown}"`, () => assert.equal(beginSentence(sent, namesIn(message)), shown));
}
