import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCharts, writeCharts } from './chart-renderer.ts';
import { readColumnField, writeColumnField } from '../cardwall-renderer.ts';
import type { StoredRenderer } from '../report-settings.ts';

const renderer = (type: string, xml: string, references: Record<string, number> = {}): StoredRenderer => ({
  type,
  rank: 0,
  name: 'Charts',
  description: '',
  columnFieldIds: [],
  sortFieldIds: [],
  xml,
  references,
});

const xml = `<renderer type="plugin_graphontrackersv5" rank="2" odd='1 &amp; "2"'>
  <name><![CDATA[All <charts>]]></name>
  <charts>
    <chart type="pie" width="600" height="400" rank="0" base="F1" unknown="F2"><title>Status</title><later x="1"/></chart>
    <chart type="cumulative_flow" width="600" height="400" rank="1" start_date="1485907200" scale="1" field_id="F1">
      <title>Flow</title><description>Since <![CDATA[<b>]]></description>
    </chart>
    <chart type="tower" rank="2"/>
  </charts>
</renderer>`;
const charts = renderer('plugin_graphontrackersv5', xml, { F1: 11, F2: 12 });

describe('charts of archives', () => {
  it('are read as they are written there', () => {
    const read = readCharts(charts);
    assert.deepEqual(
      read.map(({ id, type, title, base_field_id: base, scale }) => [id, type, title, base, scale]),
      [
        [1, 'pie', 'Status', 11, null],
        [2, 'cumulative_flow', 'Flow', 11, 'week'],
        [3, 'tower', '', null, null],
      ],
    );
    assert.equal(read[1]?.start_date, '2017-02-01');
    assert.equal(read[1]?.description, 'Since <b>');
  });

  it('keep what is not understood, and the spelling of what does not change', () => {
    const [pie, flow, tower] = readCharts(charts);
    assert.ok(pie !== undefined && flow !== undefined && tower !== undefined);
    const written = writeCharts(charts, [
      { oldId: 3, settings: tower },
      { oldId: 1, settings: { ...pie, base_field_id: 13 } },
      { oldId: 2, settings: { ...flow, title: 'Flow & "more"' } },
    ]);
    assert.match(written.xml, /<chart type="tower" rank="0"\/>/);
    assert.match(written.xml, /rank="1" base="field-13" unknown="F2"><title>Status<\/title><later x="1"\/>/);
    assert.match(written.xml, /start_date="1485907200" scale="1" field_id="F1"/);
    assert.match(written.xml, /odd="1 &amp; &quot;2&quot;"/);
    assert.match(written.xml, /<name>All &lt;charts&gt;<\/name>/);
    const again = readCharts(written);
    assert.deepEqual(
      again.map(({ type, title, base_field_id: base }) => [type, title, base]),
      [
        ['tower', '', null],
        ['pie', 'Status', 13],
        ['cumulative_flow', 'Flow & "more"', 11],
      ],
    );
  });
});

describe('boards of archives', () => {
  it('name the list of their columns, or none', () => {
    const none = renderer('plugin_cardwall', '<renderer type="plugin_cardwall" rank="1"><name>Wall</name></renderer>');
    assert.equal(readColumnField(none), null);
    const chosen = writeColumnField(none, 5);
    assert.equal(readColumnField(chosen), 5);
    assert.match(chosen.xml, /field_id="field-5"><name>Wall/);
    assert.equal(readColumnField(writeColumnField(chosen, null)), null);
    assert.equal(writeColumnField(chosen, 5), chosen);
  });
});
