import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAddresses } from './invited-addresses.ts';

it('reads addresses as mail programs and tables write them, each once', () => {
  assert.deepEqual(
    readAddresses(
      'Ada Lovelace <Ada@example.org>, max@example.org;mia@example.org\n\nada@example.org  pip@example.org',
    ),
    ['ada@example.org', 'max@example.org', 'mia@example.org', 'pip@example.org'],
  );
});

it('keeps what is no address, so that nobody is left out in silence', () => {
  assert.deepEqual(readAddresses('ada@example.org\nmax'), ['ada@example.org', 'max']);
  assert.deepEqual(readAddresses(' \n,; '), []);
});
