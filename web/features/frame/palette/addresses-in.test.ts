import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitAddresses } from './addresses-in.ts';

const leading = (address: string) => ({ words: address, address });

it('finds addresses, without what ends the sentence around them', () => {
  assert.deepEqual(splitAddresses('Tonight (see https://example.org/a?b=1#c), or HTTP://x.example.'), [
    { words: 'Tonight (see ' },
    leading('https://example.org/a?b=1#c'),
    { words: '),' },
    { words: ' or ' },
    leading('HTTP://x.example'),
    { words: '.' },
  ]);
  assert.deepEqual(splitAddresses('https://example.org/'), [leading('https://example.org/')]);
});

it('leaves other texts as they are', () => {
  for (const words of ['Nothing to see', 'javascript:alert(1) //example.org', 'https://'])
    assert.deepEqual(splitAddresses(words), [{ words }]);
  assert.deepEqual(splitAddresses(''), []);
});
