// Texts whose rendering costs more than their bytes: written, and read again and again.
import type { AttackClass, Site } from '../attack.ts';
import { flood, plantCard, plantComments, put } from '../moves.ts';

/** What a text may be long. */
const textMax = 65_000;

const repeated = (part: string): string => part.repeat(Math.floor(textMax / part.length));

/** Texts that were bombs for some renderer of Markdown or HTML; the property tests of rendering have more of them. */
const bombs: readonly (readonly [name: string, imitates: string, format: 'commonmark' | 'html', text: string])[] = [
  [
    'markup-references',
    'one long link definition, thousands of uses: 60 KB that become 300 MB',
    'commonmark',
    `[a]: http://x/${'u'.repeat(25_000)}\n\n${'[a]'.repeat(10_000)}`,
  ],
  [
    'markup-table',
    'a table of 10,000 columns and rows',
    'commonmark',
    `${'|a'.repeat(6000)}|\n${'|-'.repeat(6000)}|\n${'|\n'.repeat(10_000)}`,
  ],
  ['markup-brackets', 'brackets that never close', 'commonmark', repeated('[')],
  ['markup-bracket-pairs', 'brackets in brackets', 'commonmark', `${'['.repeat(32_000)}a${']'.repeat(32_000)}`],
  ['markup-nested-div', 'thousands of div in div', 'html', repeated('<div>')],
  ['markup-quotes', 'quotes in quotes', 'commonmark', repeated('>')],
  [
    'markup-lists',
    'lists in lists',
    'commonmark',
    Array.from({ length: 340 }, (_, n) => `${' '.repeat(n)}- a\n`).join(''),
  ],
  ['markup-list-markers', 'a line of list markers', 'commonmark', repeated('- ')],
  ['markup-emphasis', 'emphasis that opens and never closes', 'commonmark', repeated('**a _b ')],
  ['markup-stars', 'a row of stars', 'commonmark', repeated('*a**')],
  [
    'markup-backticks',
    'rows of backticks, each longer',
    'commonmark',
    Array.from({ length: 350 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
  ],
  ['markup-links', 'links that are nearly links', 'commonmark', repeated('[a](<b')],
  ['markup-images', 'images in images', 'commonmark', `${'!['.repeat(16_000)}`],
  ['markup-autolinks', 'addresses to be made links of', 'commonmark', repeated('www.a.b/( ')],
  ['markup-addresses', 'mail addresses that never end', 'commonmark', repeated('a@a.')],
  ['markup-entities', 'a row of entities', 'commonmark', repeated('&amp;')],
  ['markup-tags', 'tags that never close', 'html', repeated('<a href="')],
  [
    'markup-attributes',
    'one tag with thousands of attributes',
    'html',
    `<a ${repeated('b="c" ').slice(0, 60_000)}>x</a>`,
  ],
  [
    'markup-styles',
    'styles to be judged',
    'html',
    repeated('<p style="color:red;width:1px;height:1px">').slice(0, textMax),
  ],
  ['markup-comments', 'comments that never end', 'html', repeated('<!--')],
  ['markup-artifact-references', 'thousands of references to artifacts', 'commonmark', repeated('art #12 ')],
  [
    'markup-definitions',
    'thousands of link definitions',
    'commonmark',
    Array.from({ length: 4000 }, (_, n) => `[d${n}]: /u\n`).join(''),
  ],
  ['markup-nested-emphasis-links', 'links in emphasis in links', 'commonmark', repeated('*[_(')],
];

const firstOf = (site: Site): number => (site.artifacts[0] ?? 0) + site.artifacts.length;

const readingBombs: readonly AttackClass[] = bombs.map(([name, imitates, format, text]) => ({
  name,
  imitates,
  refusals: [400],
  // The card that was planted is the one after those that were there.
  leaves: (site) => ({ path: `/api/artifacts/${firstOf(site)}/changesets?limit=1`, as: 'mallory' }),
  set: flood(4, async (ground) => {
    const id = await plantCard(ground, { text: { value: { content: text, format } } });
    await plantComments(ground, id, { body: text, format }, ground.scale(10));
    const reads = [
      `/api/artifacts/${id}/changesets?limit=50`,
      `/api/artifacts/${id}`,
      `/api/artifacts/${id}/changesets?fields=comments&limit=10`,
    ];
    return (n) => ({ path: reads[n % reads.length] ?? '', as: 'mallory' });
  }),
}));

export const markupClasses: readonly AttackClass[] = [
  ...readingBombs,
  {
    name: 'markup-written',
    imitates: 'all these texts, written again and again',
    refusals: [400],
    set: flood(4, async (ground) => {
      const id = await plantCard(ground);
      return (n) => {
        const [, , format, text] = bombs[n % bombs.length] ?? ['', '', 'commonmark', ''];
        return put(`/api/artifacts/${id}`, { values: [], comment: { body: text, format } }, 'mallory');
      };
    }),
  },
];
