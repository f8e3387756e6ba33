// Wire shapes of what a repository holds (reference page 96, git).
import { CrossReferences } from '../commits/referring.schema.ts';
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';

export const GitCommit = Type.Object(
  {
    id: Type.String(),
    parents: Type.Array(Type.String(), { description: 'Hashes; the first is of the branch that was merged into.' }),
    author_name: Type.String(),
    authored_date: Type.String(),
    committed_date: Type.String(),
    title: Type.String(),
    message: Type.String(),
    author_email: Type.String(),
    author: Nullable(MinimalUser),
    html_url: Type.String(),
    commit_status: Nullable(Type.Object({ name: Type.String(), date: Type.String() })),
    verification: Type.Object({ signature: Nullable(Type.String()) }),
    cross_references: CrossReferences,
  },
  { title: 'GitCommit' },
);

export const GitBranch = Type.Object(
  { name: Type.String(), commit: GitCommit, user_can_delete: Type.Boolean(), html_url: Type.String() },
  { title: 'GitBranch' },
);

export const GitTag = Type.Object(
  { name: Type.String(), commit: GitCommit, user_can_delete: Type.Boolean() },
  { title: 'GitTag' },
);

export const NewGitBranch = Type.Object(
  {
    branch_name: Type.String({ maxLength: 250 }),
    reference: Type.String({ maxLength: 250, description: 'A branch, a tag or the hash of a commit.' }),
  },
  { title: 'NewGitBranch' },
);

export const NewGitTag = Type.Object(
  {
    tag_name: Type.String({ maxLength: 250 }),
    reference: Type.String({ maxLength: 250, description: 'A branch, a tag or the hash of a commit.' }),
  },
  { title: 'NewGitTag' },
);

export const GitTreeEntry = Type.Object(
  { id: Type.String(), name: Type.String(), path: Type.String(), type: Type.String(), mode: Type.String() },
  { title: 'GitTreeEntry' },
);

export const GitFile = Type.Object(
  {
    encoding: Type.String({ description: 'Always base64.' }),
    size: Type.Integer(),
    name: Type.String(),
    path: Type.String(),
    content: Type.String(),
    large_file: Type.Optional(
      Type.Object(
        { oid: Type.String(), size: Type.Integer(), is_stored: Type.Boolean() },
        { description: 'What a pointer of Git LFS names. Where it is stored, content and size are its own.' },
      ),
    ),
  },
  { title: 'GitFile' },
);
