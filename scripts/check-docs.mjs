// `npm run check -- docs`: what a tool can hold of the project's English. Sentences of at most 30 words, none of the words
// that the field has a better one for, pages of at most 250 lines, and all Markdown in at most 500 kB.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const wordsMax = 30;
const linesMax = 250;
const bytesMax = 500_000;

/** Words and turns that pages do not use, each with what they say instead; docs/glossary.md has the terms. */
const replacements = [
  [/\banew\b/i, 'again'],
  [/\blately\b/i, 'recently'],
  [/\b(?:every|any|some)body\b/i, 'everyone, anyone, someone'],
  [/\bnobody\b/i, 'no one'],
  [/\bwhoever\b/i, 'the people who …, or a role'],
  [/\brefus(?:e|es|ed|ing|als?)\b/i, 'reject, error'],
  [/\b(?:kept|told) (?:answers?|reads|changes)\b/i, 'response cache, notifications'],
  [/\b(?:undertakings?|performers?|surroundings?|fate|foresee|shelf)\b/i, 'the term of the field'],
  [
    /\b(?:short way|takes? (?:it|this|that) back|put right|is done since|since then)\b/i,
    'fast path, cancel, fix, or nothing',
  ],
];

/** Markdown without what is no prose: code, tables, headings, HTML; links are their texts. Paragraphs and items stand apart. */
function proseOf(text) {
  return text
    .replaceAll(/^(```|~~~)[^]*?^\1.*$/gm, '\n')
    .replaceAll(/^(?: {4}|\|).*$/gm, '\n')
    .replaceAll(/^#.*$/gm, '\n')
    .replaceAll(/<[^>\n]*>/g, ' ')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '\n\n');
}

const sentencesOf = (text) =>
  proseOf(text)
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]["”)*_]*) (?=[\p{Lu}\d"“(*_]|code)/u))
    .map((sentence) => sentence.trim());

const countWords = (sentence) => sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** What one page does against the rules, a line for each. */
export function findFaults(text) {
  const sentences = sentencesOf(text);
  const lines = text.split('\n').length - 1;
  return [
    ...sentences
      .filter((sentence) => countWords(sentence) > wordsMax)
      .map((sentence) => `${countWords(sentence)} words: ${sentence.slice(0, 90)}…`),
    ...sentences.flatMap((sentence) =>
      replacements.flatMap(([word, better]) => {
        const found = word.exec(sentence)?.[0];
        return found === undefined ? [] : [`"${found}" (better: ${better}): ${sentence.slice(0, 90)}…`];
      }),
    ),
    ...(lines > linesMax ? [`${lines} lines, and at most ${linesMax} may be`] : []),
  ];
}

/** What all pages do together; of each its text. */
export function findSurplus(texts) {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > bytesMax ? [`all Markdown takes ${bytes} bytes, and at most ${bytesMax} may be`] : [];
}

function readPages() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(root, name)))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

if (import.meta.main) {
  const pages = readPages();
  const faults = [
    ...pages.flatMap(({ name, text }) => findFaults(text).map((fault) => `${name}: ${fault}`)),
    ...findSurplus(pages.map(({ text }) => text)),
  ];
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
