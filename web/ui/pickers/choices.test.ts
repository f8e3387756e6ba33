import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNamed, matchChoices, shownMax } from './choices.ts';

const named = (...labels: string[]) => labels.map((label) => ({ id: label, label }));
const labelsOf = (found: readonly { label: string }[]) => found.map(({ label }) => label);

describe('matching of choices', () => {
  it('puts beginnings first, then words, then what holds the text anywhere', () => {
    const choices = named('Rebuild', 'To build', 'Build server', 'Other');
    assert.deepEqual(labelsOf(matchChoices(choices, 'build')), ['Build server', 'To build', 'Rebuild']);
  });

  it('takes no notice of case and accents', () => {
    assert.deepEqual(labelsOf(matchChoices(named('Hervé', 'Anna'), ' HERVE ')), ['Hervé']);
  });

  it('shows a bounded number', () => {
    const many = named(...Array.from({ length: 5000 }, (_, at) => `Value ${at}`));
    assert.equal(matchChoices(many, '').length, shownMax);
    assert.equal(matchChoices(many, 'value').length, shownMax);
    assert.deepEqual(labelsOf(matchChoices(many, '4999')), ['Value 4999']);
  });

  it('knows what is called exactly so', () => {
    assert.equal(isNamed(named('Urgent'), ' urgent '), true);
    assert.equal(isNamed(named('Urgent'), 'urg'), false);
  });
});
