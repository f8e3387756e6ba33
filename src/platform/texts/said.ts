// Sentences that programs can tell apart, and pages say in the language of whoever reads them: beside their English text they
// have a name and the values that were filled in. The French of every name stands in web/locales/fr/errors.ts.

/** A sentence in English, with its name and what fills its places. */
export interface Said {
  readonly key: string;
  readonly text: string;
  readonly values: readonly (string | Said)[];
}

/** What answers have of a sentence: its name, and its values in order; a value is a text or such an object again. */
export interface I18n {
  key: string;
  params: (string | I18n)[];
}

/**
 * Names the sentence of a template: ``says('field.required')`the field ${name} is required` ``. One name is one sentence, and stays
 * as it is when its English words change.
 */
export const says =
  (key: string) =>
  (parts: TemplateStringsArray, ...values: readonly (string | number | Said)[]): Said => ({
    key,
    text: parts.map((part, place) => part + textOf(values[place] ?? '')).join(''),
    values: values.map((value) => (typeof value === 'number' ? String(value) : value)),
  });

/** The words of a sentence, whether it has a name or not. */
export const textOf = (sentence: string | number | Said): string =>
  typeof sentence === 'object' ? sentence.text : String(sentence);

/** The sentence with `change` made of its words, and of all that fills its places. */
export const reword = (sentence: Said, change: (text: string) => string): Said => ({
  ...sentence,
  text: change(sentence.text),
  values: sentence.values.map((value) => (typeof value === 'string' ? change(value) : reword(value, change))),
});

/** A sentence without its English words. */
export const i18nOf = ({ key, values }: Said): I18n => ({
  key,
  params: values.map((value) => (typeof value === 'string' ? value : i18nOf(value))),
});

/** A sentence for an answer that is no refusal: its English words, and by its name where it has one. */
export const messageAndI18n = (sentence: string | Said): { message: string; i18n?: I18n } => ({
  message: textOf(sentence),
  ...(typeof sentence === 'string' ? {} : { i18n: i18nOf(sentence) }),
});

/** One of several, as "a, b or c", which every language says in its own way. */
export const either = (choices: readonly (string | Said)[]): Said => listed('list.or', ' or ', choices);

/** All of several, as "a, b and c". */
export const both = (all: readonly (string | Said)[]): Said => listed('list.and', ' and ', all);

/** Several with commas between, as "a, b, c". */
export const several = (list: readonly (string | Said)[]): Said => listed('list.plain', ', ', list);

/** Sentences of their own, each on a line. */
export const lines = (all: readonly (string | Said)[]): Said => ({
  key: 'list.lines',
  text: all.map(textOf).join('\n'),
  values: all,
});

/** Says what is allowed in words that stand in a declaration, and have no name: pages know them by the words. */
export const hint = (words: string): Said => ({ key: 'hint', text: words, values: [words] });

function listed(key: string, between: string, list: readonly (string | Said)[]): Said {
  const texts = list.map(textOf);
  const before = texts.slice(0, -1).join(', ');
  return { key, text: before === '' ? (texts[0] ?? '') : `${before}${between}${texts.at(-1)}`, values: list };
}
