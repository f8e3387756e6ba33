// Bodies whose reading costs more than their bytes.
import { gzipSync } from 'node:zlib';
import type { Ask, AttackClass, Ground } from '../attack.ts';
import { flood, post, put, repeat, trackerOf, fieldOf } from '../moves.ts';

/** What any server refuses at once is no attack; what is allowed today is. */
const largeBytes = 9_900_000;
/** What public routes may get, and others. */
const sizes = [largeBytes, 1_000_000, 60_000];

const tokens = '/api/tokens';
const xml = { 'content-type': 'application/xml' };

/** A body of so many bytes: a beginning, the middle again and again, an end. */
const fill = (bytes: number, begin: string, middle: (n: number) => string, end: string): Buffer => {
  const parts: string[] = [begin];
  for (let length = begin.length + end.length, n = 0; ; n += 1) {
    const part = middle(n);
    length += part.length;
    if (length > bytes) break;
    parts.push(part);
  }
  return Buffer.from(parts.join('') + end);
};

type Made = (bytes: number) => Buffer;

/** Bodies in several sizes without credentials, and one to a route of people who are signed in. */
const bodies = (make: Made, headers: Record<string, string> = {}) =>
  flood(24, (ground) => {
    const made = sizes.map((bytes) => make(ground.scale(bytes)));
    return (n): Ask => {
      const body = made[n % made.length];
      if (n % 4 === 3) return { ...post('/api/artifacts', body, 'mallory'), headers };
      return { ...post(tokens, body), headers };
    };
  });

const bodyClass = (name: string, imitates: string, make: Made, headers: Record<string, string> = {}): AttackClass => ({
  name,
  imitates,
  refusals: [400, 401, 404, 415],
  set: bodies(make, headers),
});

const deep = (bytes: number, open: string, close: string): Buffer => {
  const levels = Math.floor(bytes / (open.length + close.length));
  return Buffer.from(open.repeat(levels) + close.repeat(levels));
};

const wideValues = ({ site }: Ground, count: number): object => ({
  tracker: { id: site.trackers['cards'] },
  values: Array.from({ length: count }, () => ({ field_id: site.fields['cards.title'], value: 'x'.repeat(50) })),
});

