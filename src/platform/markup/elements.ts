// Which elements of HTML a text may have.
import sanitizeHtml from 'sanitize-html';

/** Landmarks are the page's own. */
const landmarks = new Set(['main', 'nav', 'aside', 'header', 'footer']);

export const allowedElements: readonly string[] = [
  ...sanitizeHtml.defaults.allowedTags.filter((name) => !landmarks.has(name)),
  'del',
  'details',
  'img',
  'ins',
  'strike',
  'summary',
  'tt',
];

/** Left out of the HTML, without what is in them. */
const looks = ['big', 'center', 'font', 'nobr', 'picture', 'source'];

/** What Markdown takes for HTML; all else between angle brackets is text, such as `List<String>` and `<script>`. */
export const markupElements: ReadonlySet<string> = new Set([...allowedElements, ...landmarks, ...looks]);

/** Begin a block of HTML within Markdown, also right below a line of text, as in CommonMark. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote caption center col colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

export const voidElements: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'source', 'wbr']);
