// What is read of messages whose bytes mail programs bend: flowed texts, characters parted between words, heads in old charsets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessage } from './parse-message.ts';

const read = (lines: readonly string[], encoding: BufferEncoding = 'utf8') =>
  parseMessage(Buffer.from(lines.join('\r\n'), encoding), { stripsOutlook: true });

const flowedHead = (more = '', encoding = '8bit'): string[] => [
  'Subject: pump',
  `Content-Type: text/plain; charset=UTF-8;\r\n format=flowed${more}`,
  `Content-Transfer-Encoding: ${encoding}`,
  '',
];

const readFlowed = async (lines: readonly string[], more = '', encoding = '8bit'): Promise<string> =>
  (await read([...flowedHead(more, encoding), ...lines])).text;

test('flowed lines end at another quote depth, an empty line and a signature', async () => {
  assert.equal(
    await readFlowed(['> Is it red? ', '', 'Yes, it ', 'is.', '', '> And this? ', 'No ', '-- ', 'Ana ', 'B']),
    '> Is it red?\n\nYes, it is.\n\n> And this?\nNo',
  );
  assert.equal(await readFlowed(['> a ', '>> b ', '> c ', 'mine ', ' ', 'too ', 'long']), 'mine\n\ntoo long');
  assert.equal(await readFlowed(['One ', '', '', 'two ', '> three']), 'One\n\ntwo');
});

test('spaces that were stuffed in go, and a line of their own that begins with ">" stays', async () => {
  assert.equal(await readFlowed([' > is greater', ' From here', '  indented']), '> is greater\nFrom here\n indented');
  assert.equal(await readFlowed(['長い文は ', '続く。'], '; delsp=yes'), '長い文は続く。');
  assert.equal(
    await readFlowed(['長い文は =', '', '=E7=B6=9A=E3=81=8F=E3=80=82'], '; delsp=yes', 'quoted-printable'),
    '長い文は続く。',
  );
  assert.equal(
    await readFlowed([Buffer.from('> q \r\n\r\nmine \r\nand more').toString('base64')], '', 'base64'),
    'mine and more',
  );
});

test('flowed parts among others are read, and files stay byte for byte', async () => {
  const file = 'a \nb \r\n> c ';
  const message = await read([
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b 1"',
    '',
    'preamble',
    '--b 1',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    ...flowedHead().slice(1),
    '> q ',
    '',
    'mine',
    '--inner--',
    '--b 1',
    'Content-Type: text/plain; format=flowed; name=log.txt',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(file).toString('base64'),
    '--b 1--',
  ]);
  assert.equal(message.text, 'mine');
  assert.deepEqual(
    message.attachments.map(({ name, content }) => [name, Buffer.from(content).toString()]),
    [['log.txt', file]],
  );
});

test('characters that are parted between words are whole, in subjects and names of files', async () => {
  const parted = (text: string, at: number, charset = 'UTF-8'): string => {
    const bytes = Buffer.from(text);
    return [bytes.subarray(0, at), bytes.subarray(at)]
      .map((part) => `=?${charset}?B?${part.toString('base64')}?=`)
      .join('\r\n ');
  };
  const subjects = [
    [parted('Prüfstände', 3), 'Prüfstände'],
    ['=?utf-8?Q?Pr=C3?= =?UTF-8?B?vGY=?=', 'Prüf'],
    ['=?UTF-8*de?Q?Pr=C3?=\r\n =?utf-8?q?=BCf_a?= b =?utf-8?q?c?=', 'Prüf a b c'],
    ['=?ISO-8859-1?Q?=E9?= =?UTF-8?Q?=C3=A9?=', 'éé'],
    [
      `=?ISO-2022-JP?B?${Buffer.from('\u001b$B%F\u001b(B').toString('base64')}?= =?ISO-2022-JP?B?${Buffer.from('\u001b$B%9\u001b(B').toString('base64')}?=`,
      'テス',
    ],
    ['=?GB2312?B?suI=?= =?gb2312?B?ytQ=?=', '测试'],
    ['plain =?x?', 'plain =?x?'],
  ] as const;
  for (const [written, subject] of subjects)
    assert.equal((await read([`Subject: ${written}`, '', 'x'])).subject, subject, written);
  const { attachments } = await read([
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    `Content-Disposition: attachment; filename="${parted('Prüfstände.txt', 3)}"`,
    '',
    'x',
    '--b',
    "Content-Disposition: attachment; filename*0*=UTF-8''Pr%C3;\r\n filename*1*=%BCf;\r\n filename*2=.txt",
    '',
    'x',
    '--b--',
  ]);
  assert.deepEqual(
    attachments.map(({ name }) => name),
    ['Prüfstände.txt', 'Prüf.txt'],
  );
});

test('heads in the bytes of an old charset are read', async () => {
  assert.equal((await read(['Subject: Prüfstände', '', 'x'], 'latin1')).subject, 'Prüfstände');
  assert.equal((await read(['Subject: Prüfstände', '', 'x'])).subject, 'Prüfstände');
});

test('of HTML, what stands within a signature stays where nothing else does, and ">" is no quote', async () => {
  const html = async (body: string): Promise<string> =>
    (await read(['Content-Type: text/html; charset=utf-8', '', body])).text;
  assert.equal(await html('<div id="Signature">My answer</div><blockquote>Hi</blockquote>'), 'My answer');
  assert.equal(await html('<p>Yes</p><div id="Signature">Ana</div>'), 'Yes');
  assert.equal(await html('<p>&gt; 5 is red</p><blockquote>Hi</blockquote>'), '> 5 is red');
  assert.equal(await html('<p>Yes</p><div class="yahoo_quoted"><div>Thu Bob wrote:</div><p>Hi</p></div>'), 'Yes');
});
