// What is left of the text of a mail. Whole mails of many programs are in test/mail/corpus.
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
    ['Four.\n\n--\nName', 'Four.'],
    ['Two cases:\n--\ncase one breaks\ncase two works', 'Two cases:\n--\ncase one breaks\ncase two works'],
    ['a\n\n--\n1\n2\n3\n4\n5', 'a\n\n--\n1\n2\n3\n4\n5'],
    [`a\n\n--\n${'b'.repeat(61)}`, `a\n\n--\n${'b'.repeat(61)}`],
    ['a\n--\nb\n\n--\nName', 'a\n--\nb'],
    ['a\n--\nb\n-- \nName', 'a\n--\nb'],
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

/** As programs write them, in one line. */
const introductions = [
  'On Thursday, April 2nd, 2026 at 2:20 PM, Bob <bob@example.net> wrote:',
  'Den tors 2 apr. 2026 kl 14:20 skrev Bob <bob@example.net>:',
  'to 2. huhtik. 2026 klo 14.20 Bob (bob@example.net) kirjoitti:',
  'Bob <bob@example.net>, 2 Nis 2026 Per, 14:20 tarihinde şunu yazdı:',
  'čt 2. 4. 2026 v 14:20 odesílatel Bob <bob@example.net> napsal:',
  '2026년 4월 2일 (목) 오후 2:20, Bob <bob@example.net>님이 작성:',
  'Στις Πέμ 2 Απρ 2026 στις 2:20 μ.μ., ο χρήστης Bob <bob@example.net> έγραψε:',
  'чт, 2 квіт. 2026 р. о 14:20 Bob <bob@example.net> пише:',
  'În joi, 2 apr. 2026 la 14:20, Bob <bob@example.net> a scris:',
  'Op do 2 apr 2026 om 14:20 schreef Bob <bob@example.net>:',
  '\u202bבתאריך יום ה׳, 2 באפר׳ 2026 ב-14:20 מאת \u202aBob\u202c\u200f <\u202abob@example.net\u202c\u200f>:\u202c',
  'Missatge de Bob <bob@example.net> del dia dj., 2 d’abr. 2026 a les 14:20:',
  'Bob <bob@example.net> escreveu (quinta, 2/04/2026 à(s) 14:20):',
  'Em qui., 2 de abr. de 2026 às 14:20, Bob <bob@example.net> escreveu:',
  'Bob <bob@example.net> ezt írta (időpont: 2026. ápr. 2., H, 14:20):',
  'Bob (bob@example.net) erabiltzaileak hau idatzi du (2026 api. 2, og. (14:20)):',
  'O xov, 2 abr 2026 ás 14:20, Bob (<bob@example.net>) escribiu:',
  'ceturtd., 2026. g. 2. apr., plkst. 14:20 — lietotājs Bob (<bob@example.net>) rakstīja:',
  '2026-04-02, kt, 14:20 Bob <bob@example.net> rašė:',
  'Kuupäev N, 2. aprill 2026 kell 14:20 kirjutas Bob <bob@example.net>:',
  'fim., 2. apr. 2026 kl. 14:20 skrifaði Bob <bob@example.net>:',
  'V V čet., 2. apr. 2026 ob 14:20 je oseba Bob <bob@example.net> napisala:',
  'čet, 2. tra 2026. u 14:20 Bob <bob@example.net> napisao je:',
  'На чт, 2.04.2026 г. в 14:20 Bob <bob@example.net> написа:',
  'чет, 2. апр 2026. у 14:20 Bob <bob@example.net> је написао/ла:',
  'Vào Th 5, 2 thg 4, 2026 vào lúc 14:20 Bob <bob@example.net> đã viết:',
  'Pada Kam, 2 Apr 2026 pukul 14.20 Bob <bob@example.net> menulis:',
  'ในวันที่ พฤ. 2 เม.ย. 2026 เวลา 14:20 Bob <bob@example.net> เขียนว่า:',
  'في الخميس، ٢ أبريل ٢٠٢٦ في ٢:٢٠ م تمت كتابة ما يلي بواسطة Bob <bob@example.net>:',
  'در تاریخ پنجشنبه ۲ آوریل ۲۰۲۶،\u200f ۱۴:۲۰ Bob <bob@example.net> نوشت:',
  '2026年4月2日(木) 14:20 Bob <bob@example.net>:',
  'Il giorno gio 2 apr 2026 alle ore 14:20 Bob <bob@example.net> ha scritto:',
  'El jue, 2 abr 2026 a las 14:20, Bob (<bob@example.net>) escribió:',
  'Le jeu. 2 avr. 2026 à 14:20, Bob <bob@example.net> a écrit :',
  'štv 2. 4. 2026 o 14:20 Bob <bob@example.net> napísal(a):',
  'On Apr 2, 2026, at 14:20, Bob <bob@example.net> wrote:',
  'Bob <bob@example.net> kirjoitti 2.4.2026 kello 14.20:',
  'Bob <bob@example.net> şunları yazdı (2 Nis 2026 14:20):',
  '2. apr. 2026 kl. 14.20 skrev Bob <bob@example.net>:',
  '2026/04/02 14:20、Bob <bob@example.net>のメール:',
  'Am 02.04.26 um 14:20 schrieb Bob:',
  'On 4/2/26 14:20, Bob wrote:',
  'Le 02/04/2026 à 14:20, Bob a écrit :',
  'Il 02/04/26 14:20, Bob ha scritto:',
  'El 2/4/26 a las 14:20, Bob escribió:',
  'Op 02-04-2026 om 14:20 schreef Bob:',
  'W dniu 2.04.2026 o 14:20, Bob Longname pisze:',
  'Bob schreef op 2026-04-02 14:20:',
  'Bob kirjoitti 2026-04-02 14:20:',
  'Bob писал 2026-04-02 14:20:',
  '02.04.2026 14:20, Bob пишет:',
  'Dne 02. 04. 26 v 14:20 Bob napsal(a):',
  '2026. 04. 02. 14:20 keltezéssel, Bob írta:',
  'Am Donnerstag, 2. April 2026, 14:20:12 CEST schrieb Bob:',
  'On Thursday, 2 April 2026 14:20:12 CEST Bob wrote:',
  'On Thu, 2026-04-02 at 14:20 +0200, Bob wrote:',
  'On Thu, Apr 02, 2026 at 02:20:12PM +0200, Bob wrote:',
  'Bob Long <bob@example.net> writes:',
  'Zitat von Bob <bob@example.net>:',
  'Quoting Bob <bob@example.net>:',
  'Am 2. Februar 2026 09:58:12 MEZ schrieb Forge <noreply@forge.example.com>:',
  'Apr 2, 2026 14:20:12 Bob <bob@example.net>:',
  'On 4/2/26, 2:20 PM, "Bob" <bob@example.net> wrote:',
  'On Thursday, April 2, 2026 at 02:20:12 PM GMT+1, Bob <bob@example.net> wrote:',
  'Pe 2026-04-02 14:20, Bob a scris:',
  'Op Do. 02 Apr. 2026 om 14:20 het Bob <bob@example.net> geskryf:',
  'Στις 2/4/26 14:20, ο/η Bob έγραψε:',
  '在 2026/4/2 14:20, Bob 写道:',
  'On 02/04/2026 14.20, Bob wrote:',
  '在 2026年4月2日，下午2:20，Bob <bob@example.net> 写道：',
  'bob@example.net 于2026年4月2日周四 14:20写道：',
  'Bob <bob@example.net> schrieb am Do., 2. Apr. 2026, 14:20:',
  'Mnamo Alh, 2 Apr 2026 saa 14:20 Bob <bob@example.net> aliandika:',
  '2 अप्रैल 2026 को 2:20 pm बजे को Bob <bob@example.net> ने लिखा:',
  'Ar Iau, 2 Ebr 2026 am 14:20 Bob <bob@example.net> a ysgrifennodd:',
];

