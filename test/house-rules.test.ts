// House rules that no other check holds: names, comments, where the environment is read, casts. Lengths of files and
// functions are lint rules; here only their limits are pinned, so that nobody raises them in passing.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript-6';

interface SourceFile {
  /** Relative to the project folder, with forward slashes. */
  path: string;
  text: string;
}

interface Rule {
  title: string;
  appliesTo: (path: string) => boolean;
  /** What is wrong, one text per finding. */
  find: (file: SourceFile) => string[];
  /** A file that breaks the rule: shows that the rule can fail. */
  wrong: SourceFile;
  /** A file close to it that is allowed. */
  right: SourceFile;
}

const root = join(import.meta.dirname, '..');
const self = 'test/house-rules.test.ts';
const bannedWords = new Set(['manager', 'helper', 'util', 'common', 'data', 'info']);
/** Private words for what the field has a word for (docs/glossary.md). */
const privateWords = new Set(
  'around brought early fate foresee late passage recall repeat shelf surrounding takeover teller telling verdict watching'.split(
    ' ',
  ),
);
const isPrivate = (name: string): boolean => splitWords(name).some((word) => privateWords.has(word.replace(/s$/, '')));
/** The same in names of values and types of the server. Tables and the wire keep what they are called. */
const privateIdentifierWords = new Set(
  'fate foresee pace patience performer recall rota shelf surrounding teller telling told undertaking'.split(' '),
);
/** The same of the pages; `draw` is a word of the canvas, whose methods are not declared here. */
const privatePageWords = new Set(
  'draw drawing drawn late moment tell teller telling told untold visit visited'.split(' '),
);
const hasWordOf =
  (words: ReadonlySet<string>) =>
  (name: string): boolean =>
    splitWords(name).some((word) => words.has(word.replace(/s$/, '')));
const hasPrivateWord = hasWordOf(privateIdentifierWords);
const hasPrivatePageWord = hasWordOf(privatePageWords);
const bannedComments =
  /\b(?:TODO|FIXME|XXX)\b|\b(?:eslint|oxlint|tslint)-(?:disable|enable)|@?\bts-(?:ignore|expect-error|nocheck)\b|\b(?:oxfmt|prettier)-ignore\b|\b(?:c8|v8|istanbul|node:coverage) (?:ignore|disable)\b/g;
const environment =
  /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[\s*['"`]env|\benv\b[^;\n]*from\s+'(?:node:)?process'/g;
const exported =
  /^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class|interface|type)\s+([\w$]+)/gm;
const exportLists = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;

/** The words of a name in lower case: `sizeBytes`, `size_bytes` and `size-bytes` all give size, bytes. */
function splitWords(name: string): string[] {
  return name
    .replace(/common-?mark/gi, 'markdown')
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

const isBanned = (name: string): boolean => splitWords(name).some((word) => bannedWords.has(word.replace(/s$/, '')));

function exportedNames(text: string): string[] {
  const declared = [...text.matchAll(exported)].map((match) => match[1] ?? '');
  const listed = [...text.matchAll(exportLists)]
    .flatMap((match) => (match[1] ?? '').split(','))
    .map((entry) => entry.trim().split(/\s+/).at(-1) ?? '');
  return [...declared, ...listed].filter((name) => name !== '');
}

const isTest = (path: string): boolean => /\.(?:test|testing|fixture)\.ts$/.test(path) || path.startsWith('test/');
const isModule = (path: string): boolean => path.startsWith('src/') && !isTest(path);
const matches = (pattern: RegExp) => (file: SourceFile) => [...file.text.matchAll(pattern)].map((match) => match[0]);

/** Identifiers with a private word, each once, apart from names of the wire and of columns. */
function findPrivateIdentifiers({ path, text }: SourceFile): string[] {
  if (!hasPrivateWord(text)) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !node.text.includes('_') && hasPrivateWord(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return [...found];
}

/** The same in a page. What is asked of an object by its name is found where that is declared. */
function findPrivatePageIdentifiers({ path, text }: SourceFile): string[] {
  if (!hasPrivatePageWord(text)) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && !isMember && !node.text.includes('_') && hasPrivatePageWord(node.text))
      found.add(node.text);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), visit);
  return [...found];
}

