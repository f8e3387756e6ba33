// Well-formedness, refusals, line numbers and exact sources, independent of how the bytes are cut into chunks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

const cut = (text: string, sizeBytes: number): Uint8Array[] => {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / sizeBytes) }, (_, index) =>
    bytes.slice(index * sizeBytes, (index + 1) * sizeBytes),
  );
};

const isKept = ({ name }: XmlElement): boolean => name === 'keep';

const KEPT = `<keep
  note="a&#10;b > c">\r\n <!-- stays --> <x><![CDATA[<&é😀]]></x>
  <keep/> &amp; tail</keep>`;
const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>\r\n<root\r\n a="1">\r\n<leaf> two &lt; &#x1F600; </leaf>\n${KEPT}<keep/><keep></keep>\n<z/></root>\n`;

for (const sizeBytes of [1, 2, 3, 7, 64, 100_000])
  test(`the tree is the same from chunks of ${sizeBytes} bytes`, async () => {
    const root = await parseXml(cut(DOCUMENT, sizeBytes), { file: 'a.xml', keepsSource: isKept });
    const [leaf, kept, short, long, last] = root.children;
    assert.deepEqual([root.line, leaf?.line, kept?.line, last?.line], [2, 4, 5, 9]);
    assert.deepEqual({ ...root.attributes }, { a: '1' });
    assert.equal(leaf?.text, ' two < 😀 ');
    assert.equal(kept?.source, KEPT);
    assert.equal(kept?.attributes['note'], 'a\nb > c');
    assert.equal(kept?.children[0]?.text, '<&é😀');
    assert.deepEqual([short?.source, long?.source, last?.source], ['<keep/>', '<keep></keep>', undefined]);
  });

test('a kept source may span many chunks', async () => {
  const source = `<keep>${'<v>é</v>\n'.repeat(2000)}</keep>`;
  const root = await parseXml(cut(`<r>${'x'.repeat(5000)}${source}<b/></r>`, 100), {
    file: 'a.xml',
    keepsSource: isKept,
  });
  assert.equal(root.children[0]?.source, source);
  assert.equal(root.children[1]?.line, 2001);
});

test('taken elements leave the tree in document order', async () => {
  const taken: string[] = [];
  const root = await parseXml(cut('<r><list><i>1</i><i>2</i></list><i>3</i></r>', 5), {
    file: 'a.xml',
    take: (element, path) => {
      if (element.name !== 'i' || path.length !== 3) return false;
      taken.push(`${path.map(({ name }) => name).join('/')} ${element.text}`);
      return true;
    },
  });
  assert.deepEqual(taken, ['r/list/i 1', 'r/list/i 2']);
  assert.deepEqual(
    root.children.map(({ name, children }) => [name, children.length]),
    [
      ['list', 0],
      ['i', 0],
    ],
  );
});

const REFUSED: readonly [text: string, message: RegExp][] = [
  ['', /^a\.xml, line 1, column 1: .*root element/],
  ['<a>\n<b></a>', /^a\.xml, line 2, column 4: the XML is not well formed: unexpected close tag$/],
  ['<a>\n\n', /^a\.xml, line 3, column 1: the XML is not well formed: unclosed tag: a$/],
  ['<a/><b/>', /only one root/],
  ['<a x="1" x="2"/>', /duplicate attribute: x/],
  ['<a>&nbsp;</a>', /undefined entity/],
  [
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    /^a\.xml, line 1, column 1: a document type \(DOCTYPE\) is not allowed$/,
  ],
  ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /DOCTYPE/],
  ['<a><?XML echo 1 ?></a>', /malformed processing instruction/],
  ['<?xml version="1.1"?><a/>', /version 1\.1 is not supported/],
  ['<?xml version="1.0" encoding="KLINGON-1"?><a/>', /encoding KLINGON-1 is not supported; use UTF-8/],
  [`${'<a>'.repeat(65)}`, /<a>: elements are nested deeper than 64 levels/],
  [`<${'a'.repeat(300)}/>`, /name is too long/],
  ['<a>\u0001</a>', /disallowed character/],
];
for (const [text, message] of REFUSED)
  test(`refuses ${JSON.stringify(text.slice(0, 50))}`, async () => {
    for (const sizeBytes of [3, 1000])
      await assert.rejects(parseXml(cut(text, sizeBytes), { file: 'a.xml' }), { message, kind: 'invalid' });
  });

test('reads documents in the encodings that they declare, and passes over instructions', async () => {
  const text = 'é ł €';
  const xml = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<?style x?><a b="${text}">${text}<?php 1 ?></a>`;
  const latin = (encoding: string): Buffer =>
    Buffer.from(xml(encoding).replaceAll('ł', '').replaceAll('€', '\u0080'), 'latin1');
  const swapped = Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le').swap16();
  const documents: readonly (readonly [bytes: Buffer, expected: string])[] = [
    [Buffer.from(xml('UTF-8')), text],
    [Buffer.from(`\ufeff${xml('ISO-8859-1')}`), text],
    [Buffer.from(xml('UTF-16')), text],
    [Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le'), text],
    [Buffer.from(xml('UTF-16LE'), 'utf16le'), text],
    [swapped, text],
    [latin('windows-1252'), 'é  €'],
    [latin('ISO-8859-1'), 'é  €'],
  ];
  for (const [bytes, expected] of documents)
    for (const sizeBytes of [1, 7, 5000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / sizeBytes) }, (_, index) =>
        bytes.subarray(index * sizeBytes, (index + 1) * sizeBytes),
      );
      const root = await parseXml(chunks, { file: 'a.xml' });
      assert.deepEqual([root.text, root.attributes['b']], [expected, expected]);
    }
  const told: string[] = [];
  const instruction = (target: string, rest: string): void => void told.push(`${target} ${rest}`);
  await parseXml([Buffer.from(xml('UTF-16'))], { file: 'a.xml', isText: true, instruction });
  assert.deepEqual(told, ['style x', 'php 1']);
});

test('refuses text that is not UTF-8', async () => {
  const bytes = [Buffer.from('<a>\n'), Buffer.from([0xe9]), Buffer.from('</a>')];
  await assert.rejects(parseXml(bytes, { file: 'a.xml' }), {
    message: /^a\.xml, line \d, column \d+: .*not valid UTF-8/,
  });
  await assert.rejects(parseXml([Buffer.from('<a/>'), Buffer.from([0xc3])], { file: 'a.xml' }), {
    message: /not valid UTF-8/,
  });
});
