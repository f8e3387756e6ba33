// A block in HTML. Pure.
import type { Mark, Node } from '@tiptap/pm/model';

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;');

const attribute = (name: string, value: unknown): string =>
  (typeof value !== 'string' && typeof value !== 'number') || value === ''
    ? ''
    : ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;

const markTags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  link: 'a',
};

const openMark = ({ type, attrs }: Mark): string => {
  const tag = markTags[type.name];
  if (tag === undefined) return '';
  return tag === 'a' ? `<a${attribute('href', attrs['href'])}${attribute('title', attrs['title'])}>` : `<${tag}>`;
};

const closeMark = ({ type }: Mark): string => {
  const tag = markTags[type.name];
  return tag === undefined ? '' : `</${tag}>`;
};

function writeWords(node: Node): string {
  let [written, open]: [string, readonly Mark[]] = ['', []];
  const change = (marks: readonly Mark[]): void => {
    let same = 0;
    for (const mark of marks) {
      if (open[same]?.eq(mark) !== true) break;
      same += 1;
    }
    written += open.slice(same).toReversed().map(closeMark).join('');
    written += marks.slice(same).map(openMark).join('');
    open = marks;
  };
  for (const piece of node.children) {
    change(piece.marks);
    if (piece.type.name === 'hardBreak') written += '<br />';
    else if (piece.type.name === 'image')
      written += `<img${['src', 'alt', 'title', 'width', 'height'].map((name) => attribute(name, piece.attrs[name])).join('')} />`;
    else written += escapeText(piece.text ?? '');
  }
  change([]);
  return written;
}

const block = (tag: string, content: string, attributes = ''): string => `<${tag}${attributes}>${content}</${tag}>`;

function writeItem(item: Node, isTight: boolean): string {
  const box =
    item.attrs['checked'] === null
      ? ''
      : `<input type="checkbox"${item.attrs['checked'] === true ? ' checked=""' : ''} disabled="" /> `;
  const content = item.children.map((child, at) => {
    const words = child.type.name === 'paragraph' && (isTight || item.childCount === 1) ? writeWords(child) : undefined;
    const written = words ?? writeHtml(child);
    return at === 0 ? (words === undefined ? written.replace(/^(<p>)?/, `$1${box}`) : `${box}${words}`) : written;
  });
  return block('li', content.join(''));
}

export function writeHtml(node: Node): string {
  const { attrs } = node;
  const inner = (): string => node.children.map(writeHtml).join('');
  switch (node.type.name) {
    case 'heading':
      return block(`h${String(attrs['level'])}`, writeWords(node));
    case 'blockquote':
      return block('blockquote', inner());
    case 'bulletList':
    case 'orderedList': {
      const isOrdered = node.type.name === 'orderedList';
      const start = isOrdered && attrs['start'] !== 1 ? attribute('start', attrs['start']) : '';
      const items = node.children.map((item) => writeItem(item, attrs['tight'] === true));
      return block(isOrdered ? 'ol' : 'ul', items.join(''), start);
    }
    case 'codeBlock': {
      const language = String(attrs['language']);
      const named = language === '' ? '' : attribute('class', `language-${language}`);
      return `<pre>${block('code', escapeText(node.textContent), named)}</pre>`;
    }
    case 'sourceBlock':
      return node.textContent;
    case 'horizontalRule':
      return '<hr />';
    case 'table':
      return block('table', block('tbody', inner()));
    case 'tableRow':
      return block('tr', inner());
    case 'tableCell':
    case 'tableHeader': {
      const words = node.firstChild === null ? '' : writeWords(node.firstChild);
      const align: unknown = attrs['align'];
      return block(
        node.type.name === 'tableCell' ? 'td' : 'th',
        words,
        typeof align === 'string' ? attribute('style', `text-align:${align}`) : '',
      );
    }
    default:
      return block('p', writeWords(node));
  }
}
