// HTML of mails as plain text: nothing in it runs, is fetched or stays hidden markup. Quotes get `> ` like those of text mails.
// Read tag by tag, without a tree, so that no document takes longer than its length.
import { says } from '../../../platform/texts/said.ts';
import { refused } from './mail-refusal.ts';
import { quoteLine } from './quote-marks.ts';

/** Characters of HTML that are looked at. */
const lengthMax = 1_000_000;
/** Levels of elements; a mail with more is refused. */
const depthMax = 500;
/** Levels of quotes that are told apart; deeper ones count as the last. */
const quoteDepthMax = 10;

/** What readers don't see. */
const hidden: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'title',
  'template',
  'svg',
  'iframe',
  'object',
]);

/** Elements that begin and end a line, or a paragraph. */
const lineElements: ReadonlySet<string> = new Set(
  'address article center dd div dt footer form header hr li main nav section tr'.split(' '),
);
const paragraphElements: ReadonlySet<string> = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));

/** Signatures, as the programs mark them that wrote the mail. */
const signatureMarks = /(?:^|\s)(?:gmail_signature|moz-signature|Signature|ms-outlook-mobile-signature)(?:\s|$)/;

/** Elements around an original that is no quotation by its name. */
const quoteMarks = /(?:^|\s)(?:yahoo_quoted|mail-editor-reference-message-container)(?:\s|$)/;

export interface HtmlTextOptions {
  /** Whether signatures stay. */
  keepsSignatures?: boolean;
}

/** Plain text of a document. Throws MailRefusal for one that is nested beyond measure. */
export async function htmlToText(html: string, { keepsSignatures = false }: HtmlTextOptions = {}): Promise<string> {
  if (html.trim() === '') return '';
  const { Parser } = await import('htmlparser2');
  const writer = createTextWriter(keepsSignatures);
  const parser = new Parser(
    { onopentag: writer.open, ontext: writer.say, onclosetag: writer.close },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html.slice(0, lengthMax));
  return writer.finish();
}

interface Line {
  text: string;
  quoteDepth: number;
}

interface Element {
  name: string;
  isHidden: boolean;
  isQuote: boolean;
  /** Of a link. */
  href: string | undefined;
}

/** Characters of a link's text that are compared with where it leads. */
const linkTextMax = 300;

// Texts grow piece by piece; to look into one while it grows would copy it each time.
function createTextWriter(keepsSignatures: boolean) {
  const lines: Line[] = [];
  const open: Element[] = [];
  const depths = { hidden: 0, pre: 0, quote: 0 };
  let line = '';
  /** Whether a blank would be one too many. */
  let isAfterBlank = true;
  let linkText = '';
  const add = (text: string): void => {
    if (text === '') return;
    line += text;
    isAfterBlank = text.endsWith(' ');
    if (linkText.length < linkTextMax) linkText += text.slice(0, linkTextMax);
  };
  const push = (): void => {
    lines.push({ text: line.trimEnd(), quoteDepth: Math.min(depths.quote, quoteDepthMax) });
    line = '';
    isAfterBlank = true;
  };
  const breakAround = (name: string): void => {
    const isParagraph = paragraphElements.has(name);
    if (!isParagraph && !lineElements.has(name)) return;
    if (!isAfterBlank || line.trim() !== '') push();
    line = '';
    if (isParagraph && lines.at(-1)?.text !== '') lines.push({ text: '', quoteDepth: 0 });
  };
  const count = ({ name, isHidden, isQuote }: Element, step: 1 | -1): void => {
    if (isHidden) depths.hidden += step;
    if (name === 'pre') depths.pre += step;
    if (isQuote) depths.quote += step;
  };
  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      breakAround(name);
      if (name === 'br') push();
      if (name === 'li') add('- ');
      if (name === 'td' || name === 'th') add(' ');
      const marks = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`;
      const isHidden = hidden.has(name) || (!keepsSignatures && signatureMarks.test(marks));
      const isQuote = name === 'blockquote' || quoteMarks.test(marks);
      const element = { name, isHidden, isQuote, href: name === 'a' ? attributes['href'] : undefined };
      if (element.href !== undefined) linkText = '';
      count(element, 1);
      if (open.push(element) > depthMax)
        throw refused(says('mail.deep')`its HTML is nested more than ${depthMax} levels deep`);
    },
    say(text: string): void {
      if (depths.hidden > 0) return;
      if (depths.pre === 0) {
        const words = text.replace(/[\t\n\r ]+/g, ' ');
        return add(isAfterBlank ? words.trimStart() : words);
      }
      for (const [index, part] of text.split(/\r\n?|\n/).entries()) {
        if (index > 0) push();
        add(part);
      }
    },
    close(name: string): void {
      const element = open.pop();
      if (element === undefined) return;
      if (element.href !== undefined && depths.hidden === 0) add(showTarget(element.href, linkText.trim()));
      breakAround(name);
      count(element, -1);
    },
    finish(): string {
      push();
      return lines.map(({ text, quoteDepth }) => quoteLine(quoteDepth, text)).join('\n');
    },
  };
}

/** Where a link leads, behind its text, unless that says it already or nothing at all. */
function showTarget(href: string, text: string): string {
  if (text === '' || !/^(?:https?|mailto):/i.test(href)) return '';
  return href === text || href.replace(/^mailto:/i, '') === text ? '' : ` [${href}]`;
}
