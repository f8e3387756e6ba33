import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeSite } from './page-files.ts';

it('writes the name and the colour of the site, and nothing that a name could smuggle in', () => {
  const html = '<!doctype html><html lang="en"><head><title>Tepal</title></head></html>';
  const written = writeSite(html, { name: 'A "forge" <b>&$& co', variant: 'blue' });
  assert.match(written, /<html lang="en" data-variant="blue">/);
  assert.match(written, /<title>A &quot;forge&quot; &lt;b>&amp;\$&amp; co<\/title>/);
  assert.match(written, /<meta property="og:site_name" content="A &quot;forge&quot; &lt;b>&amp;\$&amp; co" \/>/);
  assert.doesNotMatch(written, /og:description/);
});

it('writes what a page is about for programs that show links to it', () => {
  const html = '<!doctype html><html lang="en"><head><title>Tepal</title></head></html>';
  const preview = { title: 'A <bug>', description: 'bug #1 & more' };
  const written = writeSite(html, { name: 'Forge', variant: 'blue', preview });
  assert.match(written, /<title>A &lt;bug> · Forge<\/title>/);
  assert.match(written, /<meta property="og:title" content="A &lt;bug>" \/>/);
  assert.match(written, /<meta property="og:description" content="bug #1 &amp; more" \/>/);
});
