// A Markdown text comes from GET as its rendering and, beside it, its source. Whichever of the two a client edits counts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
let fieldId = 0;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  fieldId = scrum.field('User stories', 'acceptance');
});
after(() => test.close());

async function createText(source: string): Promise<string> {
  const values = [
    { field_id: scrum.field('User stories', 'title'), value: 'texts' },
    { field_id: fieldId, value: { content: source, format: 'commonmark' } },
  ];
  const body = { tracker: { id: scrum.tracker('User stories') }, values };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ana', body, status: 201 });
  return `/api/artifacts/${Number(at(made.json, 'id'))}`;
}

const rows: { edit: string; change: Record<string, string>; shown: Record<string, string> }[] = [
  { edit: 'nothing', change: {}, shown: { commonmark: 'some **text**' } },
  { edit: 'the source', change: { commonmark: 'other *source*' }, shown: { commonmark: 'other *source*' } },
  { edit: 'the rendering', change: { value: '<p>edited</p>' }, shown: { value: '<p>edited</p>', format: 'html' } },
  {
    edit: 'both',
    change: { value: '<p>edited</p>', commonmark: 'other *source*' },
    shown: { commonmark: 'other *source*' },
  },
];

describe('a document of GET, sent back after a change of', () => {
  for (const wire of ['json', 'xml'] as const) {
    for (const { edit, change, shown } of rows) {
      it(`${edit}, in ${wire}`, async () => {
        const path = await createText('some **text**');
        const before = await test.call(path, { as: 'ana' });
        const entry = valueOf(before.json, fieldId);
        const sent = { values: [{ ...(typeof entry === 'object' ? entry : {}), ...change }] };
        const body = wire === 'json' ? sent : writeXml(sent, 'request');
        const headers = { 'content-type': `application/${wire}` };
        await expectRow(test, { path, method: 'PUT', as: 'ana', body, headers, status: 200 });
        const after = await test.call(path, { as: 'ana' });
        for (const [key, value] of Object.entries(shown)) assert.equal(at(valueOf(after.json, fieldId), key), value);
        if (edit === 'nothing') assert.equal(after.headers.get('etag'), before.headers.get('etag'));
      });
    }
  }
});
