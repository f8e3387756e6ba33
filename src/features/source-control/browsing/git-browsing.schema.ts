// Wire shapes of the history of repositories, which are our own.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';

export const ShortCommit = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    author_name: Type.String(),
    author_email: Type.String(),
    author: Nullable(MinimalUser),
    authored_date: Type.String(),
  },
  { title: 'GitShortCommit' },
);

export const FolderEntry = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    path: Type.String(),
    type: Type.String({ description: 'tree, blob, or commit for a submodule.' }),
    mode: Type.String(),
    last_commit: Nullable(ShortCommit),
  },
  { title: 'GitFolderEntry' },
);

const Line = Type.Object(
  {
    kind: Type.Enum(['context', 'added', 'removed']),
    old_line: Nullable(Type.Integer()),
    new_line: Nullable(Type.Integer()),
    text: Type.String(),
  },
  { title: 'GitDifferenceLine' },
);

export const Hunk = Type.Object(
  {
    old_start: Type.Integer(),
    old_count: Type.Integer(),
    new_start: Type.Integer(),
    new_count: Type.Integer(),
    heading: Type.String(),
    lines: Type.Array(Line),
    lacks_last_break: Type.Boolean({ description: 'Whether a last line has no line break.' }),
  },
  { title: 'GitHunk' },
);

const LargeFile = Type.Object({ oid: Type.String(), size: Type.Integer() }, { title: 'GitLargeFile' });

export const FileDifference = Type.Object(
  {
    path: Type.String(),
    old_path: Nullable(Type.String({ description: 'Where it was before it was renamed.' })),
    status: Type.String({
      description: 'A added, M changed, D removed, R renamed, T something else, such as a link, in its place.',
    }),
    old_mode: Type.String(),
    new_mode: Type.String(),
    old_id: Nullable(Type.String()),
    new_id: Nullable(Type.String()),
    lines_added: Nullable(Type.Integer()),
    lines_removed: Nullable(Type.Integer()),
    left_out: Nullable(
      Type.String({ description: 'Why there are no hunks: "binary", or "large"; then ask for its path alone.' }),
    ),
    hunks: Type.Array(Hunk),
    large_file: Type.Optional(
      Type.Object(
        { old: Nullable(LargeFile), new: Nullable(LargeFile) },
        { description: 'Of a file of Git LFS, whose pointer the hunks are of; null where the side has no such file.' },
      ),
    ),
  },
  { title: 'GitFileDifference' },
);

const sums = {
  files_changed: Type.Integer(),
  lines_added: Type.Integer(),
  lines_removed: Type.Integer(),
  files: Type.Array(FileDifference),
};

export const CommitDifference = Type.Object(
  {
    id: Type.String(),
    parents: Type.Array(Type.String()),
    ...sums,
  },
  { title: 'GitCommitDifference' },
);

export const Comparison = Type.Object(
  {
    base: Type.String({ description: 'Hash of the commit that is compared with.' }),
    head: Type.String(),
    merge_base: Nullable(Type.String({ description: 'Where both histories part: the files differ from there.' })),
    ahead: Type.Integer({ description: 'Commits that lead to head and not to base.' }),
    behind: Type.Integer(),
    ...sums,
  },
  { title: 'GitComparison' },
);

export const Blame = Type.Object(
  {
    path: Type.String(),
    ranges: Type.Array(
      Type.Object({
        start: Type.Integer({ description: 'Number of the first line, from 1.' }),
        lines: Type.Integer(),
        commit: Type.String(),
        path: Type.String({ description: 'Where the lines were in that commit.' }),
        original_start: Type.Integer(),
      }),
    ),
    commits: Type.Array(ShortCommit),
  },
  { title: 'GitBlame' },
);

export const Paths = Type.Object(
  {
    paths: Type.Array(Type.String()),
    is_complete: Type.Boolean({ description: 'Whether these are all; of very many files the first are listed.' }),
  },
  { title: 'GitPaths' },
);

export const Divergences = Type.Array(
  Type.Object({ name: Type.String(), ahead: Type.Integer(), behind: Type.Integer() }, { title: 'GitDivergence' }),
);
