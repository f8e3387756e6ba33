// Colours of code: a library that is loaded with the language it is for, and not at all for long files.
import type { LanguageFn } from 'highlight.js';
import { languageOf, splitLines } from './languages.ts';

type Load = () => Promise<{ default: LanguageFn }>;

const languages: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Longer files stay without colours; in characters. */
const colouredMax = 200_000;

/** HTML of each line, in which the text is escaped; undefined where the file stays without colours. */
export async function colourLines(path: string, text: string): Promise<string[] | undefined> {
  const language = languageOf(path);
  const load = language === undefined ? undefined : languages[language];
  if (language === undefined || load === undefined || text.length > colouredMax) return undefined;
  const [{ default: highlighter }, { default: rules }] = await Promise.all([import('highlight.js/lib/core'), load()]);
  highlighter.registerLanguage(language, rules);
  return splitLines(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}
