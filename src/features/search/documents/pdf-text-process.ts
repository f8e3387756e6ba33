// The program that file-texts.ts starts: reads a PDF from standard input and writes its text, at most as many characters as
// its argument says. It ends with a status where it can't.
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

const lengthMax = Number(process.argv[2]);
/** Pages of one PDF that are read, the first ones. */
const pagesMax = 2000;

const document = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)), { verbosity: 0 });
let written = 0;
for (let number = 1; number <= Math.min(document.numPages, pagesMax) && written < lengthMax; number += 1) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const text = `${items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n`;
  process.stdout.write(text.slice(0, lengthMax - written));
  written += text.length;
  page.cleanup();
}
