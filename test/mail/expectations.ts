// What becomes of each message in corpus/. Whoever adds one writes its text themselves, and a line here.

export interface Expectation {
  /** Name of the file. */
  file: string;
  /** Where it is sent; a reply address of Bruno by default. */
  to?: string;
  /** The envelope's sender, where it is not an address; '' for the null sender. */
  envelope?: string;
  /** The comment that it becomes. */
  comment?: string;
  /** A pattern for it. */
  commentLike?: RegExp;
  /** Of the artifact that it becomes. */
  title?: string;
  description?: string;
  /** Names of what is attached; [] by default. */
  files?: string[];
  /** Part of the reason why it is not used. */
  refused?: string;
  ignored?: string;
}

export const expectations: readonly Expectation[] = [
  { file: 'gmail-en', comment: 'I agree, at the top.' },
  { file: 'gmail-en-folded', comment: 'Yes.' },
  { file: 'gmail-de', comment: 'Einverstanden.' },
  { file: 'gmail-fr', comment: 'D’accord, tout en haut.' },
  { file: 'gmail-ja', comment: '了解しました。' },
  { file: 'gmail-zh', comment: '同意。' },
  { file: 'gmail-ko', comment: '좋아요.' },
  { file: 'gmail-ru', comment: 'Согласен.' },
  { file: 'gmail-html-only', comment: 'Only HTML here & a link [https://example.org/x].' },
  { file: 'outlook-en', comment: 'Fine with me.' },
  { file: 'outlook-en-old', comment: 'Fine with me, too.' },
  { file: 'outlook-de', comment: 'Passt für mich.' },
  { file: 'outlook-fr', comment: 'Très bien.' },
  { file: 'outlook-es', comment: 'Muy bien.' },
  { file: 'outlook-it', comment: 'Va bene.' },
  { file: 'outlook-ja', comment: '承知しました。' },
  { file: 'outlook-zh', comment: '好的。' },
  { file: 'outlook-ru', comment: 'Хорошо.' },
  { file: 'outlook-html-only', comment: 'Looks good.\n\nSecond line.' },
  { file: 'exchange-signature', comment: 'The top it is.' },
  { file: 'apple-mail', comment: 'At the top, please.' },
  { file: 'apple-mail-fr', comment: 'En haut.' },
  { file: 'iphone', comment: 'Ok!' },
  { file: 'iphone-de', comment: 'Ok, machen wir.' },
  { file: 'iphone-ja', comment: 'はい。' },
  { file: 'outlook-mobile', comment: 'Will do.' },
  { file: 'thunderbird-bottom', comment: 'Below the quote, as it should be.' },
  {
    file: 'thunderbird-interleaved',
    comment: '> The balance should stand at the top.\n\nAgreed.\n\n> What do you think about green?\n\nRather blue.',
  },
  {
    file: 'thunderbird-flowed',
    comment: 'This is a long line that the program has broken where it got too long, which the reader does not see.',
  },
  { file: 'k9-mail', comment: 'Works for me' },
  { file: 'yahoo', comment: 'Good idea.' },
  {
    file: 'yahoo-android',
    comment:
      'Good.\n\nSent from Yahoo Mail on Android\n\n  On Mon, Feb 2, 2026 at 9:58, Forge<noreply@forge.example.com> wrote:   The balance should stand.',
  },
  { file: 'gmx-web', comment: 'Mach ich.' },
  { file: 'mutt', comment: 'I would put it below.\n\nBruno' },
  { file: 'alpine', comment: 'No objection.' },
  { file: 'nl-sv-pl', comment: 'Prima.' },
  { file: 'swedish', comment: 'Bra.' },
  { file: 'polish', comment: 'Zgoda.' },
  { file: 'portuguese', comment: 'De acordo.' },
  {
    file: 'prose-like-a-quote',
    comment: 'On Monday Ana wrote: the balance is wrong.\nFrom: now on we should check it.\n\nI think so too.',
  },
  { file: 'text-above-folded-introduction', comment: 'First line.' },
  {
    file: 'prose-with-address',
    comment: 'Please ask Ana <ana@example.org> about:\n\nthe colours at 10:30,\nand the width.',
  },
  { file: 'latin1', comment: 'Größe geprüft: ½' },
  { file: 'cp1252', comment: '“Größe” – 5 €' },
  { file: 'cp1252-as-latin1', comment: '“Quoted” – 5 €' },
  { file: 'iso-2022-jp', comment: 'テストです' },
  { file: 'shift-jis', comment: 'テスト済み' },
  { file: 'gb18030', comment: '测试通过' },
  { file: 'euc-kr', comment: '시험했습니다' },
  { file: 'koi8-r', comment: 'Проверено' },
  { file: 'utf-16', comment: 'Sixteen bits' },
  { file: 'charset-unknown', comment: 'Plain letters' },
  { file: 'charset-wrong', comment: 'Gr\ufffd\ufffde' },
  { file: 'charset-missing', comment: 'Naïve utf-8' },
  { file: 'qp-broken', commentLike: /^A broken.*escape and a soft break, é/s },
  { file: 'base64-broken', commentLike: /^Hello world/s },
  { file: 'bare-lf', comment: 'Line one\nLine two' },
  { file: 'no-final-newline', comment: 'The end' },
  { file: 'nul-and-controls', comment: 'Before and [31mafter[0m' },
  { file: 'bidi-and-zero-width', comment: 'Invoice \u202egpj.exe\u202c and zero\u200bwidth' },
  { file: 'emoji', comment: '👍🏽 👨‍👩‍👧‍👦' },
  { file: 'nested-multipart', comment: 'See the picture.', files: ['shot.png', 'plan.pdf'] },
  { file: 'attachment-names', comment: 'Three files.', files: ['Übersicht Q1.txt', 'отчёт.txt', 'passwd'] },
  { file: 'attachment-only', comment: '', files: ['a.csv'] },
  { file: 'winmail-dat', comment: 'Rich text from an old program.', files: ['winmail.dat'] },
  { file: 'smime-signed', comment: 'Signed words.', files: [] },
  { file: 'pgp-signed', comment: 'PGP words.', files: [] },
  { file: 'pgp-encrypted', refused: 'encrypted' },
  { file: 'smime-encrypted', refused: 'encrypted' },
  { file: 'calendar-invite', comment: 'Let us meet about this.', files: ['attachment-1.ics'] },
  { file: 'forwarded-message', comment: 'See the attached mail.', files: ['attachment-1.eml'] },
  { file: 'html-with-script', comment: 'Visible' },
  { file: 'zip-bomb', comment: 'A small file.', files: ['bomb.zip'] },
  { file: 'boundary-missing', refused: 'contains only quoted text' },
  { file: 'unterminated-multipart', comment: 'Never closed.' },
  { file: 'vacation', ignored: 'Auto-Submitted' },
  { file: 'exchange-out-of-office', ignored: 'x-auto-response-suppress' },
  { file: 'precedence-bulk', ignored: 'Precedence' },
  { file: 'mailing-list', ignored: 'mailing list' },
  { file: 'bounce', envelope: '', ignored: 'report' },
  { file: 'null-sender', envelope: '', ignored: 'empty' },
  { file: 'read-receipt', ignored: 'report' },
  { file: 'own-loop', ignored: 'X-Loop' },
  { file: 'autosubmitted-no', comment: 'A person, says the header.' },
  { file: 'header-injection', comment: 'Body.' },
  { file: 'missing-from', comment: 'Who am I?' },
  { file: 'missing-everything', comment: 'Only text, after an empty head.' },
  { file: 'date-1970', comment: 'Old.' },
  { file: 'empty-body', refused: 'contains only quoted text' },
  { file: 'only-quote', refused: 'contains only quoted text' },
  { file: 'forged-token', to: 'forged', refused: 'not created by this site' },
  { file: 'token-of-suspended', to: 'suspended', refused: 'is not allowed to do this' },
  { file: 'token-of-stranger', to: 'stranger', refused: "you don't have permission to do this" },
  { file: 'token-of-nothing', to: 'nothing', refused: 'there is no artifact' },
  { file: 'from-somebody-else', comment: 'The address proves Bruno, whatever the line says.' },
  { file: 'new-artifact', to: 'tracker', title: 'Liste für März leer', description: 'The list stays empty.' },
  { file: 'new-artifact-bidi-title', to: 'tracker', title: 'Pay ton now', description: 'Text.' },
  { file: 'new-artifact-file', to: 'tracker', title: 'Crash', description: 'With a file.', files: ['log.txt'] },
  { file: 'new-artifact-no-subject', to: 'tracker', refused: 'no subject' },
  { file: 'new-artifact-long-title', to: 'tracker', refused: 'at most 160 characters' },
  { file: 'new-artifact-needs-more', to: 'sprints', refused: `some required fields can't be set by mail: "Budget"` },
  { file: 'new-artifact-group-from', to: 'tracker', refused: 'does not contain exactly one address' },
  { file: 'new-artifact-two-from', to: 'tracker', refused: 'does not contain exactly one address' },
  { file: 'new-artifact-encoded-name', to: 'tracker', title: 'Name', description: 'Named.' },
  { file: 'new-artifact-unknown-sender', to: 'tracker', refused: 'no active account' },
  { file: 'new-artifact-suspended-sender', to: 'tracker', refused: 'no active account' },
  { file: 'new-artifact-missing-from', to: 'tracker', refused: 'does not contain exactly one address' },
  { file: 'tracker-not-opted-in', to: 'stories', refused: 'does not accept mail' },
  { file: 'comment-by-artifact-address', to: 'artifact', comment: 'By its number.' },
  { file: 'comment-by-old-form', to: 'forge__artifact', comment: 'By its old name.' },
  { file: 'thread-fallback', to: 'thread', comment: 'Through the thread.' },
  { file: 'thread-without-proof', to: 'thread', refused: 'is not a reply to a notification' },
];
