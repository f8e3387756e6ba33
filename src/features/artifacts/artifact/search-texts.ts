// Texts that queries search in, folded so that case, accents and presentation don't matter, on every engine alike. Each
// belongs to an owner: a field, or the comments of a tracker.
import { foldText } from '../../../platform/texts/fold-text.ts';

/** Owner of the values of a field: texts, and names and descriptions of attachments. */
export const ownerOfField = (fieldId: number): number => fieldId * 2;

/** Owner of the comments on a tracker's artifacts. */
export const ownerOfComments = (trackerId: number): number => trackerId * 2 + 1;

/** The form in which texts are kept and searched. */
export const foldForSearch = (text: string): string => foldText(text).replaceAll('\u0000', '\ufffd');

/** Who may read a text: empty for everybody, else the sorted ids of groups, each between commas. */
export const audienceOf = (groupIds: readonly number[] | undefined): string =>
  groupIds === undefined ? '' : `,${[...groupIds].sort((a, b) => a - b).join(',')},`;
