// What is pasted: formatted text without what no text has, and tables of spreadsheets.
import type { Node, Schema } from '@tiptap/pm/model';
import { parseForeign, styleOf } from './foreign-html.ts';
import { isLinkable } from './linkable.ts';

const dropped = 'script, style, meta, link, title, template, object, iframe, form, button, svg, o\\:p, [hidden]';

const levelOf = (list: Element): number => Number(/level(\d+)/.exec(styleOf(list))?.[1] ?? 1);

/** Lists of Word are paragraphs with a sign in front. */
function readWordLists(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLElement>('p[class^=MsoListParagraph]')) {
    const isNumbered = /^\s*\(?(?:\d+|[a-z])[.)]/i.test(item.textContent);
    for (const sign of item.querySelectorAll('[data-style*="mso-list:Ignore"]')) sign.remove();
    const before = item.previousElementSibling;
    const name = isNumbered ? 'ol' : 'ul';
    const list = before?.localName === name && levelOf(item) >= 1 ? before : document.createElement(name);
    if (list !== before) item.before(list);
    const entry = document.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
}

/** Bold and italic words are such by style in what some programs copy, and the words of others in a `b` that is none. */
function readLooks(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = styleOf(element);
    const names = [
      ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
      ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
    ];
    if (element.matches('span'))
      for (const name of names) {
        const look = document.createElement(name);
        look.append(...element.childNodes);
        element.append(look);
      }
    if (element.matches('b') && /font-weight:\s*normal/i.test(style)) element.replaceWith(...element.childNodes);
    else if (!element.matches('td, th')) element.removeAttribute('data-style');
  }
}

/** HTML that is pasted, without what runs, hides or is nothing to a text. */
export function tidyPasted(html: string): string {
  const body = parseForeign(html);
  for (const element of body.querySelectorAll(dropped)) element.remove();
  readWordLists(body);
  readLooks(body);
  for (const link of body.querySelectorAll('a[href]'))
    if (!isLinkable(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  // A picture of another place is what it says: its address alone would load it from there for every reader.
  for (const picture of body.querySelectorAll('img'))
    if (!isLinkable(picture.getAttribute('src') ?? '')) picture.remove();
    else for (const name of ['width', 'height']) picture.removeAttribute(name);
  const cells = [...body.querySelectorAll('td, th')];
  for (const cell of cells) for (const name of ['colspan', 'rowspan']) cell.removeAttribute(name);
  return body.innerHTML;
}

/** Rows of a text with tabs, as spreadsheets give it; undefined for any other text. */
export function readTabbedRows(text: string): string[][] | undefined {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.every(({ length }) => length === width) ? rows : undefined;
}

/** The table that rows with tabs are, the first of them its head; undefined where something else is pasted. */
export function pastedTable(data: DataTransfer | null, schema: Schema): Node | undefined {
  if (data === null || data.types.includes('text/html')) return undefined;
  const rows = readTabbedRows(data.getData('text/plain'));
  return rows === undefined ? undefined : tableOf(schema, rows);
}

/** A table of these texts; the first row is its head. */
export const tableOf = (schema: Schema, rows: readonly (readonly string[])[]): Node =>
  schema.node(
    'table',
    null,
    rows.map((row, at) =>
      schema.node(
        'tableRow',
        null,
        row.map((text) =>
          schema.node(at === 0 ? 'tableHeader' : 'tableCell', null, [
            schema.node('paragraph', null, text === '' ? [] : [schema.text(text)]),
          ]),
        ),
      ),
    ),
  );
