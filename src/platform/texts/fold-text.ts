// The form in which texts are compared when people or words are searched. Pages have the same.
export { foldText } from '../../../contract/fold-text.ts';

/** Goes up whenever texts fold in another way: what is stored of them is folded anew then. */
export const foldingVersion = 2;

/** The name under which a database keeps the version that all of its texts have. */
export const foldingVersionName = 'folding_version';
