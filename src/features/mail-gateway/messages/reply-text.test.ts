// What is left of the text of a mail. Whole mails of many programs are in test/mail/corpus.
// Engine: SQLite alone
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply } from './reply-text.ts';

const outlook = 'Yes.\n\nFrom: Forge <f@example.com>\nSent: Monday\nTo: Ana\nSubject: Work\n\nThe original.';

test('originals without marks go where the setting says so', () => {
  assert.equal(readReply(outlook, { stripsOutlook: true }), 'Yes.');
  assert.equal(readReply(outlook, { stripsOutlook: false }), outlook);
});

test('quotes go in either case, and what a person wrote stays', () => {
  const rows = [
    ['One.\n\n> quoted\n', 'One.'],
    ['> quoted\n\nTwo.', 'Two.'],
    ['> a\nyes\n> b\nno\n> c', '> a\nyes\n> b\nno'],
    ['Three.\n\n-- \nName', 'Three.'],
    ['Four.\n--\nName', 'Four.'],
    ['-- \nonly a signature', ''],
    ['A list:\n- one\n-- two', 'A list:\n- one\n-- two'],
    ['a > b\n>c', 'a > b'],
    ['Five.\n\n\n\nSix.', 'Five.\n\nSix.'],
    ['From: me\nto you', 'From: me\nto you'],
    ['', ''],
    ['>', ''],
  ] as const;
  for (const [text, reply] of rows) assert.equal(readReply(text, { stripsOutlook: true }), reply, text);
});

test('hostile texts take no time', () => {
  const hostile = [
    `${'1 '.repeat(190)}<a@b:\n`.repeat(600),
    `On ${'wrote '.repeat(60)}:\n`.repeat(600),
    `${'From: x\n'.repeat(30_000)}`,
    `${'-'.repeat(200_000)}\n`,
    `${'>'.repeat(200_000)}\n`,
    `Am 1 schrieb <a@b>:\n`.repeat(12_000),
    `${' '.repeat(250_000)}x`,
  ];
  for (const text of hostile) {
    const before = process.cpuUsage();
    readReply(text, { stripsOutlook: true });
    const { user } = process.cpuUsage(before);
    assert.ok(user < 2_000_000, `${user} µs for ${JSON.stringify(text.slice(0, 40))}`);
  }
});
