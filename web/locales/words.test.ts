// Texts that people read say what people of this field say: those of pages, and the server's sentences, mails and help.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript-6';
import type { Plural } from './catalog.ts';
import { administration } from './en/administration/index.ts';
import { en } from './en/index.ts';
import { pages } from './en/pages/index.ts';
import { administration as administrationFrench } from './fr/administration/index.ts';
import { refusals } from './fr/errors.ts';
import { fr } from './fr/index.ts';
import { pages as pagesFrench } from './fr/pages/index.ts';

/** TypeScript files of a folder and those below, without tests. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts') && !/(?:test|testing|fixture)\.ts$/.test(name));

const templateText = (template: ts.TemplateLiteral): string =>
  ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('…')
    : template.text;

/** Strings and templates, with … for each value; `isWanted` chooses them. */
function textsIn(file: string, isWanted: (node: ts.Node) => boolean = () => true): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if (!isName && !ts.isImportDeclaration(node.parent) && isWanted(node)) {
      if (ts.isStringLiteral(node)) found.push(node.text);
      else if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
        found.push(templateText(node));
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true), visit);
  return found;
}

/** Whether it is the sentence of says('key')`…`. */
const isSentence = ({ parent }: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(parent) &&
  ts.isCallExpression(parent.tag) &&
  ts.isIdentifier(parent.tag.expression) &&
  parent.tag.expression.text === 'says';

/** Whether it is the value of a property with one of these names. */
const isValueOf =
  (...names: readonly string[]) =>
  ({ parent }: ts.Node): boolean =>
    ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name) && names.includes(parent.name.text);

/** A phrase, and what stands in its place. */
type Banned = readonly (readonly [phrase: RegExp, better: string])[];

const bannedEverywhere: Banned = [
  [/\b(?:every|some)body\b/i, 'everyone, someone, a person'],
  [/\bwhom\b|\bwhoever\b/i, 'people who …, or a noun'],
  [/\b(?:is|are|was|were) told\b/i, 'notified'],
  [/\banew\b/i, 'again'],
  [/\blately\b/i, 'recently'],
  [/\bcalled so\b/i, 'no results, already taken'],
  [/\bdoubtful\b/i, 'warning'],
  [/\btake it (?:away|back)\b|\bgoes away\b/i, 'remove, cancel, expire'],
  [/\bin charge\b/i, 'assignee'],
];

const bannedInPages: Banned = [
  ...bannedEverywhere,
  [/\b(?:no|any) more\b(?! (?:than|\w+s\b))/i, 'no longer'],
  [/\brows? by\b|\bno rows\b/i, 'group by'],
  [/\bset it up\b/i, 'settings'],
];

const bannedInSentences: Banned = [
  [/\bnobody\b/i, 'no one, or what is missing'],
  ...bannedEverywhere,
  [/\bany more\b/i, 'no longer'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b)/i, 'is not a …'],
  [/\byours to (?:see|know|enter|change)\b/i, 'you don’t have access to …'],
  [/\b(?:is|are) gone\b/i, 'no longer exists, was deleted'],
  [/\b(?:comes|stands|is there|is given) twice\b|\b(?:comes|names) a second time\b/i, 'is listed twice'],
  [/\bput (?:it|them) back\b/i, 'restore'],
  [/\bpassed over\b|\bleft out\b/i, 'skipped'],
  [/\bgiven up\b/i, 'failed'],
  [/\bsite-wide rights?\b/i, 'permission'],
];

const bannedInFrench: Banned = [
  [/à (?:vous|lui) de (?:le|la|les) (?:voir|connaître)/i, 'vous n’y avez pas accès'],
  [/n’est plus là(?!-)/i, 'n’existe plus'],
  [/\bbifurcations?\b/i, 'fork'],
  [/\bdes droits\b|\bles droits\b/i, 'permissions'],
  [/laissée?s? de côté/i, 'ignoré'],
  [/\be-mails?\b/i, 'courriel, adresse électronique'],
];

const textsOf = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
const catalog = (texts: Readonly<Record<string, string | Plural>>): string[] => Object.values(texts).flatMap(textsOf);

const find = (texts: readonly string[], banned: Banned): string[] =>
  texts.flatMap((text) =>
    banned.filter(([phrase]) => phrase.test(text)).map(([, better]) => `${text} (better: ${better})`),
  );

