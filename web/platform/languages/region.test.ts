import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localeOf } from './region.ts';

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
