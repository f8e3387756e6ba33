// Wire shapes of what Subversion repositories hold, which are our own.
import { CrossReferences } from '../commits/referring.schema.ts';
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { Hunk } from './git-browsing.schema.ts';

const revisionParts = {
  revision: Type.Integer(),
  author_name: Type.String({ description: 'Empty for nobody.' }),
  author: Nullable(MinimalUser),
  date: Nullable(Type.String()),
};

export const SvnFolder = Type.Object(
  {
    revision: Type.Integer(),
    path: Type.String(),
    entries: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          path: Type.String(),
          type: Type.Enum(['folder', 'file']),
          size: Nullable(Type.Integer({ description: 'Of a file, in bytes.' })),
          last_change: Type.Object(revisionParts),
        },
        { title: 'SvnEntry' },
      ),
    ),
  },
  { title: 'SvnFolder' },
);

const revision = {
  ...revisionParts,
  title: Type.String(),
  message: Type.String({ description: 'Empty where the viewer may not read all of what the revision changed.' }),
  is_message_cut: Type.Boolean({ description: 'Whether this is only the beginning of a very long message.' }),
  cross_references: CrossReferences,
};

export const SvnRevisions = Type.Array(Type.Object(revision, { title: 'SvnRevision' }));

export const SvnDifference = Type.Object(
  {
    ...revision,
    files_changed: Type.Integer({ description: 'Files and folders.' }),
    files: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          type: Type.Enum(['folder', 'file']),
          status: Type.String({ description: 'A added, M changed, D removed, R replaced.' }),
          source: Nullable(
            Type.Object(
              { path: Type.String(), revision: Type.Integer() },
              { description: 'What it was copied from, where the viewer may read that.' },
            ),
          ),
          has_other_properties: Type.Boolean(),
          lines_added: Nullable(Type.Integer()),
          lines_removed: Nullable(Type.Integer()),
          left_out: Nullable(
            Type.String({ description: 'Why there are no hunks: "binary", or "large"; then ask for its path alone.' }),
          ),
          hunks: Type.Array(Hunk),
        },
        { title: 'SvnFileDifference' },
      ),
    ),
  },
  { title: 'SvnDifference' },
);