const source = join(import.meta.dirname, '../../src');
const sources = filesIn(source);
const sentences = sources.flatMap((file) => textsIn(file, isSentence));
const summaries = sources.flatMap((file) => textsIn(file, isValueOf('summary')));
const mails = sources.filter((file) => /mails?\.ts$/.test(file)).flatMap((file) => textsIn(file));
const commands = sources
  .filter((file) => /[./]commands(?:\.ts$|\/)/.test(file))
  .flatMap((file) => textsIn(file, isValueOf('summary', 'meaning', 'about')));

describe('English texts use no banned phrase', () => {
  it('in pages', () => {
    const texts = catalog({ ...en, ...pages, ...administration });
    assert.ok(texts.length > 2500);
    assert.deepEqual(find(texts, bannedInPages), []);
  });

  // A thing has one word: a card on boards, an item elsewhere. What administers or queries trackers speaks of artifacts.
  for (const [where, one, others] of [
    [/^(?:kanban|boards)\./, 'card', /\b(?:items?|issues?|artifacts?)\b/i],
    [
      /^(?:planning|roadmap|home|search|charts|dashboards|trackers|reports\.queries)\./,
      'item',
      /\b(?:issues?|artifacts?)\b/i,
    ],
  ] as const)
    it(`calls what trackers hold ${one} in ${where.source}`, () => {
      const texts = Object.entries({ ...en, ...pages }).filter(([key]) => where.test(key));
      assert.ok(texts.length > 50);
      assert.deepEqual(find(catalog(Object.fromEntries(texts)), [[others, one]]), []);
    });

  for (const [name, texts, least] of [
    ['in sentences of the server', sentences, 1300],
    ['in summaries of routes and commands', summaries, 400],
    ['in mails', mails, 200],
    ['in the help of commands', commands, 100],
  ] as const)
    it(name, () => {
      assert.ok(texts.length > least, String(texts.length));
      assert.deepEqual(find(texts, bannedInSentences), []);
    });
});

describe('French texts use no banned phrase', () => {
  it('in pages and in sentences of the server', () => {
    const texts = catalog({ ...fr, ...pagesFrench, ...administrationFrench, ...refusals });
    assert.ok(texts.length > 3500);
    assert.deepEqual(find(texts, bannedInFrench), []);
  });
});

it('sentences of the server begin small and end without a full stop, except those of the wire format', () => {
  const whole = sentences.filter((text) => /^[A-Z][a-z]+ (?!…)/.test(text) || /[a-z]\.$/.test(text));
  assert.deepEqual(
    whole.filter(
      (text) =>
        !/^(?:Subversion |We cannot search|The (?:field|value|list field|header|request|… )|Field must|File #|It may have|If-)/.test(
          text,
        ),
    ),
    [],
  );
});

describe('the search', () => {
  const rows: readonly (readonly [banned: Banned, wrong: readonly string[], right: readonly string[]])[] = [
    [
      bannedInPages,
      ['Somebody', 'Whom?', 'is told by mail', 'seen no more', 'anew', 'lately', 'called so', 'doubtful'],
      ['Show more', 'no more than 10', 'Notifications'],
    ],
    [
      bannedInSentences,
      ['"…" is no date', 'the upload is gone', 'it is not yours to see', 'is there twice', 'put it back', 'left out'],
      ['is no longer active', 'is not a date', 'you don’t have access to it', 'there is no artifact …'],
    ],
    [
      bannedInFrench,
      ['il n’est pas à vous de le voir', 'l’archive n’est plus là', 'une bifurcation', 'des droits', 'un e-mail'],
      ['vous n’y avez pas accès', 'n’existe plus', 'un fork', 'vous n’avez pas le droit'],
    ],
  ];
  for (const [banned, wrong, right] of rows)
    it(`finds each phrase, such as “${wrong[0] ?? ''}”`, () => {
      for (const text of wrong) assert.notDeepEqual(find([text], banned), [], text);
      assert.deepEqual(find(right, banned), []);
    });

  it('reads what a template is made of', () => {
    assert.ok(sentences.includes('there is no artifact …'));
    assert.ok(commands.includes('List all projects'));
  });
});
