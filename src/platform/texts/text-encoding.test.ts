import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAnyText, decodeText, encodeText, findCharset } from './text-encoding.ts';

const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))));

test('texts are read by their mark, as UTF-8, or as what they are taken for', () => {
  for (const [content, charset, text] of [
    [Buffer.from('café'), 'utf-8', 'café'],
    [Buffer.from('\ufeffcafé'), 'utf-8', 'café'],
    [bytes('caf', 0xe9, '\n'), 'windows-1252', 'café\n'],
    [bytes(0x93, 'a', 0x94, 0x80), 'windows-1252', '“a”€'],
    [bytes(0xff, 0xfe, 'a\0b\0\n\0'), 'utf-16le', 'ab\n'],
    [bytes(0xfe, 0xff, '\0a\0b'), 'utf-16be', 'ab'],
    [Buffer.from('\ufeff上《', 'utf16le'), 'utf-16le', '上《'],
    [Buffer.from('plain text', 'utf16le'), 'utf-16le', 'plain text'],
    [Buffer.from('plain text', 'utf16le').swap16(), 'utf-16be', 'plain text'],
    [Buffer.alloc(0), 'utf-8', ''],
  ] as const)
    assert.deepEqual([findCharset(content), decodeText(content)], [charset, text]);
  assert.equal(decodeText(bytes('caf', 0xe9), { otherwise: 'windows-1251' }), 'cafй');
});

test('what is no text has no charset', () => {
  for (const content of [
    bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
    bytes(0xff, 0xfe, 0, 0, 'a\0\0\0'),
    bytes(0xff, 0xfe, 'a\0b'),
    bytes(0xff, 0xfe, 0x00, 0xd8, 'a\0'),
    bytes('text\0with a zero'),
    bytes('\x01\0\x02\0\x03\0\x04\0'),
    Buffer.alloc(100),
  ])
    assert.equal(decodeText(content), undefined, content.toString('latin1'));
});

test('a text may be cut within a character', () => {
  const cut = Buffer.from('€').subarray(0, 2);
  assert.deepEqual([findCharset(cut), findCharset(cut, { isCut: true })], ['windows-1252', 'utf-8']);
  assert.equal(findCharset(bytes('a', 0xe9, 'bcd'), { isCut: true }), 'windows-1252');
  assert.equal(findCharset(bytes(0xff, 0xfe, 'a\0b'), { isCut: true }), 'utf-16le');
});

test('lines and messages are text, whatever is in them', () => {
  assert.equal(decodeAnyText(bytes('a\0', 0xe9)), 'a\ufffdé');
  assert.equal(decodeAnyText(Buffer.from('\ufeffé')), '\ufeffé');
});

test('what is decoded can be encoded again, as far as the charset has it', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  assert.deepEqual(encodeText(new TextDecoder('windows-1252').decode(all), 'windows-1252'), all);
  assert.equal(encodeText('Łódź', 'windows-1252'), undefined);
  for (const charset of ['utf-8', 'utf-16le', 'utf-16be'])
    assert.equal(new TextDecoder(charset).decode(encodeText('é上😀', charset)), 'é上😀');
});
