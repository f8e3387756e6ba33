// The subset of HTML that a text may have: elements and attributes that show something, and nothing that runs, loads, moves or
// covers anything. Looks are classes, because the policy of pages takes no `style`.
import sanitizeHtml from 'sanitize-html';
import { attributesMax, elementNestingMax, requireWithin, styleMaxChars } from './bounds.ts';
import { allowedElements } from './elements.ts';
import { dropMisplaced } from './nesting.ts';

/** Classes that a text may have, with what they mean; code has that of its language, too. `web/ui/ui.module.css` has the same. */
export const looks: Readonly<Record<string, string>> = {
  'align-left': 'text-align:left',
  'align-right': 'text-align:right',
  'align-center': 'text-align:center',
  'align-justify': 'text-align:justify',
  'look-bold': 'font-weight:bold',
  'look-italic': 'font-style:italic',
  'look-underline': 'text-decoration:underline',
  'look-strike': 'text-decoration:line-through',
};

/** The class of a declaration of style; undefined where a text has no such look. */
function classOf(property: string, value: string): string | undefined {
  if (property === 'text-align') return `align-${value}`;
  if (property === 'font-weight' && /^(?:bold|bolder|[6-9]00)$/.test(value)) return 'look-bold';
  if (property === 'font-style' && /^(?:italic|oblique)$/.test(value)) return 'look-italic';
  if (!/^text-decoration(?:-line)?$/.test(property)) return undefined;
  if (/\bline-through\b/.test(value)) return 'look-strike';
  return /\bunderline\b/.test(value) ? 'look-underline' : undefined;
}

/** The classes of a `style`; no more of it is kept. */
export const classesOfStyle = (style: string): string[] =>
  style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const found = classOf(
      property,
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    );
    return found !== undefined && Object.hasOwn(looks, found) ? [found] : [];
  });

function dressTag(
  name: string,
  { style = '', align = '', class: own = '', ...others }: sanitizeHtml.Attributes,
): {
  tagName: string;
  attribs: sanitizeHtml.Attributes;
} {
  const isPicture = name === 'img';
  const isCentre = name === 'center';
  if (
    isPicture &&
    /^data:/i.test(others['src'] ?? '') &&
    !/^data:image\/(?:png|gif|jpeg|webp);/i.test(others['src'] ?? '')
  )
    delete others['src'];
  const classes = [
    own,
    ...(isCentre ? ['align-center'] : []),
    ...(align === '' || isPicture ? [] : [`align-${align.toLowerCase()}`]),
    ...classesOfStyle(style),
  ].filter((one) => one !== '');
  return {
    tagName: isCentre ? 'div' : name,
    attribs: {
      ...others,
      ...(isPicture && align !== '' ? { align } : {}),
      ...(classes.length === 0 ? {} : { class: [...new Set(classes)].join(' ') }),
    },
  };
}

const schemes: Readonly<Record<'a' | 'img', readonly string[]>> = {
  a: ['http', 'https', 'mailto', 'ftp', 'git', 'irc', 'ssh', 'svn', 'tel', 'xmpp'],
  img: ['http', 'https', 'data'],
};

/** Whether a link or a picture may have this address; one without a scheme is relative. */
export function isAllowedAddress(name: 'a' | 'img', address: string): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || schemes[name].includes(scheme.toLowerCase());
}

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...allowedElements],
  allowedAttributes: {
    '*': ['title', 'dir', 'lang'],
    a: ['href'],
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    data: ['value'],
    del: ['cite', 'datetime'],
    details: ['open'],
    img: ['src', 'alt', 'width', 'height', 'align'],
    ins: ['cite', 'datetime'],
    li: ['value'],
    ol: ['start', 'reversed', 'type'],
    q: ['cite'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedClasses: { '*': Object.keys(looks), code: [/^language-[\w+#.-]+$/] },
  allowedSchemes: [...schemes.a],
  allowedSchemesByTag: { img: [...schemes.img] },
  transformTags: { '*': dressTag },
};

/** Safe, well-formed HTML, which closes nothing around it. Throws MarkupExcessError. */
export function cleanHtml(html: string): string {
  let depth = 0;
  const clean = sanitizeHtml(html, {
    ...allowed,
    onOpenTag(_name, attributes) {
      depth += 1;
      requireWithin(depth, elementNestingMax, 'levels of elements');
      requireWithin(Object.keys(attributes).length, attributesMax, 'attributes');
      requireWithin(attributes['style']?.length ?? 0, styleMaxChars, 'characters of style');
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  return dropMisplaced(clean);
}