/** Breaks a line where it gets longer than `width`. */
function fold(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > width && lines.at(-1) !== '') lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

test('introductions of quotes go in every language, however they are folded', () => {
  const forms = introductions.flatMap((line) => [
    line,
    fold(line, 60),
    line.replace('<', '<\n'),
    line.replace(/>(?=[^>]*$)/, '\n>'),
    `------- Original Message -------\n${line}`,
  ]);
  for (const form of forms)
    for (const gap of ['\n', '\n\n'])
      assert.equal(readReply(`ANSWER\n\n${form}${gap}> Hi\n>\n`, { stripsOutlook: true }), 'ANSWER', form);
});

/** Above quotes that their writers typed. */
const sentences = [
  'Please change this sentence:',
  'He wrote this on page 3:',
  'On reflection, what I wrote:',
  'As Bob wrote:',
  'The output of 2026-04-02 14:20:',
  'I asked Ana <ana@example.org> on 2 April 2026 at 14:20 and she answered:',
  'Ana <ana@example.org> told me on 2 April 2026 at 14:20:',
  'See what Ana <ana@example.org> wrote:',
  'Please ask Ana <ana@example.org> about the test of 2 April 2026 at 14:20:',
  'Jak już Bob napisał:',
  'The log of 2026-04-02 14:20 says:',
  'Ask Bob <bob@example.net> about this:',
  'Mail bob@example.net the following:',
  'On 2 April we saw:',
  'Wie Bob schon schrieb:',
  'In the report of 2026-04-02 14:20 Bob wrote:',
  'Am 2. April um 14:20 kam diese Meldung:',
  'Steps to reproduce on version 2026.04 with 3 users:',
  'Write to support@example.net on 2026-04-02 at 14:20 with this text:',
];

test('sentences that lead to a quote stay, and so does the quote', () => {
  for (const sentence of sentences)
    for (const end of ['', '\n\nThanks']) {
      const text = `${sentence}\n\n> the pump is red${end}`;
      assert.equal(readReply(text, { stripsOutlook: true }), text);
    }
});

test('a quote that somebody typed above the one of their program stays', () => {
  const quote = '\n\nOn Thu, Apr 2, 2026 at 2:20 PM Bob <b@example.net> wrote:\n\n> Hi';
  for (const text of ['Steps:\n> npm start', 'As before\n\n> npm start\n> open it'])
    assert.equal(readReply(text + quote, { stripsOutlook: true }), text);
});

