// Styles of a drawn page, under a policy of documents that takes none from attributes.
import { Tokenizer } from 'htmlparser2';

const ignore = (): void => undefined;

/**
 * Names each attribute `style` of the HTML `data-style`, which `tepalDraw` of web/index.html puts in, and leaves out those that
 * have this name already. A parser finds them: what a person wrote in another attribute, or between tags, stays as it is.
 */
export function keepStyles(html: string): string {
  const parts: string[] = [];
  let end = 0;
  let name = { text: '', start: 0 };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onattribname(start, nameEnd) {
        name = { text: html.slice(start, nameEnd), start };
      },
      onattribend(_quote, attributeEnd) {
        if (name.text !== 'style' && name.text !== 'data-style') return;
        parts.push(html.slice(end, name.start));
        if (name.text === 'style') parts.push('data-', html.slice(name.start, attributeEnd));
        end = attributeEnd;
      },
      onattribdata: ignore,
      onattribentity: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return [...parts, html.slice(end)].join('');
}
