// Wire shapes of the search in files of repositories, which is our own.
import { Type } from 'typebox';

/** Characters of a text that is searched. */
export const textMax = 100;

export const CodeMatch = Type.Object(
  {
    repository: Type.Object({ id: Type.Integer(), uri: Type.String(), name: Type.String() }),
    project: Type.Object({ id: Type.Integer(), uri: Type.String(), label: Type.String() }),
    branch: Type.String({ description: 'The default branch.' }),
    commit: Type.String({ description: 'Where the branch was.' }),
    path: Type.String(),
    lines: Type.Array(Type.Object({ number: Type.Integer(), text: Type.String() }), {
      description: 'The first ones, long ones cut around the text.',
    }),
    has_more_lines: Type.Boolean(),
  },
  { title: 'CodeMatch' },
);

export const CodeSearch = Type.Object(
  {
    results: Type.Array(CodeMatch, { description: 'One for each file, repositories that were pushed to last first.' }),
    repositories_searched: Type.Integer(),
    is_complete: Type.Boolean({
      description: 'false: more repositories or files may have the text; the search ended for its limits.',
    }),
  },
  { title: 'CodeSearch' },
);
