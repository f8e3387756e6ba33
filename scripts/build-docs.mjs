// `npm run docs`: makes static HTML of the project's Markdown in docs/dist/, with an index for its search. The server has it
// at /docs/; any web server may have it elsewhere.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

const parts = join(root, 'src/features/docs/page');

/** Pages outside of docs/, with the names that they have in the site. */
const outside = {
  'README.md': 'about',
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'threat-model',
  'bench/RESULTS.md': 'benchmarks',
  'samples/README.md': 'samples',
  'samples/client/README.md': 'sample-client',
};

const listMarkdown = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** The names of all pages in the site, by their paths. */
function namePages() {
  const nameOf = (path) =>
    basename(path, '.md').replace('README', path.startsWith('docs/adr/') ? 'decisions' : 'index');
  const listed = [...listMarkdown('docs'), ...listMarkdown('docs/adr')].map((path) => [path, nameOf(path)]);
  return new Map([...Object.entries(outside), ...listed]);
}

/** As GitHub makes it of a heading. */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const textOf = (token) =>
  (token.children ?? [])
    .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');

/** Where a link of the page at `from` leads in the site; undefined for what the site does not have. */
function resolve(href, from, names) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = posix.join(dirname(from), path);
  if (target.startsWith('docs/images/')) return basename(target);
  const name = names.get(target);
  return name === undefined ? undefined : `${name}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

const titleOf = (path) => /^# (.*)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;

/** A link whose text is the name of a page's file has the page's title. */
function nameByTitle(text, href, from) {
  const path = posix.join(dirname(from), href.split('#')[0]);
  if (text?.type === 'text' && /^[\w/-]+\.md$/.test(text.content)) text.content = titleOf(path);
}

/** Gives headings their anchors, and links and pictures their addresses in the site; links that lead out of it become text. */
function adapt(tokens, from, names) {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(textOf(tokens[index + 1])));
    const closed = [];
    for (const [place, child] of (token.children ?? []).entries()) {
      const attribute = child.type === 'image' ? 'src' : 'href';
      if (child.type === 'link_open' || child.type === 'image') {
        const given = child.attrGet(attribute);
        const address = resolve(given, from, names);
        if (/\.html(?:#|$)/.test(address ?? '')) nameByTitle(token.children[place + 1], given, from);
        if (address !== undefined) child.attrSet(attribute, address);
        if (child.type === 'link_open') closed.push(address === undefined);
        child.hidden = address === undefined;
      }
      if (child.type === 'link_close') child.hidden = closed.pop();
    }
    if (token.children !== null)
      token.children = token.children.filter(({ type, hidden }) => !hidden || !type.startsWith('link_'));
  }
  return tokens;
}

/** The sections of a page, for its search. */
function listSections(tokens, name) {
  const sections = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      sections.push({ url: `${name}.html#${token.attrGet('id')}`, heading, texts: [] });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      sections.at(-1)?.texts.push(textOf(token));
    else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1)?.texts.push(token.content);
  }
  const title = sections[0]?.heading ?? name;
  return sections.map(({ url, heading, texts }) => ({
    url,
    title,
    heading,
    text: texts.join(' ').replaceAll(/\s+/g, ' '),
  }));
}

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes the site into a folder, which it empties before. */
export async function buildDocs(folder = join(root, 'docs/dist')) {
  const { default: MarkdownIt } = await import('markdown-it');
  const markdown = new MarkdownIt({ html: true });
  const frame = readFileSync(join(parts, 'docs.html'), 'utf8');
  const names = namePages();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sections = [...names].flatMap(([path, name]) => {
    const env = {};
    const tokens = adapt(markdown.parse(readFileSync(join(root, path), 'utf8'), env), path, names);
    const found = listSections(tokens, name);
    const title = escapeHtml(found[0]?.title ?? name);
    const content = markdown.renderer.render(tokens, markdown.options, env);
    writeFileSync(
      join(folder, `${name}.html`),
      frame.replace('{title}', () => title).replace('{content}', () => content),
    );
    return found;
  });
  writeFileSync(join(folder, 'search.json'), JSON.stringify(sections));
  for (const name of ['docs.css', 'docs.mjs']) cpSync(join(parts, name), join(folder, name));
  cpSync(join(root, 'docs/images'), folder, { recursive: true });
}

/** Builds the site where its sources changed since the last time. */
export async function ensureDocsBuilt() {
  const built = join(root, 'docs/dist/search.json');
  const sources = [...namePages().keys()].map((path) => join(root, path));
  const others = [import.meta.filename, ...readdirSync(parts).map((name) => join(parts, name))];
  const newestMs = Math.max(...[...sources, ...others].map((path) => statSync(path).mtimeMs));
  if (!existsSync(built) || statSync(built).mtimeMs < newestMs) await buildDocs();
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  ensureInstalled({ withTests: false });
  await buildDocs();
}
