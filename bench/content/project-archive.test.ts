import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { changesetsPerArtifact, fieldCount, writeProjectXml } from './project-archive.ts';

describe('writeProjectXml', () => {
  it('writes well-formed XML with the promised counts, and every link inside the archive', () => {
    const counts = new Map<string, number>();
    const changesetsByArtifact: number[] = [];
    const links: number[] = [];
    let isLink = false;
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (name === 'artifact') changesetsByArtifact.push(0);
      if (name === 'changeset') changesetsByArtifact.push((changesetsByArtifact.pop() ?? 0) + 1);
      isLink = name === 'value' && attributes['nature'] !== undefined;
    });
    parser.on('text', (text) => {
      if (isLink) links.push(Number(text));
      isLink = false;
    });
    for (const piece of writeProjectXml(40)) parser.write(piece);
    parser.close();
    assert.equal(counts.get('formElement'), fieldCount);
    assert.deepEqual(
      changesetsByArtifact,
      Array.from({ length: 40 }, () => changesetsPerArtifact),
    );
    assert.equal(links.length, 40 * 3);
    assert.ok(links.every((target) => target >= 1 && target <= 40));
  });

  it('writes ten fields, each of which gets values', () => {
    const xml = [...writeProjectXml(20, true)].join('');
    const names = [...xml.matchAll(/<formElement [^>]*><name>(\w+)<\/name>/g)].map(([, name]) => name);
    assert.equal(names.length, 10);
    const changed = new Set([...xml.matchAll(/<field_change field_name="(\w+)"/g)].map(([, name]) => name));
    assert.deepEqual(changed, new Set(names));
  });

  it('writes the same text every time', () => {
    assert.deepEqual([...writeProjectXml(5)], [...writeProjectXml(5)]);
  });
});
