// Where the message begins that is answered, in texts that have no marks in front of its lines, as Outlook and programs like it
// write them: after a line of its own, or with the first lines of its head.

/** A line of its own before the original. */
const separator =
  /^[-_*\s]{2,}(?:Original (?:Message|Appointment)|Reply message|Ursprüngliche Nachricht|Originalnachricht|Ursprünglicher Termin|Message d['’]origine|Message original|Missatge original|Mensaje original|Mensaxe orixinal|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Originalmeddelande|Oprindelig (?:meddelelse|besked)|Opprinnelig melding|Alkuperäinen viesti|Oryginalna wiadomość|Wiadomość oryginalna|Původní zpráva|Pôvodná správa|Izvorna poruka|Izvirno sporočilo|Оригинално съобщение|Eredeti üzenet|Mesaj original|Mesajul original|Αρχικό μήνυμα|Исходное сообщение|Оригінальне повідомлення|Вихідне повідомлення|Orijinal (?:İleti|Mesaj)|Özgün İleti|Thư gốc|Pesan Asli|הודעה מקורית|رسالة أصلية|元のメッセージ|原始邮件|原始郵件|원본 메시지)[-_*\s]{2,}$/iu;

const label = (names: string): RegExp => new RegExp(`^[*_\\s]*(?:${names})\\s?[*_\\s]*[:\uff1a][*_\\s]*\\S`, 'iu');

/** The first lines of an original, in any order. */
const labels = {
  from: label(
    'From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|Odesílatel|Odosielateľ|От|Від|Från|Feladó|De la|Expeditor|Από|Kimden|Gönderen|Từ|Dari|מאת|من|差出人|发件人|發件人|寄件者|보낸 사람|Expéditeur',
  ),
  sent: label(
    'Sent|Date|Gesendet|Datum|Envoyé|Enviat|Enviado(?: el| em| o)?|Fecha|Inviato|Data|Verzonden|Skickat|Sendt|Dato|Lähetetty|Päivämäärä|Wysłano|Odesláno|Odoslané|Poslano|Dátum|Elküldve|Küldve|Trimis|Στάλθηκε|Ημερομηνία|Отправлено|Изпратено|Дата|Надіслано|Gönderildi|Gönderme|Tarih|Đã gửi|Ngày|Dikirim|Tanggal|נשלח|תאריך|تاريخ الإرسال|تم الإرسال|التاريخ|送信日時|日付|发送时间|日期|寄件日期|傳送時間|보낸 날짜|날짜',
  ),
  subject: label(
    'Subject|Betreff|Objet|Assumpte|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Aihe|Otsikko|Temat|Předmět|Predmet|Zadeva|Tárgy|Subiect|Θέμα|Тема|Относно|Konu|Chủ đề|Perihal|Subjek|נושא|الموضوع|件名|主题|主題|主旨|제목',
  ),
};

/** Characters of a line in a head that is looked at without its language being known. */
const lineMax = 400;

/** A line of a head in any other language. The label begins with a letter, so that blanks are gone over once. */
const anyLabel = /^[*_\s]*\p{L}[\p{L}\p{M}'’ ]{0,29}[*_\s]*[:\uff1a][*_\s]*\S/u;

export const isSeparator = (line: string): boolean => separator.test(line);

/** Where an original begins; the number of lines where none does. */
export function findOriginal(lines: readonly string[]): number {
  const start = lines.findIndex((line, index) => isSeparator(line) || isHead(lines, index));
  if (start < 0) return lines.length;
  let end = start;
  while (end > 0 && /^[\s_*-]*$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

/** Whether the lines from `index` on are those that head an original. */
function isHead(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (labels.from.test(line)) {
    const next = lines.slice(index + 1, index + 9);
    if (next.some((one) => labels.sent.test(one)) && next.some((one) => labels.subject.test(one))) return true;
  }
  return isUnknownHead(lines, index);
}

/** Four lines with labels in a language that is not listed: somebody's address, a date with a time, and more. */
function isUnknownHead(lines: readonly string[], index: number): boolean {
  const some = lines.slice(index, index + 4);
  if (some.length < 4 || some.some((line) => line.length > lineMax)) return false;
  return (
    /<[^\s<>]+@[^\s<>]+>|\[mailto:/.test(some[0] ?? '') &&
    some.every((line) => anyLabel.test(line)) &&
    some.slice(1, 3).some((line) => /\p{Nd}{4}/u.test(line) && /\p{Nd}[:.]\p{Nd}{2}/u.test(line))
  );
}
