import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  atLeast,
  formatCount,
  formatDate,
  formatDateValue,
  formatExact,
  formatNumber,
  formatRelative,
  formatWholeDay,
  loadTexts,
  localeOf,
  t,
} from './i18n.ts';

it('groups amounts, and never numbers that are names', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.equal(formatNumber(2043), '2,043');
  assert.equal(t('trackers.selectRow', { id: 2043 }), 'Select #2043');
  assert.equal(t('code.line', { number: 12_345 }), 'Line 12345');
  assert.match(t('planning.effort.hours', { amount: formatNumber(2043), count: 2043 }), /2,043 hours$/);
});

it('says of a count that stopped that there are more', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.deepEqual([formatCount(atLeast(1000, true)), formatCount(atLeast(1000, false))], ['1,000+', '1,000']);
  assert.equal(t('boards.chosen', { count: atLeast(1000, true) }).includes('1,000+'), true);
  await loadTexts('fr', 'UTC', { withPages: true });
  assert.match(formatCount(atLeast(1000, true)), /^1\s000\+$/);
});

it('keeps what turns the direction within the text that has it', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.equal(t('boards.drag', { title: 'photo\u202Egnp.exe' }), 'Drag “\u2068photo\u202Egnp.exe\u2069”');
  assert.equal(t('boards.drag', { title: 'a\u2069\u202Eb' }), 'Drag “\u2068a\u202Eb\u2069”');
});

it('tells a day as it is written, wherever it is read, and a moment in the zone of the reader', async () => {
  for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'UTC']) {
    await loadTexts('en', zone, { withPages: true });
    for (const day of ['2026-10-29', '2026-10-29T00:00:00+03:00', '2026-10-29T00:00:00-05:00'])
      assert.match(formatWholeDay(day), /^(?:29 Oct|Oct 29,) 2026$/, `${day} ${zone}`);
    assert.equal(formatDateValue('2026-10-29T00:00:00+03:00', false), formatWholeDay('2026-10-29'));
  }
  await loadTexts('en', 'America/New_York', { withPages: true });
  assert.match(formatDateValue('2026-10-29T00:30:00+03:00', true), /^(?:28 Oct|Oct 28,) 2026, 0?5:30/);
  assert.equal(formatWholeDay('never'), '');
});

it('writes spans, moments and parts of numbers as the language does', async () => {
  const nowMs = Date.UTC(2026, 1, 10, 12);
  const spanOf = (seconds: number): string => formatRelative(new Date(nowMs + seconds * 1000), nowMs);
  const day = 86_400;
  const spans = [-2, -180, 7200, -day, -2 * day, 3 * day, -40 * day, -800 * day];
  await loadTexts('en', 'UTC');
  assert.deepEqual(spans.map(spanOf), [
    'now',
    '3 minutes ago',
    'in 2 hours',
    'yesterday',
    '2 days ago',
    'in 3 days',
    'last month',
    '2 years ago',
  ]);
  assert.deepEqual([formatNumber(-1234.5678), formatExact(0.1 + 0.2)], ['-1,234.568', '0.3']);
  await loadTexts('fr', 'Europe/Paris');
  assert.deepEqual(spans.map(spanOf), [
    'maintenant',
    'il y a 3 minutes',
    'dans 2 heures',
    'hier',
    'avant-hier',
    'dans 3 jours',
    'le mois dernier',
    'il y a 2 ans',
  ]);
  assert.equal(formatDate('2026-02-10T12:00:00Z', true), '10 févr. 2026, 13:00');
  assert.match(formatNumber(1234.5), /^1\s234,5$/);
  assert.deepEqual([formatRelative('never'), formatDate('never')], ['', '']);
});

it('takes the form for one of what each language counts so', async () => {
  const forms = (): string[] => [0, 1, 1.5, 2, 1_000_000].map((count) => t('projects.count', { count }));
  await loadTexts('en', 'UTC', { withPages: true });
  assert.deepEqual(forms(), ['0 projects', '1 project', '1.5 projects', '2 projects', '1,000,000 projects']);
  await loadTexts('fr', 'UTC', { withPages: true });
  assert.deepEqual(
    forms().map((text) => text.replaceAll(/\s/g, ' ')),
    ['0 projet', '1 projet', '1,5 projet', '2 projets', '1 000 000 projets'],
  );
});

describe('the order of dates', () => {
  it('is that of the region that the browser names for the language of the page', () => {
    assert.equal(localeOf('en', ['en-GB', 'en-US', 'en']), 'en-GB');
    assert.equal(localeOf('en', ['fr-FR', 'en-US']), 'en-US');
    assert.equal(localeOf('fr', ['en-GB', 'fr-CA']), 'fr-CA');
  });

  it('is that of the language where the browser names no region for it, or none that can be read', () => {
    assert.equal(localeOf('en', ['de-DE', 'fr-FR']), 'en');
    assert.equal(localeOf('fr', []), 'fr');
    assert.equal(localeOf('en', ['en-US@posix', 'en-u-ca-buddhist', 'en-IE']), 'en-IE');
    assert.equal(localeOf('fr', ['fra-FR', 'en-GB']), 'fr');
  });
});
