// Which of many choices a typed text means. Pure.
import { foldText } from '../../../contract/fold-text.ts';

export interface Choice {
  id: string;
  label: string;
  /** One of the 24 colours. */
  colour?: string | null | undefined;
  /** A picture of a person. */
  picture?: string | undefined;
}

/** More are not shown at once: whoever looks for one types more of it. */
export const shownMax = 100;

/** Choices that hold the text: those that begin with it first, then those with a word that does, then the others. */
export function matchChoices<T extends Choice>(choices: readonly T[], text: string): readonly T[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return choices.slice(0, shownMax);
  const ranked: [T[], T[], T[]] = [[], [], []];
  for (const choice of choices) {
    const label = foldText(choice.label);
    const at = label.indexOf(wanted);
    if (at === 0) ranked[0].push(choice);
    else if (at > 0) (/[\s([,./-]/.test(label.charAt(at - 1)) ? ranked[1] : ranked[2]).push(choice);
  }
  return ranked.flat().slice(0, shownMax);
}

/** Whether a choice is called exactly so, but for case and blanks around it. */
export const isNamed = (choices: readonly Choice[], text: string): boolean =>
  choices.some(({ label }) => label.trim().toLowerCase() === text.trim().toLowerCase());
