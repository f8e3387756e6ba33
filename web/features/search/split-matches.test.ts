import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitMatches } from './split-matches.ts';

const marked = (line: string, text: string): string =>
  splitMatches(line, text)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

it('marks each match, whatever the letter case', () => {
  assert.equal(marked('readConfig(READCONFIG)', 'readconfig'), '[readConfig]([READCONFIG])');
  assert.equal(marked('aaa', 'a'), '[a][a][a]');
  assert.equal(marked('nothing', 'x'), 'nothing');
  assert.equal(marked('İx', 'x'), 'İx');
});
