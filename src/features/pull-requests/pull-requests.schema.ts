// Wire shapes of pull requests (reference pages 82 and 96).
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';
import { Label } from '../labels/index.ts';
import { MinimalUser } from '../people/index.ts';
import { projectSchemas } from '../projects/index.ts';
import { CrossReferences } from '../source-control/index.ts';
import { concernKinds, merging } from './merging/merge-rules.schema.ts';
import { mergeMethods } from './merging/merge-rules.ts';
import { UserReference } from './user-reference.schema.ts';

const RepositoryReference = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    name: Type.String(),
    project: projectSchemas.ProjectReference,
    clone_http_url: Type.String(),
    clone_ssh_url: Type.String({ description: 'Empty where Git over SSH is off.' }),
  },
  { title: 'PullRequestRepository' },
);

const minimal = {
  id: Type.Integer(),
  title: Type.String(),
  uri: Type.String(),
  repository: RepositoryReference,
  repository_dest: RepositoryReference,
  user_id: Type.Integer(),
  creator: MinimalUser,
  creation_date: Type.String(),
  branch_src: Type.String(),
  branch_dest: Type.String(),
  status: Type.String({ description: 'review, merge or abandon.' }),
  head: Type.Object({ id: Type.String() }),
  is_git_reference_broken: Type.Boolean(),
  reviewers: Type.Array(MinimalUser),
};

export const MinimalPullRequest = Type.Object(minimal, { title: 'MinimalPullRequest' });

/** With what the list alone tells. */
export const ListedPullRequest = Type.Object(
  { ...minimal, labels: Type.Array(Label, { description: 'Those that it carries, by their names.' }) },
  { title: 'ListedPullRequest' },
);

export const PullRequestList = Type.Object(
  { collection: Type.Array(ListedPullRequest), total_size: Type.Integer() },
  { title: 'PullRequestList' },
);

const Link = Type.Object({ uri: Type.String() });

export const PullRequest = Type.Object(
  {
    ...minimal,
    description: Type.String(),
    raw_title: Type.String(),
    raw_description: Type.String(),
    description_format: Type.String(),
    post_processed_description: Type.String(),
    reference_src: Type.String(),
    reference_dest: Type.String(),
    head_reference: Type.String(),
    resources: Type.Object({
      comments: Link,
      'inline-comments': Link,
      labels: Link,
      files: Link,
      file_diff: Link,
      timeline: Link,
    }),
    user_can_merge: Type.Boolean(),
    user_can_abandon: Type.Boolean(),
    user_can_reopen: Type.Boolean(),
    user_can_apply_suggestions: Type.Boolean(),
    user_can_update_labels: Type.Boolean(),
    user_can_update_title_and_description: Type.Boolean(),
    merge_status: Type.String({ description: 'fastforward, no_fastforward, conflict or unknown-merge-status.' }),
    short_stat: Type.Object({
      files_changed: Type.Integer(),
      lines_added: Type.Integer(),
      lines_removed: Type.Integer(),
    }),
    last_build_status: Type.String({ description: 'success, failure, pending or unknown.' }),
    last_build_date: Nullable(Type.String()),
    ...merging,
    will_close: Type.Array(
      Type.Object({
        ref: Type.String({ description: 'As it is written, such as "art #17".' }),
        url: Type.String(),
        artifact_id: Type.Integer(),
        is_said_by: Type.Enum(['commit', 'text'], {
          description: 'text: title or description, which count where a merge makes a commit of both, or one of all.',
        }),
        obstacle: Nullable(
          Type.Enum(['closed', 'hidden', 'status', 'workflow'], {
            description:
              'Why it will not be closed, as far as it can be told before: it is closed, you see none such, it has no closed status, or its workflow lets you take no step to one.',
          }),
        ),
      }),
      {
        description:
          'What merging it asks to close, by the words of its newest 50 commits and its own, up to 50; nothing where messages close nothing.',
      },
    ),
    cross_references: CrossReferences,
    status_info: Nullable(
      Type.Object({ status_type: Type.String(), status_date: Type.String(), status_updater: Nullable(MinimalUser) }),
    ),
  },
  { title: 'PullRequest' },
);

const branch = Type.String({ maxLength: 250 });
const Format = Type.Enum(['text', 'commonmark']);
const longText = { maxLength: 100_000 };

export const NewPullRequest = Closed(
  {
    repository_id: Type.Integer(),
    branch_src: branch,
    repository_dest_id: Type.Integer({ description: 'The same repository, or the one that it is a fork of.' }),
    branch_dest: branch,
  },
  [],
  { title: 'NewPullRequest' },
);

export const MadePullRequest = Type.Object({ id: Type.Integer(), uri: Type.String() }, { title: 'MadePullRequest' });

