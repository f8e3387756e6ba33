import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffTexts } from './text-diff.ts';
import type { Piece } from './text-diff.ts';

const signs = { same: '', added: '+', removed: '-', skipped: '…' };
const write = (pieces: readonly Piece[]): string => pieces.map(({ kind, text }) => `${signs[kind]}[${text}]`).join('');

describe('differences of texts', () => {
  it('tells words', () => {
    assert.equal(write(diffTexts('keep the key', 'keep this key')), '[keep ]-[the]+[this][ key]');
    assert.equal(write(diffTexts('', 'new')), '+[new]');
  });
  it('leaves out what is far from a change', () => {
    const far = 'word '.repeat(200);
    const difference = diffTexts(`${far}a ${far}`, `${far}b ${far}`);
    assert.deepEqual(
      difference.map(({ kind }) => kind),
      ['skipped', 'same', 'removed', 'added', 'same', 'skipped'],
    );
    assert.ok(write(difference).length < 250, write(difference));
  });
  it('compares long texts by lines', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index} of many`).join('\n');
    const difference = diffTexts(lines, lines.replace('line 7 of', 'row 7 of'));
    assert.deepEqual(
      difference.filter(({ kind }) => kind === 'added').map(({ text }) => text),
      ['row 7 of many\n'],
    );
  });
});
