// Wire shape of the code that is about an artifact. Our own.
import { Type } from 'typebox';

const Place = Type.Object({ id: Type.Integer(), name: Type.String(), project: Type.String() });

export const ArtifactCode = Type.Object(
  {
    branches: Type.Array(Type.Object({ name: Type.String(), repository: Place }), {
      description: 'Whose names say so, such as story-17-greet; at most 50.',
    }),
    pull_requests: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        status: Type.String({ description: 'review, merge or abandon.' }),
        branch_src: Type.String(),
        branch_dest: Type.String(),
        repository: Place,
      }),
      { description: 'Of those branches, and others whose title or description says so; at most 50.' },
    ),
    commits: Type.Array(
      Type.Object({
        ref: Type.String({ description: 'As texts refer to it.' }),
        url: Type.String(),
        title: Type.String(),
        author_name: Type.String(),
        date: Type.String(),
      }),
      { description: 'Whose messages say so, newest first; at most 50.' },
    ),
    suggested_branch: Type.String(),
    repositories: Type.Array(
      Type.Object({ ...Place.properties, default_branch: Type.String(), clone_http_url: Type.String() }),
      { description: 'Of the project, in which the viewer may make that branch.' },
    ),
  },
  { title: 'ArtifactCode' },
);