test('lines of a person stay, whatever stands around them', () => {
  const own = [
    'Sent from the wrong account, sorry.',
    'It fails on Android',
    'Yes.',
    '____',
    'a -- b',
    'From: me',
    '# 1.',
    '1:20:',
  ];
  let seed = 7;
  const pick = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count;
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + pick(6) }, () => own[pick(own.length)] ?? '');
    const text = lines.flatMap((line) => (pick(2) === 0 ? [line] : [line, ''])).join('\n');
    const quote = pick(2) === 0 ? '' : `\n\n${introductions[pick(introductions.length)]}\n> Hi`;
    const reply = readReply(`${text}${quote}`, { stripsOutlook: true });
    for (const line of lines)
      assert.ok(reply.split('\n').includes(line), `${JSON.stringify(line)} of ${JSON.stringify(text + quote)}`);
  }
});

test('originals begin with their heads in any language, and lines of programs end replies', () => {
  const heads = [
    'Feladó: Bob <b@example.net>\nElküldve: 2026. április 2. 14:20\nCímzett: Ana\nTárgy: pump',
    'De la: Bob <b@example.net>\nTrimis: joi, 2 aprilie 2026 14:20\nCătre: Ana\nSubiect: pump',
    'Від: Bob <b@example.net>\nНадіслано: 2 квітня 2026 р. 14:20\nКому: Ana\nТема: pump',
    '*Oddawca:* Bob <b@example.net>\n  Posłane: 2. apryl 2026 14:20\nKomu : Ana\nTema rěči: pump',
    'Oddawca: Bob <b@example.net>\nPosłane: 2. apryl 2026 14:20\nKomu: Ana\nTema rěči: pump',
  ];
  for (const head of heads)
    assert.equal(
      readReply(`ANSWER\n\n________________________________\n${head}\n\nHi`, { stripsOutlook: true }),
      'ANSWER',
    );
  const ends = [
    'Skickat från min iPhone',
    'Lähetetty iPhonesta',
    "iPhone'umdan gönderildi",
    'Odesláno z iPhonu',
    '나의 iPhone에서 보냄',
    'Στάλθηκε από το iPhone μου',
    'Надіслано з iPhone',
    'Trimis de pe iPhone-ul meu',
    'Verstuurd vanaf mijn iPhone',
    'Sent with Proton Mail secure email.',
    'נשלח מה-iPhone שלי',
    'iPhoneから送信',
    'Sent from my Android device with K-9 Mail. Please excuse my brevity.',
    'Von meinem iPhone gesendet',
    'Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.',
    'Gesendet mit der GMX Mail App für Android',
    'Envoyé de mon iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Отправлено с iPhone',
    'Get Outlook for Android',
  ];
  for (const end of ends) assert.equal(readReply(`ANSWER\n\n${end}`, { stripsOutlook: true }), 'ANSWER', end);
});

test('sentences about programs and devices stay', () => {
  const sentences = [
    'Sent it with Outlook yesterday.',
    'Sent to Samsung support; waiting.',
    'Sent the logs from Android to Bob, he agrees with closing this.',
    'Sent with the Outlook of Bob.',
    'Get Outlook to open it first.',
    'Die Mail wurde gestern mit Outlook gesendet.',
    'Enviado al soporte de Samsung.',
    'Inviato a Samsung.',
    'Sendt til Samsung',
    'Skickat Outlook-filen',
    'Отправлено в Samsung',
    'Az Outlook fel lett küldve',
  ];
  for (const sentence of sentences)
    for (const text of [sentence, `Fixed.\n${sentence}`]) assert.equal(readReply(text, { stripsOutlook: true }), text);
  for (const text of [
    'Sent from my iPhone',
    '\nEnvoyé de mon iPhone\n\n',
    'On Mon, 2 Feb 2026 at 14:20, Bob <b@example.net> wrote:\n\n> Hi\n\nSent from my iPhone',
  ])
    assert.equal(readReply(text, { stripsOutlook: true }), '', text);
});

test('where nothing else would be left the whole text stays', () => {
  const rows = [
    'On Mon, 2 Feb 2026 at 14:20, Bob <b@example.net> wrote:\n\nHi\n\nANSWER',
    outlook.replace('Yes.\n\n', ''),
  ];
  for (const text of rows) assert.equal(readReply(text, { stripsOutlook: true }), text);
  assert.equal(readReply('Yes.\n>From now on\nit works.', { stripsOutlook: true }), 'Yes.\nFrom now on\nit works.');
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
    `<${'a@'.repeat(120_000)} x\n>:`,
    `x <${'a@'.repeat(90)}b\n> :\n`.repeat(1_300),
    `${' '.repeat(393)}<a@b>\n`.repeat(600),
  ];
  for (const text of hostile) {
    const before = process.cpuUsage();
    readReply(text, { stripsOutlook: true });
    const { user } = process.cpuUsage(before);
    assert.ok(user < 2_000_000, `${user} µs for ${JSON.stringify(text.slice(0, 40))}`);
  }
});
