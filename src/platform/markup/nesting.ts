// Elements that would close those of the page around a text, were they where they don't belong.
import { voidElements } from './elements.ts';

const lists = new Set(['ul', 'ol', 'menu']);
const descriptions = new Set(['dl']);
const tables = new Set(['table']);
const rows = new Set(['table', 'thead', 'tbody', 'tfoot']);
const cells = new Set(['tr']);

/** Browsers look beyond a text for the list or the table that these are parts of. */
const parents: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', lists],
  ['dt', descriptions],
  ['dd', descriptions],
  ['caption', tables],
  ['colgroup', tables],
  ['col', new Set(['colgroup', 'table'])],
  ['thead', tables],
  ['tbody', tables],
  ['tfoot', tables],
  ['tr', rows],
  ['td', cells],
  ['th', cells],
]);

/** Browsers move whatever else is in these out of their table. */
const rigid: ReadonlySet<string> = new Set([...rows, 'tr', 'colgroup']);

/**
 * Well-formed HTML without tags of lists and tables that are outside of them, of others between the cells of a table, and of links
 * in links. What is between such tags stays.
 */
export function dropMisplaced(html: string): string {
  const open: { isDropped: boolean; name: string; parent: string }[] = [];
  let parent = '';
  let links = 0;
  return html.replaceAll(/<(\/?)([a-z][a-z\d]*)[^<>]*>/g, (tag: string, slash: string, name: string) => {
    if (slash === '/') {
      const last = open.pop();
      if (last === undefined || last.isDropped) return '';
      ({ parent } = last);
      if (name === 'a') links -= 1;
      return tag;
    }
    const isDropped = !(parents.get(name)?.has(parent) ?? !rigid.has(parent)) || (name === 'a' && links > 0);
    if (voidElements.has(name)) return isDropped ? '' : tag;
    open.push({ isDropped, name, parent });
    if (isDropped) return '';
    parent = name;
    if (name === 'a') links += 1;
    return tag;
  });
}
