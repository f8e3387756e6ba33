// What somebody wrote themselves, of the text of a mail: without what it quotes, and without signature. Pure. Where the rules
// are in doubt the text stays, because the comment is all that readers see.

/** Before a quote: `On Mon, 2 Feb 2026, Ana wrote:`, as mail programs say it in their users' languages. */
const introductions: readonly RegExp[] = [
  /^On\b.{4,300}\bwrote\s*:$/is,
  /^(?:Am|Den|Den\s)\b.{4,300}\b(?:schrieb|skrev)\b.{0,200}:$/is,
  /^.{1,200}\b(?:schrieb|skrev|hat am|wrote)\b.{0,200}\d.{0,200}:$/is,
  /^Le\b.{4,300}\ba\s+écrit\s*:$/is,
  /^El\b.{4,300}\bescribió\s*:$/is,
  /^Il\b.{4,300}\bha scritto\s*:$/is,
  /^Em\b.{4,300}\bescreveu\s*:$/is,
  /^Op\b.{4,300}\b(?:schreef|het volgende geschreven)\b.{0,200}:$/is,
  /^(?:W dniu|Dnia|śr\.|pon\.|wt\.|czw\.|pt\.|sob\.|niedz\.)?.{4,300}\bnapisał(?:a|\(a\))?\s*:$/is,
  /^.{4,300}\s(?:пишет|написал|написала|написал\(а\))\s*:$/is,
  /^.{4,300}\b(?:kirjoitti|napsal|napsala|napsal\(a\)|şunu yazdı|yazdı)\s*:$/is,
  /^.{4,300}(?:写道|寫道|のメール|書きました|님이 작성|작성)\s*[::]$/s,
  /^.{1,200}<[^<>\s]{1,64}@[^<>\s]{1,255}>\s+(?:wrote|schrieb|skrev|a écrit|escribió|ha scritto|escreveu|schreef)\s*:$/is,
];

/** In any other language: a time, an address in brackets, and soon a colon at the end. Only where a quote follows. */
const otherIntroduction = /^.{0,200}\d.{0,200}<[^<>\s]{1,64}@[^<>\s]{1,255}>.{0,60}[::]$/s;

