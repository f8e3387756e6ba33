// English texts of the pages say what people of this field say.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Plural } from './catalog.ts';
import { administration } from './en/administration/index.ts';
import { en } from './en/index.ts';
import { pages } from './en/pages/index.ts';

/** A phrase, and what stands in its place. */
const banned: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\b(?:every|some)body\b/i, 'everyone, someone, a person'],
  [/\bwhom\b|\bwhoever\b/i, 'people who …, or a noun'],
  [/\b(?:is|are|was|were) told\b/i, 'notified'],
  [/\b(?:no|any) more\b(?! (?:than|\w+s\b))/i, 'no longer'],
  [/\banew\b/i, 'again'],
  [/\blately\b/i, 'recently'],
  [/\bcalled so\b/i, 'no results, already taken'],
  [/\bdoubtful\b/i, 'warning'],
  [/\btake it (?:away|back)\b|\bgoes away\b/i, 'remove, cancel, expire'],
  [/\bin charge\b/i, 'assignee'],
  [/\brows? by\b|\bno rows\b/i, 'group by'],
  [/\bset it up\b/i, 'settings'],
];

const textsOf = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);

it('English texts use no banned phrase', () => {
  const texts = Object.entries<string | Plural>({ ...en, ...pages, ...administration });
  assert.ok(texts.length > 2500);
  const found = texts.flatMap(([key, text]) =>
    textsOf(text).flatMap((one) =>
      banned.filter(([phrase]) => phrase.test(one)).map(([, better]) => `${key}: ${one} (better: ${better})`),
    ),
  );
  assert.deepEqual(found, []);
});

it('finds each phrase', () => {
  for (const wrong of [
    'Somebody',
    'Whom?',
    'is told by mail',
    'seen no more',
    'anew',
    'lately',
    'called so',
    'doubtful',
  ])
    assert.ok(
      banned.some(([phrase]) => phrase.test(wrong)),
      wrong,
    );
  for (const right of ['Show more', 'no more than 10', 'Notifications'])
    assert.ok(!banned.some(([phrase]) => phrase.test(right)), right);
});
