// Contrast by WCAG 2.2 of every pair of colours that the pages put on each other: in all variants, light and dark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Colour = readonly [red: number, green: number, blue: number];
type Tokens = ReadonlyMap<string, string>;

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
/** The rules of a style sheet that has no nested ones, with comments gone. */
const rules = ['tokens.css', 'colours.css'].flatMap((name) =>
  [
    ...read(name)
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .matchAll(/([^{}]+)\{([^{}]*)\}/g),
  ].map(([, selector, body]) => ({
    selector: (selector ?? '').trim(),
    properties: [...(body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name, value]) => [name ?? '', value ?? ''] as const,
    ),
  })),
);

const variants = ['orange', 'blue', 'green', 'red', 'grey', 'purple'];
const appearances = ['light', 'dark'];
const colours = rules.flatMap(({ selector }) => /^\[data-colour='([\w-]+)'\]$/.exec(selector)?.[1] ?? []);

/** What an element of this colour, or of none, knows; rules of the files stand in the order of their weight. */
function tokensOf(variant: string, appearance: string, colour = ''): Tokens {
  const parts = { variant, appearance, colour };
  const isMet = (selector: string): boolean =>
    selector.split(/\s+/).every((one) =>
      [...one.replace(/^:root/, '').matchAll(/\[data-(\w+)(?:='([\w-]+)')?\]/g)].every(([, name, value]) => {
        const has = Object.entries(parts).find(([part]) => part === name)?.[1] ?? '';
        return value === undefined ? has !== '' : has === value;
      }),
    );
  return new Map(rules.filter(({ selector }) => isMet(selector)).flatMap(({ properties }) => properties));
}

/** Throws where the value is no colour that this knows to read. */
function readColour(value: string, tokens: Tokens): Colour {
  const named: Record<string, string> = { white: '#ffffff', black: '#000000' };
  const text = named[value.trim()] ?? value.trim();
  const token = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (token !== undefined) return colourOf(token, tokens);
  const mix = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text);
  if (mix !== null) {
    const [first, second] = [readColour(mix[1] ?? '', tokens), readColour(mix[3] ?? '', tokens)];
    const share = Number(mix[2]) / 100;
    const blend = (at: 0 | 1 | 2): number => first[at] * share + second[at] * (1 - share);
    return [blend(0), blend(1), blend(2)];
  }
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  assert.ok(parts, `${text} is a colour`);
  const part = (at: number): number => Number.parseInt(parts[at] ?? '', 16);
  return [part(1), part(2), part(3)];
}

function colourOf(token: string, tokens: Tokens): Colour {
  const value = tokens.get(token);
  assert.ok(value !== undefined, `${token} is a token`);
  return readColour(value, tokens);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ['--page', '--surface', '--raised', '--sunken', '--hover', '--accent-soft'];
const on = (names: readonly string[], under: readonly string[], least: number) =>
  names.flatMap((name) => under.map((ground) => [name, ground, least] as const));

/** What stands on what, and its least contrast: 4.5 for text, 3 for edges and marks. */
const pairs = [
  ...on(['--text', '--text-soft', '--text-faint', '--accent', '--danger', '--warning', '--success'], grounds, 4.5),
  ...on(['--text', '--text-soft'], ['--danger-soft', '--warning-soft', '--success-soft', '--info-soft', '--mark'], 4.5),
  ...on(['--accent'], ['--info-soft', '--mark'], 4.5),
  ['--danger', '--danger-soft', 4.5] as const,
  ['--warning', '--warning-soft', 4.5] as const,
  ['--success', '--success-soft', 4.5] as const,
  ['--on-accent', '--accent', 4.5] as const,
  ...on(['--line-strong'], ['--page', '--surface', '--raised'], 3),
];

/** The same for what wears one of the 24 colours: pastel with its text, strong as a mark and under text. */
const tonePairs = [
  ['--tone-text', '--tone-soft', 4.5] as const,
  ['--on-tone', '--tone', 4.5] as const,
  ...on(['--tone'], grounds, 3),
];

const findFaint = (tokens: Tokens, all: readonly (readonly [string, string, number])[]): string[] =>
  all.flatMap(([name, ground, least]) => {
    const ratio = contrast(colourOf(name, tokens), colourOf(ground, tokens));
    return ratio >= least ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)}, wanted ${least}`];
  });

describe('contrast', () => {
  it('is measured as WCAG does', () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48');
    assert.deepEqual(readColour('color-mix(in srgb, white 50%, #000000)', new Map()), [127.5, 127.5, 127.5]);
    assert.equal(colours.length, 24);
  });
  for (const appearance of appearances) {
    for (const variant of variants)
      it(`is enough in ${variant}, ${appearance}`, () => {
        assert.deepEqual(findFaint(tokensOf(variant, appearance), pairs), []);
      });
    it(`is enough for the 24 colours, ${appearance}`, () => {
      const faint = colours.flatMap((colour) =>
        findFaint(tokensOf('orange', appearance, colour), tonePairs).map((line) => `${colour}: ${line}`),
      );
      assert.deepEqual(faint, []);
    });
  }
});