/** Of a loop's head: it goes through a list or a set, or on while that has entries, or takes its entries. */
const growing =
  /\bof (\w+)(?:\.(?:values|keys|entries)\(\))?\)$|\b(\w+)\.(?:length|size) (?:>|!==) 0|\b(\w+)\.(?:shift|pop)\(\)/;
const loop = /\b(?:for|while) ?\(/g;

/** What stands between the bracket at `start` and the one that closes it, with both. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    else if (')]}'.includes(text[at] ?? '') && (depth -= 1) === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** Lists of promises in which one entry is awaited: an earlier one that fails meanwhile has nobody who handles it. */
const findAwaitsAmongPromises = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/\bPromise\.(?:all|allSettled|race|any)\(\[/g)]
    .map((match) => bracketed(text, match.index + match[0].length - 1))
    .filter((list) => /\bawait\b/.test(list.replace(/\{[^{}]*\}/g, '').replace(/\{[^{}]*\}/g, '')));

/** Loops that go on for as long as something has entries, to which they add themselves, and in which nothing rests. */
function findGrowingLoops({ text }: SourceFile): string[] {
  return [...text.matchAll(loop)].flatMap((match) => {
    const head = bracketed(text, match.index + match[0].length - 1);
    const after = match.index + match[0].length - 1 + head.length;
    const body = text.startsWith(' {', after)
      ? bracketed(text, after + 1)
      : text.slice(after, text.indexOf(';', after));
    const name = growing.exec(head)?.slice(1).find(Boolean);
    if (name === undefined) return [];
    const grows = new RegExp(`\\b${name}\\.(?:push|add|unshift|set)\\(|\\b${name} = (?!${name}\\.slice)`);
    return grows.test(body) && !/\byield\b|\byieldSlice\(|\w+InSlices\(/.test(body) ? [`${match[0]}… ${name} …`] : [];
  });
}

/** What archives and the wire call types of fields; words that mean other things elsewhere only where a field or its type is asked. */
const fieldTypeNames =
  /'(?:sb|msb|rb|cb|tbl|atid|subby|subon|luby|lud|cross|staticrichtext|linebreak|ttmstepexec)'|\btype\s*[!=]==\s*'(?:art_link|computed|perm|fieldset|separator|burnup|aid)'|\b\w*[fF]ield\??\.type\s*[!=]==\s*'(?:string|text|int|float|date|file|column|priority|burndown)'/g;

/** A definition is read before there are types; others have trackers to begin with, or fields of projects. */
const namesFieldTypes = new Set([
  'src/features/trackers/definition/definition-rows.ts',
  'src/features/archive/templates/sample-project.ts',
  'web/features/administration/project/field-values.tsx',
  'web/features/kanban/add-status.ts',
  'web/features/tracker-administration/general/starts.ts',
]);

const rules: Rule[] = [
  {
    title:
      'features ask the type of a field, and name none: only src/features/trackers/fields and web/features/fields know them',
    appliesTo: (path) =>
      /^(?:src|web)\/features\//.test(path) &&
      !/^(?:src\/features\/trackers|web\/features)\/fields\//.test(path) &&
      !namesFieldTypes.has(path) &&
      !isTest(path),
    find: matches(fieldTypeNames),
    wrong: { path: 'src/features/a.ts', text: "if (field.type === 'date') return;" },
    right: { path: 'src/features/a.ts', text: "if (fieldIs.date(field) && chart.type === 'burndown') return;" },
  },
  {
    title: 'exported names say what a thing is, not Manager, Helper, Util, Common, Data or Info',
    appliesTo: (path) => /\.tsx?$/.test(path),
    find: (file) => exportedNames(file.text).filter(isBanned),
    wrong: { path: 'src/a.ts', text: "export { x as userData } from './x.ts';\nexport const stringUtils = 1;" },
    right: { path: 'src/a.ts', text: 'export interface Database {}\nexport const renderCommonMark = 1;' },
  },
  {
    title: 'file names are kebab-case and hold none of the banned words',
    appliesTo: (path) => /\.tsx?$/.test(path),
    find: ({ path }) => {
      const name = basename(path).replace(/(\.test)?\.tsx?$/, '');
      const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name);
      return [...(isKebab ? [] : ['not kebab-case']), ...(isBanned(name) ? ['holds a banned word'] : [])];
    },
    wrong: { path: 'src/string-utils.ts', text: '' },
    right: { path: 'src/features/people/access-keys.store.test.ts', text: '' },
  },
  {
    title: 'files and folders have the words of the field in their names',
    appliesTo: (path) => !path.startsWith('src/migrations/'),
    find: ({ path }) => path.split('/').filter((part) => isPrivate(part.replace(/\..*/, ''))),
    wrong: { path: 'src/features/artifacts/fate/move-artifact.ts', text: '' },
    right: { path: 'src/features/artifacts/lifecycle/move-artifact.ts', text: '' },
  },
  {
    title: 'names of values and types of the server have the words of the field',
    appliesTo: (path) => isModule(path) && !path.startsWith('src/migrations/') && !path.endsWith('.tables.ts'),
    find: findPrivateIdentifiers,
    wrong: { path: 'src/a.ts', text: '// Made up.\nconst toldChanges = read(patience);' },
    right: { path: 'src/a.ts', text: "// What was told.\nconst timeoutMs = row.told_user_id + 'fate';" },
  },
  {
    title: 'names of values and types of the pages have the words of the field',
    appliesTo: (path) => /^web\/.*\.tsx?$/.test(path) && !path.startsWith('web/locales/') && !isTest(path),
    find: findPrivatePageIdentifiers,
    wrong: { path: 'web/a.tsx', text: 'const isTold = tellName(late);' },
    right: { path: 'web/a.tsx', text: "// What was told.\ncontext.drawImage(picture);\nconst note = t('told');" },
  },
  {
    title: 'pages have one link, that of web/ui/link.tsx; links inside of SVG are elements of SVG',
    appliesTo: (path) =>
      /^web\/.*\.tsx$/.test(path) && path !== 'web/ui/link.tsx' && path !== 'web/ui/charts/chart-gantt.tsx',
    find: matches(/\bLink\b(?=[^;]*from '(?:@tanstack\/react-router|react-aria-components)')|<a(?=[\s>])/g),
    wrong: {
      path: 'web/a.tsx',
      text: "import { Link } from '@tanstack/react-router';\nconst a = <a href={url}>A</a>;",
    },
    right: {
      path: 'web/a.tsx',
      text: "import { Link } from './ui/link.tsx';\nimport { Outlet } from '@tanstack/react-router';",
    },
  },
  {
    title: 'no comment postpones work or silences a check',
    appliesTo: (path) => path !== self,
    find: matches(bannedComments),
    wrong: { path: 'src/a.ts', text: '// @ts-expect-error the types are wrong' },
    right: { path: 'src/a.ts', text: "const column = 'Todo'; // what is left to do" },
  },
  {
    title: 'only src/settings/load.ts reads the environment',
    appliesTo: (path) => isModule(path) && path !== 'src/settings/load.ts',
    find: matches(environment),
    wrong: { path: 'src/a.ts', text: "import { env } from 'node:process';" },
    right: { path: 'src/a.ts', text: 'process.exitCode = environment.status;' },
  },
  {
    title:
      'a stream that nobody listens to yet is none: readBytes opens files when they are read, zip-writer.ts alone makes zip files, and no stream is left by a signal while it may still fail',
    appliesTo: (path) => isModule(path) && !/^src\/platform\/files\/(?:read-bytes|zip-writer)\.ts$/.test(path),
    find: matches(/\bcreateReadStream\b(?=[^;]*from 'node:fs')|'yazl'|\bfinished\([^)]*\bsignal\b/g),
    wrong: { path: 'src/a.ts', text: 'await finished(stream, { signal: failure.signal });' },
    right: { path: 'src/a.ts', text: 'const finished = await wait(signal); handle.createReadStream();' },
  },
  {
    title: 'no cast by way of unknown or any',
    appliesTo: (path) => path !== self,
    find: matches(/\bas\s+(?:unknown\s+as|any)\b/g),
    wrong: { path: 'src/a.ts', text: 'const row = value as unknown as Row;' },
    right: { path: 'src/a.ts', text: 'const row = readRow(value); // known as unknown' },
  },
  {
    title: 'effects of pages come from web/platform/effects.ts, whose types know what they return',
    appliesTo: (path) => path.startsWith('web/') && path !== 'web/platform/effects.ts',
    find: matches(/\buse(?:Layout|Insertion)?Effect\b(?=[^;]*from 'react')|\bReact\.use\w*Effect\b/g),
    wrong: { path: 'web/a.tsx', text: "import { useEffect, useState } from 'react';" },
    right: { path: 'web/a.tsx', text: "import { useState } from 'react';\nimport { useEffect } from './effects.ts';" },
  },
  {
    title: 'pages keep things in the browser by web/platform/storage alone, which seals and clears what is of a person',
    appliesTo: (path) => path.startsWith('web/') && !path.startsWith('web/platform/storage/') && !isTest(path),
    find: matches(/\b(?:localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|caches\.open)\b/g),
    wrong: { path: 'web/ui/a.tsx', text: "// Made up.\nconst look = localStorage.getItem('tepal.a');" },
    right: { path: 'web/ui/a.tsx', text: "// Made up.\nconst look = readStored('look');" },
  },
  {
    title: 'a ref callback has a body, so that it returns nothing by accident',
    appliesTo: (path) => path.startsWith('web/'),
    find: matches(/\bref=\{\s*(?:\([^()]*\)|\w+)\s*=>\s*(?![{\s]).*/g),
    wrong: { path: 'web/a.tsx', text: '<li ref={(row) => row?.scrollIntoView()} />' },
    right: { path: 'web/a.tsx', text: '<li ref={(row) => {\n  row?.scrollIntoView();\n}} />' },
  },
  {
    title:
      'keys of an input method are known in web/platform/keyboard/composition.ts alone, which no other listener comes before',
    appliesTo: (path) => path.startsWith('web/') && path !== 'web/platform/keyboard/composition.ts' && !isTest(path),
    find: matches(
      /\.(?:isComposing|keyCode)\b|\bwindow\s*\.addEventListener\(\s*'key|\bonKey(?:Up|Press)=\{[^\n]*'Enter'/g,
    ),
    wrong: {
      path: 'web/ui/a.tsx',
      text: "// Made up.\nconst press = (event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && send();",
    },
    right: {
      path: 'web/ui/a.tsx',
      text: "// Made up.\nconst press = (event: KeyboardEvent) => event.key === 'Enter' && send();",
    },
  },
  {
    title: 'a box for texts has the direction of what is typed into it',
    appliesTo: (path) => path.startsWith('web/') && path.endsWith('.tsx'),
    find: ({ text }) =>
      Array.from(text.matchAll(/<(?:[Ii]nput|[Tt]ext[Aa]rea)\b(?:=>|[^<>])*?>/g), ([tag]) => tag).filter(
        (tag) =>
          !/\bdir="auto"|\bhidden\b|type="(?:checkbox|radio|file|range|password|number|date)"|\b(?:css\.input|isShown|autoComplete="off")/.test(
            tag,
          ),
      ),
    wrong: { path: 'web/ui/a.tsx', text: '// Made up.\nconst box = <input type="text" onChange={() => ask()} />;' },
    right: { path: 'web/ui/a.tsx', text: '// Made up.\nconst box = <input type="text" dir="auto" />;' },
  },
  {
    title: 'nothing in features walks over a queue that grows meanwhile without a pause',
    appliesTo: (path) => isModule(path) && path.startsWith('src/features/'),
    find: findGrowingLoops,
    wrong: {
      path: 'src/features/a.ts',
      text: 'for (const id of queue) {\n  for (const child of childrenOf(id)) queue.add(child);\n}',
    },
    right: {
      path: 'src/features/a.ts',
      text: 'for (const id of queue) {\n  if (isPieceDone()) yield;\n  queue.push(...childrenOf(id));\n}',
    },
  },
  {
    title: 'no list of promises is awaited in the middle',
    appliesTo: isModule,
    find: findAwaitsAmongPromises,
    wrong: { path: 'src/a.ts', text: 'await Promise.all([read(db), list(db, await find(db))]);' },
    right: { path: 'src/a.ts', text: 'await Promise.all([read(db), run(async () => { await find(db); })]);' },
  },
  {
    title: 'a module opens with a comment that says what it owns',
    appliesTo: (path) => isModule(path) && basename(path) !== 'index.ts',
    find: (file) => (/^(?:#!.*\n)?(?:\/\/ |\/\*\*?[\s*])/.test(file.text) ? [] : ['no opening comment']),
    wrong: { path: 'src/a.ts', text: "import fs from 'node:fs';\n// Late." },
    right: { path: 'src/main.ts', text: '#!/usr/bin/env node\n// Arguments, signals, exit code.' },
  },
];

const filesMax = 25;

/** Folders that hold more, each with how many: none grows, and none is added. Migrations are one list in the order of their numbers. */
const crowdedFolders = new Map([['src/migrations', 102]]);

const wiring = new Map([
  ['src/features.ts', 120],
  ['src/app.ts', 200],
]);

/** Written by tools from other files, and in no commit. */
const generated = new Set(['web/platform/schema.d.ts']);

const lateBinding = /^\s*(?:let|var)\s/;

function readSources(): SourceFile[] {
  return ['src', 'test', 'web', 'bench', 'scripts', 'bin']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:[cm]?tsx?|[cm]js)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') };
    })
    .filter(({ path }) => !generated.has(path));
}

describe('house rules', () => {
  const sources = readSources();

  for (const rule of rules) {
    test(rule.title, () => {
      assert.notDeepEqual(rule.find(rule.wrong), [], 'the rule must see its own counter-example');
      assert.deepEqual(rule.find(rule.right), []);
      const findings = sources
        .filter(({ path }) => rule.appliesTo(path))
        .flatMap((file) => rule.find(file).map((finding) => `${file.path}: ${finding}`));
      assert.deepEqual(findings, []);
    });
  }

  test('the limits of lengths stay where they are', () => {
    const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
    const config: unknown = JSON.parse(text);
    assert.partialDeepStrictEqual(config, {
      rules: { 'max-lines': ['error', { max: 400 }], 'max-lines-per-function': ['error', { max: 90 }] },
      overrides: [
        {
          files: ['**/*.test.ts', 'test/**'],
          rules: { 'max-lines': ['error', { max: 800 }], 'max-lines-per-function': 'off' },
        },
      ],
    });
    assert.equal(text.match(/max-lines/g)?.length, 4, 'no other override loosens them');
  });

  test('a folder holds at most 25 files, so that a name says where a line belongs', () => {
    const counts = Map.groupBy(sources, ({ path }) => dirname(path));
    const crowded = [...counts].filter(([folder, files]) => files.length > (crowdedFolders.get(folder) ?? filesMax));
    assert.deepEqual(
      crowded.map(([folder, files]) => `${folder}: ${files.length}`),
      [],
    );
    for (const [folder, limit] of crowdedFolders)
      assert.equal(counts.get(folder)?.length, limit, `the ratchet of ${folder} moves down with it`);
  });

  test('what puts the program together stays short, and binds nothing late', () => {
    const lines = (path: string): string[] => sources.find((file) => file.path === path)?.text.split('\n') ?? [];
    for (const [path, linesMax] of wiring) {
      assert.ok(lines(path).length > 1, `${path} is there`);
      assert.ok(lines(path).length - 1 <= linesMax, `${path} has more than ${linesMax} lines`);
      assert.deepEqual(
        lines(path).filter((line) => lateBinding.test(line)),
        [],
        `${path} assigns nothing that was declared before`,
      );
    }
    assert.match('  let plannings;', lateBinding);
  });
});