/** A line of its own before the original, without marks in front of each line. */
const separator =
  /^[-_*\s]{2,}(?:Original Message|Original Appointment|Ursprüngliche Nachricht|Originalnachricht|Ursprünglicher Termin|Message d['’]origine|Message original|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Alkuperäinen viesti|Oryginalna wiadomość|Wiadomość oryginalna|Původní zpráva|Исходное сообщение|Orijinal İleti|元のメッセージ|原始邮件|原始郵件|원본 메시지)[-_*\s]{2,}$/iu;

const label = (names: string): RegExp => new RegExp(`^[*_\\s]*(?:${names})[*_\\s]*[::][*_\\s]*\\S`, 'iu');

/** The first lines of an original, in any order. */
const labels = {
  from: label(
    'From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|Kimden|Gönderen|差出人|发件人|發件人|寄件者|보낸 사람|Expéditeur',
  ),
  sent: label(
    'Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el| em)?|Fecha|Inviato|Data|Verzonden|Skickat|Sendt|Lähetetty|Wysłano|Odesláno|Отправлено|Дата|Gönderildi|Tarih|送信日時|日付|发送时间|日期|寄件日期|傳送時間|보낸 날짜|날짜',
  ),
  subject: label(
    'Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Тема|Konu|件名|主题|主題|主旨|제목',
  ),
};

/** What programs put under every mail, unasked. */
const adverts: readonly RegExp[] = [
  /^(?:Sent|Get Outlook) (?:from|for|via|with)\b.{1,60}$/i,
  /^Gesendet (?:von|mit|aus)\b.{1,60}$/i,
  /^Von meinem .{1,40} gesendet\.?$/i,
  /^Diese Nachricht wurde von meinem .{1,80} gesendet\.?$/i,
  /^(?:Envoyé|Obtenir Outlook) (?:de|depuis|à partir|pour|avec)\b.{1,60}$/i,
  /^Enviado (?:desde|do|de|a partir)\b.{1,60}$/i,
  /^Inviato (?:da|dal|con)\b.{1,60}$/i,
  /^Verzonden (?:vanaf|met|vanuit)\b.{1,60}$/i,
  /^Skickat från\b.{1,60}$/i,
  /^Sendt fra\b.{1,60}$/i,
  /^Wysłan[eo] z\b.{1,60}$/i,
  /^Odesláno z\b.{1,60}$/i,
  /^Отправлено (?:с|из)\s.{1,60}$/i,
  /^.{0,12}iPhone\s?から送信$/,
  /^(?:发自|發自|從我的|从我的)\s?.{0,6}\s?(?:iPhone|iPad|手机|手機).{0,10}$/,
  /^나의 .{1,20}에서 보냄$/,
  /^(?:Please excuse|Excuse) (?:my )?brevity\.?$/i,
];

export interface ReplyOptions {
  /** Whether to drop originals that have no marks in front of their lines: the setting sys_strip_outlook. */
  stripsOutlook: boolean;
}

const isQuoted = (line: string): boolean => /^\s?>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';

/** The reply in a text whose lines end with line feeds; empty where it says nothing of its own. */
export function readReply(text: string, { stripsOutlook }: ReplyOptions): string {
  let lines = text.split('\n').map((line) => line.trimEnd());
  if (stripsOutlook) lines = lines.slice(0, findOriginal(lines));
  lines = lines.slice(0, findBareQuote(lines));
  lines = dropIntroductions(lines);
  lines = dropQuotes(dropSignature(lines));
  return trimBlank(dropAdverts(dropSignature(lines)))
    .join('\n')
    .trim();
}

/** Where an original begins that has no marks; the number of lines where none does. */
function findOriginal(lines: readonly string[]): number {
  const start = lines.findIndex((line, index) => separator.test(line) || isHeaderBlock(lines, index));
  if (start < 0) return lines.length;
  let end = start;
  while (end > 0 && /^[\s_*-]*$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

/** Whether the lines from `index` on are those that head an original. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  if (!labels.from.test(lines[index] ?? '')) return false;
  const next = lines.slice(index + 1, index + 9);
  return next.some((line) => labels.sent.test(line)) && next.some((line) => labels.subject.test(line));
}

const introductionMax = 400;

const isIntroduction = (text: string): boolean =>
  text.length <= introductionMax && /[::]$/.test(text) && introductions.some((introduction) => introduction.test(text));

/** Up to three lines from `index` on that introduce a quote; how many. Programs break them where they get long. */
function countIntroduction(lines: readonly string[], index: number): number {
  const some = lines.slice(index, index + 3).map((line) => line.trim());
  const end = some.findIndex((line) => line === '' || isQuoted(line));
  const whole = end < 0 ? some : some.slice(0, end);
  const join = (start: number, count: number): string => whole.slice(start, count).join(' ');
  const count = [1, 2, 3].find((many) => many <= whole.length && isIntroduction(join(0, many))) ?? 0;
  // Where it begins further below, what stands above belongs to the reply.
  return count > 1 && (isIntroduction(join(1, count)) || isIntroduction(join(2, count))) ? 0 : count;
}

/** Where an introduction with an address and a time stands before text without marks, as Yahoo writes it. */
function findBareQuote(lines: readonly string[]): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  for (let index = lastQuoted + 1; index < lines.length; index++) {
    const count = countIntroduction(lines, index);
    const whole = lines.slice(index, index + count).join(' ');
    if (/<[^<>\s]+@[^<>\s]+>/.test(whole) && /\d[:.h]\d\d/.test(whole)) return index;
  }
  return lines.length;
}

/** Takes away introductions that a quote, or nothing at all, follows. */
function dropIntroductions(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length;) {
    const known = countIntroduction(lines, index);
    const line = (lines[index] ?? '').trim();
    const isOther = known === 0 && line.length <= introductionMax && otherIntroduction.test(line);
    const count = isOther ? 1 : known;
    let next = index + count;
    while (count > 0 && next < lines.length && isBlank(lines[next] ?? '')) next += 1;
    if (count > 0 && isQuoted(lines[next] ?? (isOther ? '' : '>'))) {
      index += count;
      continue;
    }
    kept.push(lines[index] ?? '');
    index += 1;
  }
  return kept;
}

/** Everything from the line `-- ` on, or from its blank lost. */
function dropSignature(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => /^--$/.test(line) || /^__+$/.test(line));
  return start < 0 || lines.slice(start).some(isQuoted) ? [...lines] : lines.slice(0, start);
}

/** The quote at the end goes; one at the start too, unless answers stand between quotes. */
function dropQuotes(lines: readonly string[]): string[] {
  const lastOwn = lines.findLastIndex((line) => !isBlank(line) && !isQuoted(line));
  const kept = lines.slice(0, lastOwn + 1);
  const firstOwn = kept.findIndex((line) => !isBlank(line) && !isQuoted(line));
  const isBetween = kept.slice(Math.max(firstOwn, 0)).some(isQuoted);
  return isBetween ? kept : kept.filter((line) => !isQuoted(line));
}

function dropAdverts(lines: readonly string[]): string[] {
  let kept = trimBlank(lines);
  for (;;) {
    const last = kept.at(-1)?.trim();
    if (last === undefined || !adverts.some((advert) => advert.test(last))) return kept;
    kept = trimBlank(kept.slice(0, -1));
  }
}

/** Without blank lines at both ends, and with one where there were several. */
function trimBlank(lines: readonly string[]): string[] {
  const squeezed = lines.filter((line, index) => !isBlank(line) || !isBlank(lines[index - 1] ?? ''));
  const start = squeezed.findIndex((line) => !isBlank(line));
  return start < 0 ? [] : squeezed.slice(start, squeezed.findLastIndex((line) => !isBlank(line)) + 1);
}
