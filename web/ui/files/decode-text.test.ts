// Texts in files of every encoding that spreadsheets write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode-text.ts';

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

test('files are read by their mark, their zeros, as UTF-8, or as windows-1252', () => {
  const text = 'title;hours\nGröße;2,5';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const rows = [
    Buffer.from(text),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    Buffer.from(text, 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    little,
    big,
  ];
  for (const bytes of rows) assert.equal(decodeText(bufferOf(bytes)), text);
  assert.equal(decodeText(bufferOf(Buffer.from([0x80, 0x20, 0x80]))), '€ €');
  assert.equal(decodeText(new ArrayBuffer(0)), '');
});
