// Groups that a comment is for, as its row keeps them.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';

/** Throws an Error that starts with the second argument where the text is no list of ids. */
export const readCommentGroups = storedJson(Type.Array(Type.Integer()));