export const PullRequestChange = Closed(
  {
    status: Type.Optional(
      Nullable(Type.Enum(['merge', 'abandon', 'review'], { description: 'review opens an abandoned one again.' })),
    ),
    merge_method: Type.Optional(
      Nullable(Type.Enum([...mergeMethods], { description: 'With merge: one of merge_methods; left out: the first.' })),
    ),
    confirmed: Type.Optional(
      Type.Array(Type.Enum([...concernKinds]), {
        maxItems: concernKinds.length,
        description:
          'With merge: kinds of merge_warnings that you have seen; refused where there are others by now. Left out: nothing is asked.',
      }),
    ),
    delete_source_branch: Type.Optional(
      Type.Boolean({
        description:
          'With merge: whether the branch goes then; it stays where something else was pushed to it meanwhile, as source_branch tells.',
      }),
    ),
    title: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    description: Type.Optional(Nullable(Type.String(longText))),
    description_format: Type.Optional(Nullable(Format)),
  },
  [],
  { title: 'PullRequestChange' },
);

export const ChangedFiles = Type.Array(
  Type.Object({
    path: Type.String(),
    status: Type.String(),
    lines_added: Type.String({ description: 'Empty for what has no lines.' }),
    lines_removed: Type.String(),
  }),
);

const comment = {
  id: Type.Integer(),
  post_date: Type.String(),
  last_edition_date: Nullable(Type.String()),
  content: Type.String(),
  raw_content: Type.String(),
  post_processed_content: Type.String(),
  type: Type.String(),
  parent_id: Type.Integer({ description: '0: it begins a thread.' }),
  format: Type.String(),
  color: Type.String({ description: 'Of a thread with answers.' }),
  user: MinimalUser,
  resolution: Nullable(
    Type.Object(
      { user: Nullable(MinimalUser), date: Type.String() },
      { description: 'Of the first comment of a thread that is resolved.' },
    ),
  ),
};

export const Comment = Type.Object(comment, { title: 'PullRequestComment' });

const inline = {
  file_path: Type.String(),
  unidiff_offset: Type.Integer({
    description: 'Where its line is by now, the last one of several; where it was, if it is outdated.',
  }),
  first_unidiff_offset: Type.Integer({ description: 'Where the first one is of several lines.' }),
  position: Type.String(),
  is_outdated: Type.Boolean(),
  suggestions: Type.Array(
    Type.Object({
      lines: Type.Array(Type.String(), { description: 'What would take the place of the lines; none removes them.' }),
      state: Type.Enum(['open', 'applied', 'outdated'], {
        description: 'outdated: the lines are no longer what they were.',
      }),
      commit_id: Nullable(Type.String({ description: 'By which it was applied.' })),
    }),
    { description: 'Blocks of code in its text whose language is "suggestion"; none of what is about removed lines.' },
  ),
};

export const InlineComment = Type.Object({ ...comment, ...inline }, { title: 'PullRequestInlineComment' });

export const NewComment = Closed(
  {
    content: Type.String(longText),
    format: Type.Optional(Nullable(Format)),
    parent_id: Type.Optional(Nullable(Type.Integer())),
  },
  [],
  { title: 'NewPullRequestComment' },
);

export const NewInlineComment = Closed(
  {
    content: Type.String(longText),
    format: Type.Optional(Nullable(Format)),
    parent_id: Type.Optional(Nullable(Type.Integer())),
    file_path: Type.String({ maxLength: 4096 }),
    unidiff_offset: Type.Integer({ description: 'Of the line in file_diff, from 1; of several the last one.' }),
    first_unidiff_offset: Type.Optional(
      Nullable(
        Type.Integer({ description: 'Of the first one of several lines, which both versions or the same have.' }),
      ),
    ),
    position: Type.Enum(['left', 'right']),
  },
  [],
  { title: 'NewPullRequestInlineComment' },
);

export const Reply = Closed({ content: Type.String(longText), format: Format }, [], { title: 'PullRequestReply' });

export const CommentChange = Closed({ content: Type.String(longText) }, [], { title: 'PullRequestCommentChange' });

export const FileDiff = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        unidiff_offset: Type.Integer(),
        old_offset: Nullable(Type.Integer()),
        new_offset: Nullable(Type.Integer()),
        content: Type.String(),
      }),
    ),
    inline_comments: Type.Array(InlineComment),
    mime_type: Type.String(),
    charset: Type.String(),
    special_format: Type.String({ description: 'binary, or too-large; else empty.' }),
  },
  { title: 'PullRequestFileDiff' },
);

export const Timeline = Type.Object(
  {
    collection: Type.Array(
      Type.Union([
        InlineComment,
        Comment,
        Type.Object({
          type: Type.Literal('timeline-event'),
          event_type: Type.String({
            description: 'update, rebase, merge, abandon, reopen, approve, changes or withdraw.',
          }),
          user: Nullable(MinimalUser),
          post_date: Type.String(),
          parent_id: Type.Integer(),
        }),
        Type.Object({
          type: Type.Literal('reviewer-change'),
          user: Nullable(MinimalUser),
          post_date: Type.String(),
          added_reviewers: Type.Array(MinimalUser),
          removed_reviewers: Type.Array(MinimalUser),
        }),
      ]),
    ),
    total_size: Type.Integer(),
  },
  { title: 'PullRequestTimeline' },
);

export const ReviewersChange = Closed({ users: Type.Array(UserReference, { maxItems: 50 }) }, [], {
  title: 'PullRequestReviewersChange',
});

export const Reviewers = Type.Object({ users: Type.Array(MinimalUser) }, { title: 'PullRequestReviewers' });
