// Engine: both
// Long mail, which is stored in parts while it comes.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../support/harness.ts';
import { openMailSite } from './mail-site.ts';
import type { MailSite } from './mail-site.ts';

let site: MailSite;
before(async () => {
  site = await openMailSite();
});
after(() => site.test.close());

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n} of the log\r\n`).join('');

const longMail = Buffer.from(
  [
    'From: Bruno <bruno@example.org>',
    'Subject: Re: work',
    'Message-ID: <long@mail.example.org>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Here is the log.',
    '--b',
    'Content-Type: text/plain; name=log.txt',
    'Content-Disposition: attachment; filename=log.txt',
    '',
    `${lines(40_000)}--b--`,
    '',
  ].join('\r\n'),
);

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const countStored = async (): Promise<{ contents: number; parts: number }> => {
  const { read } = site.test.app.database;
  const contents = await read.selectFrom('mail_contents').select('id').execute();
  const parts = await read.selectFrom('mail_content_parts').select('number').execute();
  return { contents: contents.length, parts: parts.length };
};

it('is used and shown byte for byte, and stored once', async () => {
  const { app } = site.test;
  const values = await Promise.all(
    ['title', 'description'].map(async (name) => ({ field_id: await site.field('Bugs', name), value: 'For comments' })),
  );
  const made = await site.test.call('/api/artifacts', {
    method: 'POST',
    as: 'bruno',
    body: { tracker: { id: await site.tracker('Bugs') }, values },
  });
  const reply = await site.replyAddress('bruno', Number(at(made.json, 'id')));
  await app.features.mail.arrivals.store({
    door: 'listener',
    envelopeFrom: 'bruno@example.org',
    recipients: [reply],
    raw: inChunks(longMail, 100_003),
  });
  const [settled] = await site.settle();
  assert.deepEqual([settled?.status, settled?.comment], ['done', 'Here is the log.'], settled?.reason ?? '');
  const shown = await site.test.call(`/api/mail_messages/${settled?.id}/raw`, { as: 'root' });
  assert.ok(Buffer.from(shown.text).equals(longMail));
  const stored = await countStored();
  assert.equal(stored.contents, 1);
  assert.equal(stored.parts, Math.ceil(longMail.length / 262_144) - 1);
  assert.deepEqual(await site.receive(longMail, reply), []);
  assert.deepEqual(await countStored(), stored);
});

it('that breaks off leaves nothing', async () => {
  const before = await countStored();
  async function* brokenOff(): AsyncGenerator<Uint8Array> {
    yield* inChunks(longMail.subarray(0, 700_000), 65_536);
    throw new Error('the line broke');
  }
  const arrival = { door: 'listener', envelopeFrom: null, recipients: [], raw: brokenOff() } as const;
  await assert.rejects(site.test.app.features.mail.arrivals.store(arrival), /the line broke/);
  assert.deepEqual(await countStored(), before);
});