export const bodyClasses: readonly AttackClass[] = [
  bodyClass('json-small-objects', 'a list of a million small objects', (bytes) => fill(bytes, '[{}', () => ',{}', ']')),
  bodyClass('json-members', 'an object of a million keys', (bytes) =>
    fill(bytes, '{"username":"x"', (n) => `,"k${n}":${n}`, '}'),
  ),
  bodyClass('json-same-key', 'an object with one key, a million times', (bytes) =>
    fill(bytes, '{"username":"x"', () => ',"username":"y"', '}'),
  ),
  bodyClass('json-long-keys', 'keys of a hundred thousand characters', (bytes) =>
    fill(bytes, '{"username":"x"', (n) => `,"${'k'.repeat(100_000)}${n}":1`, '}'),
  ),
  bodyClass('json-deep', 'lists in lists in lists', (bytes) => deep(bytes, '[', ']')),
  bodyClass('json-deep-objects', 'objects in objects in objects', (bytes) => deep(bytes, '{"a":', '}')),
  bodyClass('json-blanks', 'blanks and nothing else', (bytes) => fill(bytes, '{', () => ' \n\t', '}')),
  bodyClass('json-long-number', 'one number of millions of digits', (bytes) =>
    fill(bytes, '{"username":', () => '9'.repeat(1000), '}'),
  ),
  bodyClass('json-numbers', 'a list of a million numbers', (bytes) => fill(bytes, '[1', () => ',1e-7', ']')),
  bodyClass('json-escapes', 'a text of escapes', (bytes) =>
    fill(bytes, '{"username":"', () => '\\ud83d\\ude00', '","password":"x"}'),
  ),
  bodyClass('json-long-text', 'a name of millions of letters', (bytes) =>
    fill(bytes, '{"username":"', () => 'é'.repeat(500), '","password":"x"}'),
  ),
  bodyClass(
    'xml-attributes',
    'one element with a million attributes',
    (bytes) => fill(bytes, '<request', (n) => ` a${n}="1"`, '/>'),
    xml,
  ),
  bodyClass(
    'xml-same-attribute',
    'elements with many attributes of one name',
    (bytes) => fill(bytes, '<request>', () => '<a b="1" c="2" d="3"/>', '</request>'),
    xml,
  ),
  bodyClass(
    'xml-entities',
    'two million entities',
    (bytes) => fill(bytes, '<request><username>', () => '&amp;', '</username></request>'),
    xml,
  ),
  bodyClass(
    'xml-character-references',
    'a million references to characters',
    (bytes) => fill(bytes, '<request><username>', () => '&#x10FFFF;', '</username></request>'),
    xml,
  ),
  bodyClass(
    'xml-declared-entities',
    'entities of entities: the billion laughs',
    (bytes) =>
      fill(bytes, '<!DOCTYPE r [<!ENTITY a0 "ha">', (n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`, ']><r>&a9;</r>'),
    xml,
  ),
  bodyClass(
    'xml-comments',
    'comments and nothing else',
    (bytes) => fill(bytes, '<request>', () => '<!---->', '</request>'),
    xml,
  ),
  bodyClass(
    'xml-cdata',
    'a million sections of CDATA',
    (bytes) => fill(bytes, '<request><username>', () => '<![CDATA[]]>', '</username></request>'),
    xml,
  ),
  bodyClass(
    'xml-instructions',
    'a million processing instructions',
    (bytes) => fill(bytes, '<request>', () => '<?a?>', '</request>'),
    xml,
  ),
  bodyClass(
    'xml-blanks',
    'blanks between elements',
    (bytes) => fill(bytes, '<request>', () => ' \n', '</request>'),
    xml,
  ),
  bodyClass(
    'xml-small-elements',
    'a million empty elements',
    (bytes) => fill(bytes, '<request>', () => '<a/>', '</request>'),
    xml,
  ),
  bodyClass('xml-deep', 'elements in elements in elements', (bytes) => deep(bytes, '<a>', '</a>'), xml),
  bodyClass(
    'xml-unfinished',
    'a tag that never ends',
    (bytes) => fill(bytes, '<request a="', () => 'x'.repeat(1000), ''),
    xml,
  ),
  bodyClass('form-pairs', 'a form of a million pairs', (bytes) => fill(bytes, 'a=b', (n) => `&k${n}=%41`, ''), {
    'content-type': 'application/x-www-form-urlencoded',
  }),
  {
    name: 'compressed-bodies',
    imitates: 'a gigabyte of blanks in a megabyte of gzip',
    refusals: [400, 415],
    set: repeat(8, (ground) => {
      const body = gzipSync(Buffer.alloc(ground.scale(200_000_000), ' '));
      return { ...post(tokens, body), headers: { 'content-encoding': 'gzip' } };
    }),
  },
  {
    name: 'bodies-at-once',
    imitates: 'the largest right body there is, from twenty-four at once',
    refusals: [400],
    set: repeat(24, (ground) => post('/api/artifacts', wideValues(ground, ground.scale(1000)), 'mallory')),
  },
  {
    name: 'large-texts-written',
    imitates: 'artifacts with the longest texts there may be',
    set: repeat(8, (ground) => {
      const value = 'word '.repeat(13_000);
      return post(
        '/api/artifacts',
        {
          tracker: { id: trackerOf(ground, 'cards') },
          values: ['title', 'text', 'notes'].map((name) => ({
            field_id: fieldOf(ground, `cards.${name}`),
            value: name === 'title' ? 'large' : value,
          })),
        },
        'mallory',
      );
    }),
  },
  {
    name: 'references-extracted',
    imitates: 'texts full of references that are to be found',
    set: repeat(8, (ground) =>
      post(
        `/api/projects/${ground.site.projectId}/extract_references`,
        { text: Array.from({ length: ground.scale(60_000) }, (_, n) => `cards #${n}`).join(' ') },
        'mallory',
      ),
    ),
  },
  {
    name: 'preferences-bloat',
    imitates: 'preferences as many and as long as may be, read and written',
    refusals: [400],
    set: flood(8, () => (n) => ({
      ...put('/api/users/self/preferences', { key: `k${n % 2000}`, value: 'v'.repeat(65_000) }, 'mallory'),
      method: 'PATCH',
    })),
  },
];
