// `npm run check -- docs` sees what it is for: each kind of fault in a page that has it, and none in a page close to it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callScript } from './call-script.ts';

const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
const lines = (count: number): string => 'Short.\n'.repeat(count);

const rows = [
  {
    of: 'a long sentence',
    wrong: `# Page\n\n${words(31)}\n`,
    right: `# Page\n\n${words(30)}\n\n- ${words(30)}\n- Short.\n`,
  },
  {
    of: 'a long sentence over several lines',
    wrong: words(31).replaceAll(' ', '\n'),
    right: `${words(20)} Then\n${words(20)}`,
  },
  {
    of: 'a long sentence in a list',
    wrong: `- ${words(31)}\n`,
    right: `\`\`\`\n${words(40)}\n\`\`\`\n\n    ${words(40)}\n\n| ${words(40)} |\n\n\`${words(40)}\`\n`,
  },
  {
    of: 'a private word',
    wrong: 'The list is read anew.',
    right: 'The list is read again. `anew` is a key, and so is it in\n\n    code anew\n',
  },
  {
    of: 'people without a word',
    wrong: 'Nobody sees what everybody wrote.',
    right: 'No one sees what everyone wrote.',
  },
  { of: 'a free relative clause', wrong: 'Whoever writes it may read it.', right: 'Its author may read it.' },
  { of: 'a refusal', wrong: 'The change is refused.', right: 'The change is rejected.' },
  { of: 'a long page', wrong: lines(251), right: lines(250) },
];

describe('the rules of docs', () => {
  for (const { of, wrong, right } of rows)
    it(`find ${of}`, async () => {
      assert.notDeepEqual(await callScript('check-docs.mjs', 'findFaults', wrong), []);
      assert.deepEqual(await callScript('check-docs.mjs', 'findFaults', right), []);
    });

  it('bound all pages together', async () => {
    const page = 'x'.repeat(250_000);
    assert.notDeepEqual(await callScript('check-docs.mjs', 'findSurplus', [page, page, 'x']), []);
    assert.deepEqual(await callScript('check-docs.mjs', 'findSurplus', [page, page]), []);
  });
});
