import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutMarkdown } from './without-markdown.ts';

describe('excerpts of Markdown', () => {
  const cases = [
    ['## Steps\n\n1. Open **the app**\n- [x] see `key.ts`', 'Steps\n\nOpen the app\nsee key.ts'],
    ['See [the guide](https://example.org/a) and ![a picture](x.png)', 'See the guide and a picture'],
    ['> quoted, *really* and ~~not~~ _so_', 'quoted, really and not so'],
    ['```ts\nlet a = 1;\n```', '\nlet a = 1;\n'],
    ['2 * 3 * 4, snake_case_name, C# and a - b', '2 * 3 * 4, snake_case_name, C# and a - b'],
    ['story #12 [draft] (later)', 'story #12 [draft] (later)'],
  ] as const;
  for (const [written, shown] of cases)
    it(`shows ${JSON.stringify(written)} without signs`, () => assert.equal(withoutMarkdown(written), shown));

  it('leaves texts as they are that would take long', () => {
    const long = 'see **this** '.repeat(2000);
    assert.equal(withoutMarkdown(long), long);
    assert.equal(withoutMarkdown(long.slice(0, 13 * 1500)), 'see this '.repeat(1500));
  });
});
