// Named characters of HTML, as the browser knows them: the build gives this to the parser of Markdown in place of a table of its own.

const area = document.createElement('textarea');

/** The characters that a name such as `&eacute;` is for; the text itself where it is none. Each is at most two UTF-16 units. */
export function decodeHTMLStrict(text: string): string {
  area.innerHTML = text;
  return area.value.length <= 2 ? area.value : text;
}
