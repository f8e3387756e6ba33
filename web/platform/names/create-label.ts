import { t } from '../i18n.ts';

/** A name as it stands within a sentence: "User Story" as "user story", "API key" as it is. */
const withinSentence = (name: string): string =>
  name.replaceAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => word.toLowerCase());

/** What creates one artifact of a tracker: "New bug". */
export const createLabel = (singularLabel: string): string =>
  t('frame.create.one', { tracker: withinSentence(singularLabel) });
