// Messages of CVS: whose bytes mean what, and where they stand among what CVS writes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as check, property, uint8Array } from 'fast-check';
import { cutMessage, decodeMessage, isCommit, listFiles } from './cvs-loginfo.ts';

const call = (...files: string[]) => ({ commitId: 'c', user: 'sam', folder: 'web/sub', files });
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test('bytes are characters of the encoding that the setting says', () => {
  const rows: [sent: Buffer, utf8: string, cp1252: string][] = [
    [bytes('plain\nlines'), 'plain\nlines', 'plain\nlines'],
    [Buffer.from('né – ü'), 'né – ü', 'nÃ© â€“ Ã¼'],
    [Buffer.from('🎉'), '🎉', 'ðŸŽ‰'],
    [bytes('caf\xe9 \x80\x93'), String.raw`caf\xE9 \x80\x93`, 'café €“'],
    [bytes('\x81\x8d\x8f\x90\x9d'), String.raw`\x81\x8D\x8F\x90\x9D`, '\u0081\u008d\u008f\u0090\u009d'],
    [bytes('\xc3'), String.raw`\xC3`, 'Ã'],
    [bytes('\xed\xa0\x80 \xc0\xaf \xf5'), String.raw`\xED\xA0\x80 \xC0\xAF \xF5`, 'í\u00a0€ À¯ õ'],
  ];
  for (const [sent, utf8, cp1252] of rows) {
    assert.equal(decodeMessage(sent, false), utf8);
    assert.equal(decodeMessage(sent, true), cp1252);
  }
});

test('whatever comes is decoded; what is UTF-8 as every decoder does', () => {
  check(
    property(uint8Array({ maxLength: 40 }), (any) => {
      const sent = Buffer.from(any);
      assert.equal(decodeMessage(sent, true).length, sent.length);
      const text = decodeMessage(sent, false);
      assert.ok(text.isWellFormed() && !text.includes('\ufffd'));
      const wellFormed = sent.toString();
      assert.equal(decodeMessage(Buffer.from(wellFormed), false), wellFormed);
    }),
  );
});

test('the message stands after its mark, that of an import before its files', () => {
  const head = 'Update of /root/web\nIn directory vm:/x\n\nModified Files:\n\ta b \n';
  const files = call('a', '1.1', '1.2');
  assert.equal(
    cutMessage(`${head}Log Message:\nfirst\n\nLog Message:\nart #1\nStatus:\n`, files),
    'first\n\nLog Message:\nart #1\nStatus:',
  );
  assert.equal(cutMessage('Log Message:\n', files), '');
  assert.equal(cutMessage('no mark', files), 'no mark');
  const tail = '\n\nStatus:\n\nVendor Tag:\tV\nRelease Tags:\tR\n\nN web/a\n\nNo conflicts created by this import\n\n';
  assert.equal(
    cutMessage(`${head}Log Message:\nimp\nStatus:\nx${tail}`, call('- Imported sources', 'NONE', 'NONE')),
    'imp\nStatus:\nx',
  );
});

test('files have their new revisions; a new folder is no commit', () => {
  assert.deepEqual(listFiles(call('a b', '1.1', '1.2', 'gone', '1.2', 'NONE')), [
    'web/sub/a b:1.2',
    'web/sub/gone:NONE',
  ]);
  assert.deepEqual(listFiles(call('- Imported sources', 'NONE', 'NONE')), []);
  assert.deepEqual(
    [call('- New directory', 'NONE', 'NONE'), call('- Imported sources', 'NONE', 'NONE'), call('a', '1', '2')].map(
      isCommit,
    ),
    [false, true, true],
  );
});
